import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { type App, startApp } from '../../src/app'
import { Config } from '../../src/config'
import { DataDir } from '../../src/data-dir'
import { FanOut } from '../../src/journal/fan-out'
import { openForReading, type Sqlite } from '../../src/storage/database'
import { loadShard } from '../../src/storage/load'
import { Reader } from '../../src/storage/reader'
import { type ChildReply, ownerToken, request } from './child-server'
import { FaultyWriter } from './faulty-writer'
import { migratedBytes } from './migrated-database'
import { StateLaw } from './state-law'
import { tempFolder } from './temp-folder'

const MANY = 1_000_000

/** The whole server in this process with a writer's thread that fails as planned, and a look at its tables. */
export class ServerWithWriter {
  readonly app: App
  readonly writer: FaultyWriter
  readonly fatal: string[]
  readonly tables: Sqlite
  readonly data: string
  readonly #law: StateLaw
  readonly #folders: readonly ReturnType<typeof tempFolder>[]

  private constructor(
    app: App,
    writer: FaultyWriter,
    fatal: string[],
    data: string,
    folders: readonly ReturnType<typeof tempFolder>[],
  ) {
    this.app = app
    this.writer = writer
    this.fatal = fatal
    this.data = data
    this.#folders = folders
    this.tables = openForReading(path.join(data, 'crewroom.sqlite'))
    const fanOut = new FanOut(new Reader(this.tables), (id) => app.core.shard.findCrew(id))
    app.core.onPublished((entries) => fanOut.published(entries))
    this.#law = new StateLaw(app.core.shard, fanOut)
  }

  static async start(given?: string, config: Partial<Config> = {}): Promise<ServerWithWriter> {
    const folder = given === undefined ? tempFolder() : null
    const data = given ?? folder?.path ?? ''
    const scripts = tempFolder()
    const writer = new FaultyWriter(scripts.path)
    const fatal: string[] = []
    const of = new DataDir(data)
    if (folder) writeFileSync(of.database, migratedBytes(), { mode: 0o600 })
    const app = await startApp({
      config: Config.parse({
        port: 0,
        logLevel: 'silent',
        stopGraceMs: 300,
        agentMessagesPerMinute: MANY,
        agentMessageBurst: MANY,
        ...config,
      }),
      data: of,
      writerScript: writer.script,
      web: null,
      fatal: (sentence) => fatal.push(sentence),
    })
    return new ServerWithWriter(app, writer, fatal, data, folder ? [scripts, folder] : [scripts])
  }

  get token(): string {
    return ownerToken(this.data)
  }

  async call(
    method: string,
    route: string,
    body?: unknown,
    token = this.token,
  ): Promise<ChildReply> {
    const reply = await request(`${this.app.url}${route}`, token, method, body)
    if (!reply) throw new Error(`no answer to ${method} ${route}`)
    return reply
  }

  /** A crew with one group of everybody; tokens by name. */
  async crew(names: readonly string[]): Promise<TestRoom> {
    const lead = await this.call('POST', '/api/lead', { name: 'atlas' })
    const leadId = lead.body['lead'].id as string
    const agents: TestRoom['agents'] = {}
    for (const name of names) {
      const { body } = await this.call('POST', `/api/lead/${leadId}/agents`, {
        name,
        role: 'developer',
      })
      agents[name] = { id: body['agent'].id as string, token: body['token'] as string }
    }
    const memberIds = Object.values(agents).map(({ id }) => id)
    await this.call('POST', `/api/lead/${leadId}/groups`, { name: 'room', memberIds })
    return { leadId, agents, messages: `/api/lead/${leadId}/groups/room/messages` }
  }

  /** Contents in the tables, in order. */
  contents(): string[] {
    return this.tables
      .prepare('select content from chat_group_messages order by seq')
      .pluck()
      .all() as string[]
  }

  /** From now on, every client's view is compared with the server's and with the tables in `assertLaw`. */
  observe(): void {
    this.#law.observe()
  }

  /** Memory is what the tables say, and what clients were sent leads to it. */
  async assertLaw(): Promise<void> {
    await this.app.core.intake.idle()
    await this.app.core.journal.flush()
    this.#law.check(loadShard(this.tables))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.tables.close()
    this.writer.plan()
    this.writer.letGo()
    await this.app.close()
    for (const folder of this.#folders) folder[Symbol.dispose]()
  }
}

export interface TestRoom {
  readonly leadId: string
  readonly agents: Record<string, { readonly id: string; readonly token: string }>
  /** Address of the group's messages. */
  readonly messages: string
}
