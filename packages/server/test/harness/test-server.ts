import { existsSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { ErrorReply, replySchema } from '@crewroom/shared/protocol/replies'
import { ERRORS_EVERYWHERE, errorsOf } from '../../src/api/routes/operation'
import { operationAt } from '../../src/api/openapi/operations'
import { type App, startApp } from '../../src/app'
import type { Clock } from '../../src/clock'
import { Config } from '../../src/config'
import { DataDir } from '../../src/data-dir'
import { FanOut } from '../../src/journal/fan-out'
import type { StoredShard } from '../../src/journal/ports/stored-shard'
import { openForReading, type Sqlite } from '../../src/storage/database'
import { shardLoader } from '../../src/storage/load'
import { often } from './long'
import { migratedBytes } from './migrated-database'
import { StateLaw } from './state-law'
import { tempFolder } from './temp-folder'
import { lentThread } from './writer-threads'
import { patience } from '../../../shared/test/patience'

/** The writer's thread runs built code: `npm test` builds before it tests. */
export const WRITER_SCRIPT = new URL('../../dist/writer-worker.js', import.meta.url)

export const TRANSCRIPT_SCRIPT = new URL('../../dist/transcript-thread.js', import.meta.url)

const DOCS = fileURLToPath(new URL('../../dist/docs', import.meta.url))
const JOINING = fileURLToPath(new URL('../../dist/joining', import.meta.url))
const DIAGRAMS = fileURLToPath(new URL('../../dist/diagrams', import.meta.url))

/** Sample agents run as they are built. */
const SAMPLES = {
  agent: new URL('../../dist/demo/agent.js', import.meta.url),
  scripts: new URL('../../dist/demo/scripts/', import.meta.url),
}

export interface Reply {
  readonly status: number
  readonly body: Record<string, any> // oxlint-disable-line typescript/no-explicit-any -- tests read replies freely
  readonly headers: Headers
}

interface Watched {
  readonly app: App
  readonly law: StateLaw
  readonly tables: Sqlite
  readonly load: () => StoredShard
  /** The last batch that was in the tables when it was looked at them. */
  checked: number
  /** Requests since then that stored something. */
  changes: number
}

/** The law is checked after every so many requests that stored something, and in the end. */
const CHECKED_EVERY = often(8, 1)

/** A status of success, or the code of a refusal, that the API's document does not tell, is a mistake in one of them. */
function assertDocumented(method: string, path: string, { status, body }: Reply): void {
  const operation = operationAt(method, path)
  if (!operation) return
  const { status: successes = [200] } = operation
  const known: readonly unknown[] =
    status < 400 ? successes : [...errorsOf(operation), ...ERRORS_EVERYWHERE]
  const answer: unknown = status < 400 ? status : body['error']?.code
  if (known.includes(answer)) return
  expect(known, `${operation.id} in api/openapi: ${String(answer)}`).toContain(answer)
}

/** A reply is exactly what its schema says, success and refusal alike. */
function assertShape(method: string, path: string, reply: Reply): void {
  if (!path.startsWith('/api')) return
  const schema = reply.status < 400 ? replySchema(method, path) : ErrorReply
  if (path === '/api/health' && reply.status === 503) return
  expect(schema, `a schema for ${method} ${path}`).not.toBeNull()
  const parsed = schema?.safeParse(reply.body)
  expect(parsed?.error?.issues ?? [], `${method} ${path} ${reply.status}`).toEqual([])
  assertDocumented(method, path, reply)
}

interface StartOptions {
  readonly config?: Partial<Config> | undefined
  readonly web?: string | undefined
  /** It can start sample crews. */
  readonly samples?: boolean
  /** Its time, where a test moves it. */
  readonly clock?: Clock | undefined
}

/** The whole server in this process: real files, the real writer thread, a real port. */
export class TestServer {
  readonly #folder: ReturnType<typeof tempFolder> | null
  readonly data: DataDir
  app: App
  readonly fatal: string[]
  #watched: Watched | null = null
  #stopped = false

  private constructor(
    app: App,
    data: DataDir,
    folder: ReturnType<typeof tempFolder> | null,
    fatal: string[],
  ) {
    this.app = app
    this.data = data
    this.#folder = folder
    this.fatal = fatal
  }

  static async start(options: StartOptions & { readonly data?: string } = {}): Promise<TestServer> {
    const folder = options.data === undefined ? tempFolder() : null
    const data = new DataDir(options.data ?? folder?.path ?? '')
    const fatal: string[] = []
    if (folder) writeFileSync(data.database, migratedBytes(), { mode: 0o600 })
    const app = await TestServer.#app(data, fatal, options)
    return new TestServer(app, data, folder, fatal)
  }

  static #app(
    data: DataDir,
    fatal: string[],
    { config = {}, web, samples = false, clock }: StartOptions = {},
  ): Promise<App> {
    if (!existsSync(WRITER_SCRIPT)) throw new Error('packages/server is not built: npm run build')
    return startApp({
      // What a person may write is stricter than what a test may want.
      config: {
        ...Config.parse({
          port: 0,
          logLevel: 'silent',
          // A program that is slow to end is not killed for it; a setting takes ten seconds at most.
          stopGraceMs: Math.min(patience(500), 10_000),
          // Whatever sessions there are on this machine are none of a test's.
          transcripts: { roots: [] },
        }),
        ...config,
      },
      data,
      writerScript: WRITER_SCRIPT,
      preparedWriter: lentThread(WRITER_SCRIPT),
      transcriptScript: TRANSCRIPT_SCRIPT,
      web: web ?? null,
      ...(clock ? { clock } : {}),
      samples: samples ? SAMPLES : null,
      docs: existsSync(DOCS) ? DOCS : null,
      diagrams: existsSync(DIAGRAMS) ? DIAGRAMS : null,
      joining: existsSync(JOINING) ? JOINING : null,
      fatal: (sentence) => fatal.push(sentence),
    })
  }

  /** Stops the server; whatever happens to its data then is not its doing. */
  async stop(): Promise<void> {
    if (this.#stopped) return
    await this.#checkLaw('all')
    this.#stopped = true
    await this.app.close()
  }

  /** Stops the server and starts it again on the same data. */
  async restart(
    config: Partial<Config> = {},
    options: Omit<StartOptions, 'config'> = {},
  ): Promise<void> {
    await this.stop()
    this.#stopped = false
    this.app = await TestServer.#app(this.data, this.fatal, { ...options, config })
  }

  get owner(): string {
    return this.data.runningServer()?.token ?? ''
  }

  get observer(): string {
    return this.data.runningServer()?.observerToken ?? ''
  }

  /** One request; the owner's unless a token (or null for none) is given. A string body is sent as it is. */
  async call(
    method: string,
    path: string,
    body?: unknown,
    options: { readonly token?: string | null; readonly headers?: Record<string, string> } = {},
  ): Promise<Reply> {
    const token = options.token === undefined ? this.owner : options.token
    const response = await fetch(`${this.app.url}${path}`, {
      method,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const reply: Reply = {
      status: response.status,
      body: text.startsWith('{') ? (JSON.parse(text) as Reply['body']) : {},
      headers: response.headers,
    }
    assertShape(method, path, reply)
    await this.#checkLaw()
    return reply
  }

  /**
   * The state law, where nothing else is under way: after some of the requests that stored something, for it costs more than
   * they do, and in the end. What one of them breaks is still broken then.
   */
  async #checkLaw(what: 'changes' | 'all' = 'changes'): Promise<void> {
    const { journal, shard } = this.app.core
    await journal.flush()
    if (journal.failure || journal.backlog.envelopes > 0) return
    if (this.#watched?.app !== this.app) this.#watch(this.app)
    const watched = this.#watched ?? this.#watch(this.app)
    const { law } = watched
    const position = watched.tables.prepare('select position from shard').pluck().get() as number
    if (position === watched.checked && what === 'changes') return
    if (++watched.changes >= CHECKED_EVERY || what === 'all') {
      watched.changes = 0
      law.check(watched.load())
    }
    watched.checked = position
    if ([...shard.crews()].every((crew) => crew.state.seq === crew.durableSeq)) law.observe()
  }

  #watch(app: App): Watched {
    this.#watched?.tables.close()
    const { shard } = app.core
    const fanOut = new FanOut(shard.ports.reader, (leadId) => shard.findCrew(leadId))
    app.core.onPublished((entries) => fanOut.published(entries))
    const tables = openForReading(this.data.database)
    const law = new StateLaw(shard, fanOut)
    this.#watched = { app, law, tables, load: shardLoader(tables), checked: -1, changes: 0 }
    return this.#watched
  }

  /** A crew through the door: a lead and agents by name → role, with their tokens. */
  async crew(
    name: string,
    agents: Readonly<Record<string, string>> = {},
    /** Not named, each is called like its role. */
    { areNamed = true }: { readonly areNamed?: boolean } = {},
  ): Promise<{ leadId: string; ids: Record<string, string>; tokens: Record<string, string> }> {
    const { body } = await this.call('POST', '/api/lead', { name })
    const leadId = body['lead'].id as string
    const ids: Record<string, string> = { lead: leadId }
    const tokens: Record<string, string> = { lead: body['token'] as string }
    for (const [agent, role] of Object.entries(agents)) {
      const body = { role, ...(areNamed ? { name: agent } : {}) }
      const created = await this.call('POST', `/api/lead/${leadId}/agents`, body)
      ids[agent] = created.body['agent'].id as string
      tokens[agent] = created.body['token'] as string
    }
    return { leadId, ids, tokens }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop()
    this.#watched?.tables.close()
    this.#folder?.[Symbol.dispose]()
  }
}
