import path from 'node:path'
import Database from 'better-sqlite3'
import { ChildServer, ownerToken, request } from '../child-server'
import { processesOf } from '../processes'
import { Random } from '../random'
import { eventually, pause, Speaker } from '../speaker'
import { tempFolder } from '../temp-folder'
import { PollingAgent } from './polling-agent'
import {
  acpAgent,
  acpDriver,
  pipeAgent,
  pipeDriver,
  type ProgramAgent,
  readingOf,
} from './program-agents'
import type { Reading } from './reading'
import { SocketAgent } from './socket-agent'
import { WritingPerson } from './writing-person'

const ENVIRONMENT = {
  CREWROOM_AGENT_MESSAGES_PER_MINUTE: '1000000',
  CREWROOM_AGENT_MESSAGE_BURST: '1000000',
  CREWROOM_STOP_GRACE_MS: '100',
  CREWROOM_RESTART_PAUSE_MS: '50',
}
const WRITERS = 4
/** In `in_hand_to`: the agent may hold anything. */
const ATTACHED = -1

/** One crew of agents of every kind, all in one group, that people and one of them write to. */
export class MixedCrew {
  readonly #folder = tempFolder()
  readonly #random: Random
  readonly sockets: SocketAgent[] = []
  readonly polls: PollingAgent[] = []
  readonly pipes: ProgramAgent[] = []
  readonly acps: ProgramAgent[] = []
  readonly people: WritingPerson[] = []
  speaker!: Speaker
  leadId = ''
  #server!: ChildServer
  #port = 0
  #tables!: Database.Database
  #writing = true
  #reading = true
  /** Nobody knocks at a server that is not there: its start has the machine to itself. */
  #isUp = false
  #work: Promise<unknown> = Promise.resolve()
  #broken: unknown = null

  constructor(seed: number) {
    this.#random = new Random(seed)
  }

  async open(): Promise<void> {
    await this.#start()
    const url = this.#server.url
    this.#port = Number(new URL(url).port)
    this.#tables = new Database(path.join(this.#folder.path, 'crewroom.sqlite'), { readonly: true })
    await this.#found(url)
    const isUp = () => this.#isUp
    this.#work = Promise.all([
      ...this.people.map((person) => person.run(() => this.#writing, isUp)),
      this.#speak(),
      ...[...this.sockets, ...this.polls].map((agent) => agent.run(() => this.#reading, isUp)),
    ])
    this.#work.catch((error: unknown) => (this.#broken = error))
  }

  /**
   * Kills the server while all are at work, lets the programs read what is in their pipes, and starts it again. When
   * `somebodyLeft`, an agent went away before, and the server had noted that.
   */
  async kill(somebodyLeft: boolean): Promise<void> {
    const [visitor] = this.sockets
    if (somebodyLeft && visitor) {
      visitor.leave()
      await eventually('it is noted that an agent left', () => !this.#isAttached(visitor.id))
    }
    await pause(30 + this.#random.below(250))
    // Right behind a hand-over, every second time, and whenever it is else.
    const items = this.sockets[1]?.reading.counts
    const before = items?.items
    if (this.#random.chance(0.5))
      await eventually('one is handed over', () => items?.items !== before)
    await this.#server.end('SIGKILL')
    this.#isUp = false
    const programs = processesOf(this.leadId)
    const drained = () => [...this.pipes, ...this.acps].flatMap((program) => program.drained())
    await eventually('programs have read their input', () =>
      programs.every((pid) => drained().includes(pid)),
    )
    visitor?.comeBack()
    const handed = this.#progress()
    await this.#start()
    await eventually('everybody is handed something', () => {
      if (this.#broken !== null) throw this.#broken
      return handed.every((before, agent) => (this.#progress()[agent] ?? 0) > before)
    })
  }

  /** Nothing more is said; resolves when everybody has read the last words. */
  async finish(): Promise<void> {
    this.#writing = false
    const last = new WritingPerson('finally', ...this.#desk(), this.#random)
    await eventually('the last words are taken', () => last.say(null))
    for (const id of this.#ids()) {
      await eventually('the last words to one are taken', () => last.say(id))
    }
    this.people.push(last)
    const isDone = (id: string, { contents }: Reading) =>
      last.acknowledged.every(({ content, to }) => (to ?? id) !== id || contents.has(content))
    await eventually('everybody has read the last words', () => {
      if (this.#broken !== null) throw this.#broken
      return [...this.readings()].every(([id, reading]) => isDone(id, reading))
    })
    this.#reading = false
    await this.#work
  }

  /** What each agent has read, by its id. */
  readings(): Map<string, Reading> {
    return new Map([
      ...[...this.sockets, ...this.polls].map(({ id, reading }) => [id, reading] as const),
      ...[...this.pipes, ...this.acps].map((agent) => [agent.id, readingOf(agent)] as const),
    ])
  }

  /** Contents of all messages that are stored. */
  stored(): Set<string> {
    const all = this.#tables.prepare(
      'select content from chat_group_messages union select content from direct_messages',
    )
    return new Set(all.pluck().all() as string[])
  }

  /** How much each agent was handed so far. One that was handed something in this run has more at its end. */
  #progress(): number[] {
    const said = (program: ProgramAgent) =>
      program.noted().filter((line) => line.includes(' says ')).length
    return [
      ...this.sockets.map(({ reading }) => reading.counts.items),
      ...this.polls.map(({ reading }) => reading.counts.items),
      ...[...this.pipes, ...this.acps].map(said),
    ]
  }

  #isAttached(agentId: string): boolean {
    const row = this.#tables.prepare('select in_hand_to from agent_inboxes where agent_id = ?')
    return row.pluck().get(agentId) === ATTACHED
  }

  async #speak(): Promise<void> {
    while (this.#writing) {
      if (this.#isUp) await this.speaker.say()
      await pause(this.#random.below(40))
    }
  }

  #ids(): string[] {
    return [...this.sockets, ...this.polls, ...this.pipes, ...this.acps].map(({ id }) => id)
  }

  #desk() {
    const server = { url: this.#server.url, token: () => ownerToken(this.#folder.path) }
    return [server, { leadId: this.leadId, agentIds: this.#ids() }] as const
  }

  async #start(): Promise<void> {
    const data = this.#folder.path
    this.#server = await ChildServer.start({ data, port: this.#port, environment: ENVIRONMENT })
    this.#isUp = true
  }

  async #found(url: string): Promise<void> {
    const ask = async (route: string, body: object) => {
      const token = ownerToken(this.#folder.path)
      const reply = await request(`${url}/api/${route}`, token, 'POST', body)
      if (reply?.status !== 201) throw new Error(`${route}: ${JSON.stringify(reply)}`)
      return reply.body
    }
    const { lead, token } = await ask('lead', { name: 'atlas' })
    this.leadId = lead.id as string
    const chance = () => new Random(this.#random.below(2 ** 31))
    const hire = async (name: string, driver?: object) => {
      const role = 'developer'
      const hired = await ask(`lead/${this.leadId}/agents`, { name, role, driver })
      return { name, id: hired['agent'].id as string, token: hired['token'] as string }
    }
    const asLead = { name: 'lead', id: this.leadId, token: token as string }
    this.polls.push(new PollingAgent(asLead, url, chance()))
    this.polls.push(new PollingAgent(await hire('polls'), url, chance()))
    for (const name of ['visits', 'stays', 'follows']) {
      this.sockets.push(new SocketAgent(await hire(name), url, chance()))
    }
    const folder = this.#folder.path
    for (const name of ['hears', 'listens']) {
      const { id } = await hire(name, pipeDriver(folder, name))
      this.pipes.push(pipeAgent(folder, name, id))
    }
    const { id } = await hire('works', acpDriver(folder, 'works'))
    this.acps.push(acpAgent(folder, 'works', id))
    await ask(`lead/${this.leadId}/groups`, { name: 'room', memberIds: this.#ids() })
    for (let n = 1; n <= WRITERS; n++) {
      this.people.push(new WritingPerson(`person-${n}`, ...this.#desk(), chance()))
    }
    const [asSpeaker] = this.polls
    this.speaker = new Speaker('lead', 'room', chance(), async (body) => {
      return (await asSpeaker?.call('POST', 'output', body)) ?? null
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#writing = this.#reading = false
    await this.#server.end('SIGTERM')
    await this.#work.catch(() => {})
    for (const pid of processesOf(this.leadId)) process.kill(pid, 'SIGKILL')
    this.#tables.close()
    this.#folder[Symbol.dispose]()
  }
}
