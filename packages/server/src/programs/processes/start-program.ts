import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { getSystemErrorName } from 'node:util'
import type { ChildEnd, ChildOptions } from './child-shapes'
import { environmentFor, type Keeper, keeper, reportIn } from './keeper'
import { isFolder, PROBLEM } from './program-problem'
import { LEAD_VARIABLE, TAG_VARIABLE } from './end-tagged'

/** How settings of this server are named in the environment, and what clients of it take their tokens from. */
const OWN_NAME = /^CREWROOM_/i

/** What a program finds of the environment of this server: all but the server's own settings and tokens. */
function inherited(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !OWN_NAME.test(name)))
}

const NO_END: ChildEnd = { code: null, signal: null }

/** A started program, beside a keeper if this machine has one, and how it ends. */
export class StartedProgram {
  /** Null when Node could not even try. */
  readonly child: ChildProcess | null
  /** The pid of the program itself, which leads a process group; undefined before it runs. */
  pid: number | undefined
  /** True once it runs, false when it could not be started. */
  readonly spawned: Promise<boolean>
  /** The program itself ended. */
  readonly ended: Promise<ChildEnd>
  readonly #options: ChildOptions
  #failure: unknown = null

  constructor(options: ChildOptions) {
    this.#options = options
    const beside = options.keeper === undefined ? keeper() : options.keeper
    this.child = this.#start(beside)
    const { child } = this
    if (!child) {
      this.spawned = Promise.resolve(false)
      this.ended = Promise.resolve(NO_END)
      return
    }
    const exited = new Promise<ChildEnd>((resolve) => {
      child.once('exit', (code, signal) => resolve({ code, signal }))
    })
    const failed = new Promise<false>((resolve) => {
      child.on('error', (error) => {
        this.#failure ??= error
        resolve(false)
      })
    })
    const { runs, ends, told } = beside ? this.#reported(child) : this.#direct(child)
    // Gone without a report: the keeper was killed, or the program has none. Node may report an end before it has read
    // what was said until then.
    const gone = exited.then((end) => told.then(() => end))
    this.spawned = Promise.race([runs, failed, gone.then(() => false)])
    this.ended = this.spawned.then((did) => (did ? Promise.race([ends, gone]) : NO_END))
  }

  /** Why it could not be started, as one sentence. */
  get failure(): string {
    const { command, cwd } = this.#options
    // The OS answers "no such file" both for the program and for the folder.
    if (cwd !== null && !isFolder(cwd)) return PROBLEM.noFolder(cwd)
    const error = this.#failure
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'ENOENT' || code === 'ENOTDIR') return PROBLEM.noProgram(command)
    if (code === 'EACCES') return PROBLEM.notRunnable(command)
    const why = error instanceof Error ? error.message : String(error)
    return `The program "${command}" could not be started: ${why}.`
  }

  /** Node throws for some failures (an argument list that is too long) and emits the others. */
  #start(beside: Keeper | null): ChildProcess | null {
    const { command, args, cwd, agentId, leadId, role, tag } = this.#options
    const env = {
      ...inherited(process.env),
      ...this.#options.env,
      CREWROOM_AGENT_ID: agentId,
      [LEAD_VARIABLE]: leadId,
      CREWROOM_ROLE: role,
      [TAG_VARIABLE]: tag,
    }
    const options = { cwd: cwd ?? process.cwd(), detached: true }
    try {
      if (!beside) return spawn(command, [...args], { ...options, env, stdio: 'pipe' })
      return spawn(beside.command, [...beside.args, command, ...args], {
        ...options,
        env: environmentFor(env),
        stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
      })
    } catch (error) {
      this.#failure = error
      return null
    }
  }

  #direct(child: ChildProcess): Told {
    this.pid = child.pid
    const runs = new Promise<true>((resolve) => child.once('spawn', () => resolve(true)))
    return { runs, ends: new Promise(() => {}), told: Promise.resolve() }
  }

  /** The keeper reports what happens to the program. */
  #reported(child: ChildProcess): Told {
    let runs = (_: boolean): void => {}
    let ends = (_: ChildEnd): void => {}
    let told = (): void => {}
    const result = {
      runs: new Promise<boolean>((resolve) => (runs = resolve)),
      ends: new Promise<ChildEnd>((resolve) => (ends = resolve)),
      told: new Promise<void>((resolve) => (told = resolve)),
    }
    const said = child.stdio[3] as Readable | null | undefined
    if (!said) {
      told()
      return result
    }
    // Only the keeper holds it open.
    said.on('error', () => {}).once('close', () => told())
    createInterface({ input: said }).on('line', (line) => {
      const report = reportIn(line)
      if (report?.kind === 'started') {
        this.pid = report.pid
        runs(true)
      } else if (report?.kind === 'failed') {
        const code = getSystemErrorName(-report.errno)
        this.#failure = Object.assign(new Error(`exec ${code}`), { code })
        runs(false)
      } else if (report) {
        const { code, signal } = report
        ends(signal === 0 ? { code, signal: null } : { code: null, signal: signalName(signal) })
      }
    })
    return result
  }
}

/** What is known of a program when its report was read. */
interface Told {
  readonly runs: Promise<boolean>
  readonly ends: Promise<ChildEnd>
  /** Resolves when nothing more is reported. */
  readonly told: Promise<void>
}

function signalName(number: number): NodeJS.Signals | null {
  const found = Object.entries(constants.signals).find(([, value]) => value === number)
  return (found?.[0] as NodeJS.Signals | undefined) ?? null
}
