import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The program that this checkout builds. */
const CLI = fileURLToPath(new URL('../../../dist/cli.js', import.meta.url))
const CLOCK = fileURLToPath(new URL('clock.cjs', import.meta.url))

// oxlint-disable-next-line typescript/no-explicit-any -- replies are read freely
export type Reply = any

/** A request that must succeed; without a token the owner asks. A text is sent as the bytes of a file. */
export type Ask = (
  method: string,
  address: string,
  body?: unknown,
  token?: string,
) => Promise<Reply>

export interface Running {
  readonly data: string
  readonly url: string
  readonly token: string
  readonly ask: Ask
  /** A reply that is not JSON. */
  readonly text: (address: string) => Promise<string>
  /** Stops it as a user does, and waits until it is gone. */
  readonly stop: () => Promise<void>
}

interface Options {
  /** Another build of the program. */
  readonly cli?: string
  /** The time at which it starts. */
  readonly at?: string
  /** No short time passes for it. */
  readonly isStill?: boolean
}

/** Few answers are enough for a hold, and nothing is read of whoever runs the tests. */
const surroundings = ({ at, isStill }: Options) => ({
  ...process.env,
  CREWROOM_TRANSCRIPTS_ROOTS: path.delimiter,
  CREWROOM_REPLY_LIMIT: '4',
  CREWROOM_HOP_LIMIT: '8',
  CREWROOM_HOLD_SECONDS: '3600',
  FORCE_COLOR: undefined,
  HELD_AT: at,
  HELD_STILL: isStill === true ? '1' : undefined,
  NODE_OPTIONS: `--require ${JSON.stringify(CLOCK)}`,
})

export async function start(data: string, options: Options = {}): Promise<Running> {
  const { cli = CLI } = options
  mkdirSync(data, { recursive: true })
  const args = [cli, 'start', '--no-open', '--port', '0', '--data', data]
  const child = spawn(process.execPath, args, {
    cwd: tmpdir(),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: surroundings(options),
  })
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const url = await addressOf(child)
  const { owner } = JSON.parse(readFileSync(path.join(data, 'tokens.json'), 'utf8')) as Reply
  const send = async (method: string, address: string, body?: unknown, token: string = owner) => {
    const isFile = typeof body === 'string'
    const ofFile = address.startsWith('/api/import') ? 'x-ndjson' : 'octet-stream'
    const reply = await fetch(url + address, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': `application/${isFile ? ofFile : 'json'}`,
      },
      ...(body === undefined ? {} : { body: isFile ? body : JSON.stringify(body) }),
    })
    const text = await reply.text()
    if (!reply.ok) throw new Error(`${method} ${address} answered ${reply.status}: ${text}`)
    return text
  }
  return {
    data,
    url,
    token: owner,
    ask: async (...request) => {
      const text = await send(...request)
      return text === '' ? {} : (JSON.parse(text) as Reply)
    },
    text: (address) => send('GET', address),
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      await gone
    },
  }
}

function addressOf(child: ChildProcess): Promise<string> {
  let output = ''
  return new Promise((resolve, reject) => {
    const take = (chunk: Buffer) => {
      output += chunk.toString()
      const running = /is running at (http:\S+)/.exec(output)?.[1]
      if (running !== undefined) resolve(running)
    }
    child.stdout?.on('data', take)
    child.stderr?.on('data', take)
    child.once('close', (code) => reject(new Error(`the server ended (${code}): ${output}`)))
  })
}

export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly errors: string
}

/** A command of the program, to its end. */
export function command(args: readonly string[], options: Options = {}): Promise<Ended> {
  const { cli = CLI } = options
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: tmpdir(),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: surroundings(options),
  })
  let [out, errors] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  return new Promise((resolve) => {
    child.once('close', (code) => resolve({ code, out, errors }))
  })
}
