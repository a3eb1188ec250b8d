import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { benchFolder } from './bench-crew'

export type Reply = Record<string, any> // oxlint-disable-line typescript/no-explicit-any -- replies are read freely

export interface BenchServer {
  readonly process: ChildProcess
  readonly folder: string
  readonly url: string
  /** The owner's. */
  readonly token: string
  call(method: string, path: string, body?: object): Promise<Reply>
}

const LOOK_EVERY_MS = 5
const children = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

/** A bench that fails leaves no process behind. */
export function endsWithBench(child: ChildProcess): void {
  children.add(child)
  child.once('exit', () => children.delete(child))
}

/** A server as a user starts it, in a process of its own, so that its memory can be told. */
export async function startServer(
  folder = benchFolder(),
  environment: Readonly<Record<string, string>> = {},
): Promise<BenchServer> {
  const cli = new URL('../cli.js', import.meta.url).pathname
  const args = [cli, 'start', '--port', '0', '--no-open', '--data', folder]
  const env = { ...process.env, CREWROOM_AGENT_MESSAGE_BURST: '1000000', ...environment }
  const file = path.join(folder, 'server.json')
  rmSync(file, { force: true })
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  endsWithBench(child)
  while (!existsSync(file)) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    await sleep(LOOK_EVERY_MS)
  }
  const { url, token } = JSON.parse(readFileSync(file, 'utf8')) as { url: string; token: string }
  return {
    process: child,
    folder,
    url,
    token,
    call: async (method, address, body) => {
      const response = await fetch(`${url}${address}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const reply = (await response.json()) as Reply
      if (!response.ok) throw new Error(`${method} ${address}: ${JSON.stringify(reply)}`)
      return reply
    },
  }
}

export async function stopServer({ process: child }: BenchServer): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await gone
}
