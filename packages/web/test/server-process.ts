import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SQLITE_PACKAGE } from '../../server/src/storage/sqlite-package'
import { patience } from '../../shared/test/patience'

export const CLI = fileURLToPath(new URL('../../server/dist/cli.js', import.meta.url))
const START_MS = patience(60_000)
const ofServer = createRequire(new URL('../../server/package.json', import.meta.url))

export interface CreatedAgent {
  readonly id: string
  readonly token: string
}

/** As much of better-sqlite3 as is used here. */
type Database = new (
  file: string,
  options?: { readonly: true },
) => {
  prepare(sql: string): {
    run(...values: readonly string[]): unknown
    all(...values: readonly string[]): unknown[]
  }
  close(): void
}

/** The built server as a child process, on data of its own. */
export class ServerProcess {
  readonly data = mkdtempSync(join(tmpdir(), 'crewroom-web-'))
  /** What its configuration file says; null: it has none of its own. */
  settings: Readonly<Record<string, unknown>> | null = null
  /** What its environment has beside that of the tests. */
  environment: Readonly<Record<string, string>> = {}
  url = ''
  token = ''
  #child: ChildProcess | null = null

  /** The first start takes any free port, later ones the same again. */
  async start(): Promise<void> {
    if (this.settings !== null) {
      writeFileSync(join(this.data, 'crewroom.config.yaml'), JSON.stringify(this.settings))
    }
    const port = this.url === '' ? '0' : new URL(this.url).port
    const child = spawn(
      process.execPath,
      [CLI, 'start', '--port', port, '--data', this.data, '--no-open'],
      // Its configuration file is the one of the folder in which it starts.
      {
        stdio: ['ignore', 'ignore', 'pipe'],
        // Sessions of whoever runs the tests are none of theirs.
        env: {
          ...process.env,
          ...(this.settings?.['transcripts'] ? {} : { CREWROOM_TRANSCRIPTS_ROOTS: delimiter }),
          ...this.environment,
        },
        ...(this.settings === null ? {} : { cwd: this.data }),
      },
    )
    this.#child = child
    let errors = ''
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
    const file = join(this.data, 'server.json')
    const until = Date.now() + START_MS
    for (;;) {
      if (child.exitCode !== null) throw new Error(`the server ended: ${errors}`)
      const server = noted(file)
      if (server && server.pid === child.pid) {
        this.url = server.url
        this.token = server.token
        return
      }
      if (Date.now() > until) throw new Error(`the server did not start: ${errors}`)
      await sleep(25)
    }
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#child
    this.#child = null
    if (!child || child.exitCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await gone
  }

  /** Starts it again on data as an earlier version may have left them. */
  async startOn(change: string, values: readonly string[]): Promise<void> {
    await this.kill()
    const Sqlite = ofServer(SQLITE_PACKAGE) as Database
    const database = new Sqlite(join(this.data, 'crewroom.sqlite'))
    database.prepare(change).run(...values)
    database.close()
    await this.start()
  }

  /** What its tables hold, while it runs. */
  rows<T>(query: string, values: readonly string[]): T[] {
    const Sqlite = ofServer(SQLITE_PACKAGE) as Database
    const database = new Sqlite(join(this.data, 'crewroom.sqlite'), { readonly: true })
    try {
      return database.prepare(query).all(...values) as T[]
    } finally {
      database.close()
    }
  }

  async dispose(): Promise<void> {
    await this.kill()
    rmSync(this.data, { recursive: true, force: true })
  }

  async call<T>(method: string, path: string, body?: unknown, token = this.token): Promise<T> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
    return JSON.parse(text) as T
  }

  /** A link that signs a browser in, to any address of the page. */
  async link(path = '/'): Promise<string> {
    const { code } = await this.call<{ code: string }>('POST', '/api/login-codes')
    return `${this.url}${path}#code=${code}`
  }

  async createLead(name: string): Promise<CreatedAgent> {
    const made = await this.call<{ lead: { id: string }; token: string }>('POST', '/api/lead', {
      name,
    })
    return { id: made.lead.id, token: made.token }
  }

  async createAgent(leadId: string, role: string, task?: string): Promise<CreatedAgent> {
    const made = await this.call<{ agent: { id: string }; token: string }>(
      'POST',
      `/api/lead/${leadId}/agents`,
      { role, ...(task === undefined ? {} : { task }) },
    )
    return { id: made.agent.id, token: made.token }
  }

  async createGroup(leadId: string, name: string, memberIds: readonly string[]): Promise<void> {
    await this.call('POST', `/api/lead/${leadId}/groups`, { name, memberIds })
  }

  /** An agent writes to a group, or reacts, the way agents do: by a command in its output. */
  async say(agent: CreatedAgent, command: string, payload: object): Promise<void> {
    const text = `⟦⟦ ${command} ${JSON.stringify(payload)} ⟧⟧\n`
    const { results } = await this.call<{ results: { ok: boolean; reply: string }[] }>(
      'POST',
      `/api/agents/${agent.id}/output`,
      { text },
      agent.token,
    )
    const failed = results.find((result) => !result.ok)
    if (failed || results.length === 0) throw new Error(failed?.reply ?? 'no command was found')
  }

  async post(agent: CreatedAgent, group: string, content: string): Promise<void> {
    await this.say(agent, 'GROUP_MESSAGE', { group, content })
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

interface Noted {
  readonly url: string
  readonly token: string
  readonly pid: number
}

/** What a server that runs says of itself; a new one takes away what a killed one has left, at any moment. */
function noted(file: string): Noted | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Noted
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
