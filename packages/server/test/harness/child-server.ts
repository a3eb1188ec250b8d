import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { patience } from '../../../shared/test/patience'

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))
const START_WITHIN_MS = patience(20_000)
const KEPT_OUTPUT = 20_000

export interface ChildReply {
  readonly status: number
  readonly body: Record<string, any> // oxlint-disable-line typescript/no-explicit-any -- tests read replies freely
}

export interface ChildServerOptions {
  readonly data: string
  readonly port: number
  readonly environment?: Readonly<Record<string, string>>
  /** Where it runs, if not in its data folder. */
  readonly cwd?: string
  /** Another build of the program. */
  readonly cli?: string
  /** Another Node.js. */
  readonly node?: string
  /** In 512-byte blocks or more: no file of the server may grow beyond it. */
  readonly fileLimit?: number
}

/** `crewroom start` as its own process in its own process group, to be killed like one. */
export class ChildServer {
  readonly url: string
  readonly #child: ChildProcess
  readonly #exited: Promise<{ code: number | null; signal: string | null }>
  readonly #output: () => string

  private constructor(
    url: string,
    child: ChildProcess,
    exited: ChildServer['exited'],
    output: () => string,
  ) {
    this.url = url
    this.#child = child
    this.#exited = exited
    this.#output = output
  }

  static async start(options: ChildServerOptions): Promise<ChildServer> {
    const { cli = CLI, node = process.execPath } = options
    if (!existsSync(cli)) throw new Error(`${cli} is not built: npm run build`)
    const args = [cli, 'start', '--no-open', '--data', options.data, '--port', `${options.port}`]
    const [command, ...rest] =
      options.fileLimit === undefined
        ? [node, ...args]
        : ['sh', '-c', `ulimit -f ${options.fileLimit} && exec "$0" "$@"`, node, ...args]
    const child = spawn(command ?? '', rest, {
      cwd: options.cwd ?? options.data,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, CREWROOM_LOG_LEVEL: 'warn', ...options.environment },
    })
    let output = ''
    const exited = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
      child.once('close', (code, signal) => resolve({ code, signal }))
    })
    const url = await new Promise<string>((resolve, reject) => {
      const late = setTimeout(() => {
        child.kill('SIGKILL')
        reject(new Error(`the server did not start: ${output}`))
      }, START_WITHIN_MS)
      const take = (chunk: Buffer) => {
        output = (output + chunk.toString('utf8')).slice(-KEPT_OUTPUT)
        const running = /is running at (http:\S+)/.exec(output)?.[1]
        if (running === undefined) return
        clearTimeout(late)
        resolve(running)
      }
      child.stdout?.on('data', take)
      child.stderr?.on('data', take)
      child.once('close', (code, signal) => {
        clearTimeout(late)
        reject(new Error(`the server ended (${code ?? signal}): ${output}`))
      })
    })
    return new ChildServer(url, child, exited, () => output)
  }

  get pid(): number {
    if (this.#child.pid === undefined) throw new Error('the server has no process')
    return this.#child.pid
  }

  /** What it wrote so far, the newest part. */
  get output(): string {
    return this.#output()
  }

  get exited(): Promise<{ code: number | null; signal: string | null }> {
    return this.#exited
  }

  /** Ends the whole group without a word, or asks it to stop; resolves when it is gone. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const { pid, exitCode, signalCode } = this.#child
    if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, signal)
    await this.#exited
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.end('SIGKILL')
  }
}

/** The owner's token of a data directory; it survives restarts. */
export function ownerToken(data: string): string {
  const { owner } = JSON.parse(readFileSync(path.join(data, 'tokens.json'), 'utf8')) as {
    owner: string
  }
  return owner
}

/** One request as a client sends it; null when the connection failed or broke. */
export async function request(
  url: string,
  token: string,
  method: string,
  body?: unknown,
): Promise<ChildReply | null> {
  try {
    const response = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(patience(10_000)),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: JSON.parse(text) as ChildReply['body'] }
  } catch {
    return null
  }
}
