import type { ChildProcess } from 'node:child_process'
import { PassThrough, type Readable, type Writable } from 'node:stream'
import type { ChildEnd, ChildExit, ChildOptions } from './child-shapes'
import { processStartTime } from './process-group'
import { StartedProgram } from './start-program'
import { endTagged } from './end-tagged'

/** More than is shown of stderr: see `last-words.ts`. */
const STDERR_KEPT = 64 * 1_024
/** How long processes have that a program leaves behind when it ends on its own, before they are killed. */
const LEFT_BEHIND_MS = 1_000
/** Output that another process holds open is given up after being silent for this long, twice. */
const HELD_MS = 500

/**
 * An agent's program as a process, with everything it starts. Its output must be read from the start, with
 * `readable` events or an iterator: Node lets a paused `data` stream flow when the process ends.
 */
export class AgentChild {
  readonly tag: string
  readonly stdin: Writable
  readonly stdout: Readable
  /** True once it runs, false when it could not be started. */
  readonly spawned: Promise<boolean>
  /** The program itself ended. What it started may still run, and output may be unread. */
  readonly ended: Promise<ChildEnd>
  /**
   * The program ended, all its output was read, and nothing that it started is left. Waits for the reader of `stdout`.
   */
  readonly exited: Promise<ChildExit>
  readonly #options: ChildOptions
  readonly #program: StartedProgram
  #startTime: string | null = null
  #stderr: Buffer<ArrayBufferLike> = Buffer.alloc(0)
  #swept: Promise<number> | null = null
  #stopped: Promise<void> | null = null

  static spawn(options: ChildOptions): AgentChild {
    return new AgentChild(options)
  }

  private constructor(options: ChildOptions) {
    this.#options = options
    this.tag = options.tag
    this.#program = new StartedProgram(options)
    const { child, spawned, ended } = this.#program
    // Without a free file descriptor there is a child object, but no streams.
    this.stdin = child?.stdin ?? new PassThrough().destroy()
    this.stdout = child?.stdout ?? new PassThrough().end()
    // Writers get the error; the exit is handled where it is reported.
    this.stdin.on('error', () => {})
    child?.stderr?.on('data', (chunk: Buffer) => {
      this.#stderr = Buffer.concat([this.#stderr, chunk.subarray(-STDERR_KEPT)]).subarray(
        -STDERR_KEPT,
      )
    })
    this.spawned = spawned.then((runs) => {
      if (runs && this.pid !== undefined) this.#startTime = processStartTime(this.pid)
      return runs
    })
    this.ended = ended
    const closed = new Promise<void>((resolve) => child?.once('close', () => resolve()))
    this.exited = this.#watch(child, closed)
  }

  /** The pid of the program, which leads a process group; undefined before it runs. */
  get pid(): number | undefined {
    return this.#program.pid
  }

  get startTime(): string | null {
    return this.#startTime
  }

  /**
   * Ends the input, then sends SIGTERM, then kills: the program and everything that has its tag. Resolves when none of
   * it runs; does not wait for a reader of its output.
   */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop()
    return this.#stopped
  }

  /**
   * Resolves when the program's end of the pipe has taken all of it; rejects if its input is closed. Wait for each
   * write before the next one: what a program does not read stays in memory.
   */
  write(text: string): Promise<void> {
    const { stdin } = this
    if (!stdin.writable) return Promise.reject(new Error('the program takes no more input'))
    return new Promise((resolve, reject) => {
      stdin.write(text, (error) => {
        // Node calls back without an error for a write that was under way when the process died.
        if (error || stdin.destroyed) reject(error ?? new Error('the program ended'))
        else resolve()
      })
    })
  }

  async #stop(): Promise<void> {
    if (!(await this.spawned)) return
    const { clock, graceMs } = this.#options
    this.stdin.end()
    let cancel = (): void => {}
    const patience = new Promise<void>((resolve) => {
      cancel = clock.after(graceMs, resolve)
    })
    await Promise.race([this.ended, patience])
    cancel()
    if ((await this.#sweep()) === 0) await this.ended
  }

  async #watch(child: ChildProcess | null, closed: Promise<void>): Promise<ChildExit> {
    if (!child || !(await this.spawned)) {
      return { code: null, signal: null, error: this.#program.failure, stderr: '', left: 0 }
    }
    const { code, signal } = await this.ended
    const left = await this.#sweep()
    await this.#outputEnds(child, closed)
    return { code, signal, error: null, stderr: textOf(this.#stderr), left }
  }

  /** Ends everything that is left of it. Once only: later the same pids belong to other processes. */
  #sweep(): Promise<number> {
    const { tag, graceMs, clock } = this.#options
    const grace = this.#stopped ? graceMs : Math.min(graceMs, LEFT_BEHIND_MS)
    this.#swept ??= endTagged(tag, this.pid ?? null, grace, clock)
    return this.#swept
  }

  /** A process that dropped its tag and holds the pipes does not keep the agent running for ever. */
  async #outputEnds(child: ChildProcess, closed: Promise<void>): Promise<void> {
    let open = true
    let silent = 0
    void closed.then(() => (open = false))
    while (open) {
      const read = bytesRead(child)
      await Promise.race([closed, this.#pause(HELD_MS)])
      // The program's last output is in the buffer, and its reader takes its time.
      const waits = this.stdout.readableLength > 0
      silent = !waits && bytesRead(child) === read ? silent + 1 : 0
      if (silent < 2) continue
      child.stdout?.destroy()
      child.stderr?.destroy()
      // Not awaited: a keeper stays as long as there is a process that our signals do not end.
      return
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => this.#options.clock.after(ms, resolve))
  }
}

function bytesRead(child: ChildProcess): number {
  return [child.stdout, child.stderr].reduce(
    (sum, stream) => sum + (stream && 'bytesRead' in stream ? Number(stream.bytesRead) : 0),
    0,
  )
}

/** The cut at the front may have split a character: the rest of it is left out. */
function textOf(bytes: Buffer): string {
  let from = 0
  while (from < 3 && ((bytes[from] ?? 0) & 0xc0) === 0x80) from++
  return bytes.subarray(from).toString('utf8')
}
