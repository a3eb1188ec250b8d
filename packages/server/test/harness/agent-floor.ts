import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { expect } from 'vitest'
import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { RolloutEntry } from '@crewroom/shared/model/rollout'
import type { Clock } from '../../src/clock'
import type { Config } from '../../src/config'
import { keepersOf, processesOf } from './processes'
import { eventually } from './speaker'
import { tempFolder } from './temp-folder'
import { type Reply, TestServer } from './test-server'

const PROGRAM = path.join(import.meta.dirname, 'programs', 'acp-plan.mjs')
const WITHIN_MS = 20_000

/** What an agent was given, item by item. */
export interface Given {
  readonly text: string
  /** Said to be perhaps a repeat. */
  readonly repeat: boolean
}

/** `⟦⟦ GROUP_MESSAGE … ⟧⟧` in a line of its own. */
export function posts(group: string, content: string): string {
  return `⟦⟦ GROUP_MESSAGE ${JSON.stringify({ group, content })} ⟧⟧\n`
}

/** What makes an agent with `echo: 'live'` post this. */
export function please(group: string, content: string): string {
  return `Please:\nSAY ${posts(group, content).trim()}`
}

/** The driver of a program that behaves as told, differently at each start; what it notes goes to `folder`. */
export function plannedDriver(folder: string, name: string, plan: readonly object[]): object {
  const files = {
    log: path.join(folder, `${name}.prompts`),
    notes: path.join(folder, `${name}.notes`),
  }
  const behaviours = plan.map((behaviour) => ({
    systemPrompt: true,
    loadSession: true,
    ...files,
    ...behaviour,
  }))
  return {
    kind: 'acp',
    command: process.execPath,
    args: [PROGRAM],
    env: {
      ACP_PLAN: JSON.stringify(behaviours),
      ACP_STARTS: path.join(folder, `${name}.starts`),
    },
  }
}

/** The same as a preset's program: it is taken for that, with all its habits. */
export function presetDriver(
  folder: string,
  name: string,
  preset: string,
  plan: readonly object[],
): object {
  const command = path.join(folder, `${preset}-${name}`)
  // A script takes the arguments of the preset, which Node.js would not.
  writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`)
  chmodSync(command, 0o755)
  return { ...plannedDriver(folder, name, plan), preset, command, args: [] }
}

function continued(item: Given | undefined, line: string): Given {
  return { text: `${item?.text ?? ''}\n${line}`, repeat: item?.repeat ?? false }
}

/** What the programs of one folder were given and noted. */
export class ProgramNotes {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  prompts(name: string): string[] {
    return this.#lines(`${name}.prompts`).map((line) => JSON.parse(line) as string)
  }

  /** Waits for the prompt of this ordinal (1, 2, 3 …). */
  async prompt(name: string, n: number): Promise<string> {
    await eventually(`${name} gets prompt ${n}`, () => this.prompts(name).length >= n, WITHIN_MS)
    return this.prompts(name)[n - 1] ?? ''
  }

  /** Every item of every prompt, in order. */
  given(name: string): Given[] {
    const items: Given[] = []
    let repeats = 0
    for (const line of this.prompts(name).flatMap((prompt) => prompt.split('\n'))) {
      const announced = /^\[System\] The next (\d* ?)items? may be/.exec(line)?.[1]
      if (announced !== undefined) repeats = Number(announced) || 1
      else if (line.startsWith('[')) items.push({ text: line, repeat: repeats-- > 0 })
      // Lines of an item after its first are indented.
      else if (line.startsWith('  ')) items.push(continued(items.pop(), line))
    }
    return items
  }

  /** For each hand-over of the item with these words, whether it was said to be perhaps a repeat. */
  repeats(name: string, words: string): boolean[] {
    return this.given(name).flatMap(({ text, repeat }) => (text.includes(words) ? repeat : []))
  }

  /** When it was started, in milliseconds of the clock. */
  starts(name: string): number[] {
    return this.#lines(`${name}.starts`).map(Number)
  }

  notes(name: string): Record<string, unknown>[] {
    return this.#lines(`${name}.notes`).map((line) => JSON.parse(line) as Record<string, unknown>)
  }

  /** The numbers that its programs noted with this word (`pid`, `grandchild`), one per start. */
  pids(name: string, word = 'pid'): number[] {
    return this.notes(name).flatMap((note) => (word in note ? Number(note[word]) : []))
  }

  /** How often it was asked to do this. */
  asked(name: string, method: string): number {
    return this.notes(name).filter((note) => note['method'] === method).length
  }

  /** Only whole lines: a program may be writing the last one. */
  #lines(file: string): string[] {
    const at = path.join(this.#folder, file)
    return existsSync(at) ? readFileSync(at, 'utf8').split('\n').slice(0, -1) : []
  }
}

/** Commands that were answered more than once. */
export function answeredTwice(tables: Database.Database): unknown[] {
  return tables
    .prepare(
      `select cause, count(*) from journal
       where type = 'delivery:created' and json_extract(cause, '$.kind') = 'command'
         and json_extract(data, '$.delivery.kind') = 'reply'
       group by cause having count(*) > 1`,
    )
    .all()
}

/** Contents of all messages, in order. */
export function contentsOf(tables: Database.Database): string[] {
  return tables
    .prepare('select content from chat_group_messages order by seq')
    .pluck()
    .all() as string[]
}

/** A server, one crew with a remote lead, and ACP agents that do as they are told. */
export class AgentFloor {
  readonly server: TestServer
  readonly leadId: string
  readonly leadToken: string
  readonly ids: Record<string, string> = {}
  readonly programs: ProgramNotes
  readonly folder: string
  readonly #temp: ReturnType<typeof tempFolder>
  readonly #config: Partial<Config>

  private constructor(
    server: TestServer,
    temp: ReturnType<typeof tempFolder>,
    config: Partial<Config>,
    lead: { readonly id: string; readonly token: string },
  ) {
    this.server = server
    this.#temp = temp
    this.#config = config
    this.folder = temp.path
    this.leadId = lead.id
    this.leadToken = lead.token
    this.programs = new ProgramNotes(temp.path)
  }

  static async open(
    given: Partial<Config> = {},
    data?: string,
    clock?: Clock,
  ): Promise<AgentFloor> {
    const temp = tempFolder()
    const config = { restartPauseMs: 50, ...given }
    const folder = data ?? path.join(temp.path, 'data')
    const server = await TestServer.start({ data: folder, config, clock })
    const { leadId, tokens } = await server.crew('atlas')
    return new AgentFloor(server, temp, config, { id: leadId, token: tokens['lead'] ?? '' })
  }

  /** Stops the server and starts it again on the same data. */
  restart(config: Partial<Config> = {}): Promise<void> {
    return this.server.restart({ ...this.#config, ...config })
  }

  record(name: string): AgentRecord {
    const id = this.id(name)
    const agent = this.server.app.core.shard.crewOf(id)?.state.agents[id]
    if (!agent) throw new Error(`no agent ${name}`)
    return agent
  }

  async group(name: string, members: readonly string[]): Promise<void> {
    const memberIds = members.map((member) => this.id(member))
    const route = `/api/lead/${this.leadId}/groups`
    expect((await this.server.call('POST', route, { name, memberIds })).status).toBe(201)
  }

  /** Adds an agent, whose program is started, and a group of its name that nobody else reads. */
  async agent(name: string, ...plan: readonly object[]): Promise<string> {
    return this.add(name, plannedDriver(this.folder, name, plan))
  }

  async add(name: string, driver: object): Promise<string> {
    const { server, leadId } = this
    const role = 'developer'
    const created = await server.call('POST', `/api/lead/${leadId}/agents`, { name, role, driver })
    expect(created.status).toBe(201)
    const id = created.body['agent'].id as string
    this.ids[name] = id
    await this.group(name, [name])
    return id
  }

  id(name: string): string {
    const id = this.ids[name]
    if (id === undefined) throw new Error(`no agent ${name}`)
    return id
  }

  /** A person does something to an agent. */
  async act(name: string, verb: string, body: object = {}): Promise<void> {
    const reply = await this.server.call('POST', `/api/agents/${this.id(name)}/${verb}`, body)
    expect([reply.status, reply.body]).toEqual([expect.toBeOneOf([200, 202]), reply.body])
  }

  tell(name: string, content: string): Promise<void> {
    return this.act(name, 'messages', { content })
  }

  /** The lead says this. */
  async leadSays(text: string): Promise<void> {
    const reply = await this.server.call(
      'POST',
      `/api/agents/${this.leadId}/output`,
      { text },
      { token: this.leadToken },
    )
    expect(reply.status).toBe(200)
  }

  async post(group: string, content: string): Promise<void> {
    const route = `/api/lead/${this.leadId}/groups/${group}/messages`
    expect((await this.server.call('POST', route, { content })).status).toBe(201)
  }

  async view(name: string): Promise<Reply['body']> {
    return (await this.server.call('GET', `/api/agents/${this.id(name)}`)).body['agent']
  }

  /** Nothing is under way and nothing that was handed over is open. */
  async settled(...names: readonly string[]): Promise<void> {
    for (const name of names) {
      await eventually(`${name} is done`, () => this.isSettled(name), WITHIN_MS)
    }
    await this.server.app.core.journal.flush()
  }

  isSettled(name: string): boolean {
    const { shard, presence } = this.server.app.core
    const id = this.id(name)
    const { status, restart } = presence.get(id)
    const owed = shard.crewOf(id)?.owed(id)
    const waits = owed?.pending.some(({ wake }) => wake)
    return status === 'idle' && !restart && !waits && owed?.turns.length === 0
  }

  async until(what: string, holds: () => boolean, withinMs = WITHIN_MS): Promise<void> {
    await eventually(what, holds, withinMs)
  }

  /** Whether the agent's program works on what it was given. */
  seen(name: string): boolean {
    const id = this.id(name)
    const { turns } = this.server.app.core.shard.crewOf(id)?.owed(id) ?? { turns: [] }
    return turns.length > 0 && turns.every((turn) => turn.seen)
  }

  /** The agent's record, from its beginning. */
  async recorded(name: string): Promise<readonly RolloutEntry[]> {
    const reply = await this.server.call('GET', `/api/agents/${this.id(name)}/rollout?limit=200`)
    expect([reply.status, reply.body]).toEqual([200, reply.body])
    return reply.body['entries'] as RolloutEntry[]
  }

  tables<T>(use: (database: Database.Database) => T): T {
    const database = new Database(this.server.data.database, { readonly: true })
    try {
      return use(database)
    } finally {
      database.close()
    }
  }

  contents(): string[] {
    return this.tables(contentsOf)
  }

  processes(): number[] {
    return processesOf(this.leadId)
  }

  /** Whatever happened: nothing was answered twice, and with the server every process ends. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.server.app.core.journal.flush()
    const twice = this.tables(answeredTwice)
    await this.server[Symbol.asyncDispose]()
    // A keeper ends a moment after the last that it keeps.
    await eventually('no keeper is left', () => keepersOf(this.leadId).length === 0)
    const left = this.processes()
    for (const pid of left) process.kill(pid, 'SIGKILL')
    this.#temp[Symbol.dispose]()
    expect({ twice, left }).toEqual({ twice: [], left: [] })
  }
}
