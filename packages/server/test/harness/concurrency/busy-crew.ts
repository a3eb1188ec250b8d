import path from 'node:path'
import { ChildServer, ownerToken, request } from '../child-server'
import { Random } from '../random'
import { pause } from '../speaker'
import { tempFolder } from '../temp-folder'
import { BusyAgent } from './busy-agent'
import { BusyDashboard } from './busy-dashboard'
import { BusyPerson } from './busy-person'
import { Count, type EndLog, type RunLog } from './run-log'

export interface Busyness {
  readonly seed: number
  readonly agents: number
  readonly dashboards: number
  readonly people: number
  /** Of each agent, and messages of each person. */
  readonly commands: number
  /** How often the server is killed meanwhile and started again. */
  readonly kills: number
  readonly long: { readonly often: number; readonly units: number }
  /** While so much happens to others, at most, a slow dashboard reads nothing. */
  readonly slowFor: number
}

const GROUPS = ['room', 'lab', 'quay']
const EMOJI = ['🚀', '🔥', '✅', '💡', '🎯', '🧭', '🪁', '🌊']
const ENVIRONMENT = {
  CREWROOM_AGENT_MESSAGES_PER_MINUTE: '1000000',
  CREWROOM_AGENT_MESSAGE_BURST: '1000000',
  CREWROOM_HOP_LIMIT: '1000000',
  CREWROOM_REPLY_LIMIT: '1000000',
  CREWROOM_STOP_GRACE_MS: '100',
}

interface GroupReply {
  readonly name: string
  readonly messageCount: number
  readonly lastMessage: { readonly id: string } | null
  readonly unread: number
}

/** A real server with many at work on it at once, from the first request until nobody does anything any more. */
export class BusyCrew {
  readonly #busyness: Busyness
  readonly #folder = tempFolder()
  readonly #random: Random
  readonly #count = new Count()
  #server!: ChildServer
  #leadId = ''
  #groups: RunLog['groups'] = []
  #agents: BusyAgent[] = []
  #people: BusyPerson[] = []
  #dashboards: BusyDashboard[] = []
  /** Writes in another crew, where a group has the same name. */
  #stranger!: BusyPerson

  constructor(busyness: Busyness) {
    this.#busyness = busyness
    this.#random = new Random(busyness.seed)
  }

  /** The database, to be opened for reading when the server has stopped. */
  get file(): string {
    return path.join(this.#folder.path, 'crewroom.sqlite')
  }

  async run(): Promise<RunLog> {
    await this.#start(0)
    await this.#found()
    this.#hire()
    await this.#foundElsewhere()
    const { commands, kills } = this.#busyness
    let working = true
    const works = [...this.#agents, ...this.#people, this.#stranger].map((one) =>
      one.work(commands),
    )
    const isWorking = () => working
    const following = this.#dashboards.map((one) => one.follow(isWorking))
    following.push(this.#kill(kills, isWorking))
    const done = Promise.all(works)
    // A failure of one is told at the end of all, and not lost before.
    for (const one of following) one.catch(() => {})
    done.catch(() => {})
    await done.finally(() => (working = false))
    await Promise.all(following)
    await Promise.all(this.#agents.map((agent) => agent.readAll()))
    const end = await this.#look()
    await Promise.all(this.#dashboards.map((one) => one.catchUp(end.asOf)))
    await this.#server.end('SIGTERM')
    return {
      leadId: this.#leadId,
      groups: this.#groups,
      agents: this.#agents.map(({ log }) => log),
      people: this.#people.map(({ log }) => log),
      dashboards: this.#dashboards.map(({ log }) => log),
      elsewhere: this.#stranger.log,
      end,
    }
  }

  async #start(port: number): Promise<void> {
    const data = this.#folder.path
    this.#server = await ChildServer.start({ data, port, environment: ENVIRONMENT })
  }

  get #token(): string {
    return ownerToken(this.#folder.path)
  }

  async #ask(method: string, route: string, body?: unknown) {
    const reply = await request(`${this.#server.url}/api/${route}`, this.#token, method, body)
    if (!reply || reply.status >= 300)
      throw new Error(`${method} ${route} ${JSON.stringify(reply)}`)
    return reply.body
  }

  async #found(): Promise<void> {
    const { agents: count, long } = this.#busyness
    const { lead, token } = await this.#ask('POST', 'lead', { name: 'atlas' })
    this.#leadId = lead.id as string
    const hired = [
      { name: 'lead', id: this.#leadId, roleName: 'Project Lead', token: token as string },
    ]
    while (hired.length < count) {
      const name = `agent-${hired.length}`
      const made = await this.#ask('POST', `lead/${this.#leadId}/agents`, {
        name,
        role: 'developer',
      })
      const { id, roleName } = made['agent'] as { id: string; roleName: string }
      hired.push({ name, id, roleName, token: made['token'] as string })
    }
    // Everybody is in the first group, every second agent in each of the others.
    this.#groups = GROUPS.map((name, at) => ({
      name,
      members: hired.filter((_, n) => n === 0 || at === 0 || n % 2 === at % 2).map(({ id }) => id),
    }))
    for (const { name, members } of this.#groups) {
      await this.#ask('POST', `lead/${this.#leadId}/groups`, { name, memberIds: members })
    }
    this.#agents = hired.map((who) => {
      const groups = this.#groups.filter(({ members }) => members.includes(who.id))
      const around = {
        groups: groups.map(({ name }) => name),
        colleagues: hired.map(({ id }) => id).filter((id) => id !== who.id),
        long,
      }
      return new BusyAgent(who, { ...this.#run(), count: this.#count }, around)
    })
  }

  /** What each client needs to know; its chances are its own. */
  #run() {
    return {
      url: this.#server.url,
      token: this.#token,
      leadId: this.#leadId,
      random: new Random(this.#random.below(2 ** 31)),
    }
  }

  #hire(): void {
    const { people, dashboards, slowFor } = this.#busyness
    const agents = this.#agents.map(({ log }) => log.id)
    this.#people = Array.from({ length: people }, (_, n) => {
      const emoji = EMOJI.filter((_one, at) => at % people === n)
      const more = { count: this.#count, groups: GROUPS, agents, emoji }
      return new BusyPerson(`person-${n}`, { ...this.#run(), ...more })
    })
    const bodies = new Map<string, string>()
    this.#dashboards = Array.from({ length: dashboards }, (_, n) => {
      // Every third is that of an agent, which may not see all.
      const agent = n % 3 === 2 ? this.#agents[1 + (n % (this.#agents.length - 1))] : undefined
      const viewer = agent ? { viewer: agent.log.id, token: agent.token } : { viewer: null }
      const more = { count: this.#count, slowFor, ...viewer }
      return new BusyDashboard(`dashboard-${n}`, { ...this.#run(), ...more }, bodies)
    })
  }

  async #foundElsewhere(): Promise<void> {
    const leadId = (await this.#ask('POST', 'lead', { name: 'borea' }))['lead'].id as string
    const name = GROUPS[0] ?? ''
    await this.#ask('POST', `lead/${leadId}/groups`, { name, memberIds: [leadId] })
    const more = { count: this.#count, groups: [name], agents: [leadId], emoji: EMOJI }
    this.#stranger = new BusyPerson('stranger', { ...this.#run(), ...more, leadId })
  }

  /** Kills the server whenever a further part of the work is done. */
  async #kill(kills: number, working: () => boolean): Promise<void> {
    const { port } = new URL(this.#server.url)
    const total = this.#busyness.commands * this.#agents.length
    for (let n = 1; n <= kills; n++) {
      const said = () => this.#agents.reduce((sum, { log }) => sum + log.said.length, 0)
      while (working() && said() < (n * total) / (kills + 1)) await pause(20)
      if (!working()) return
      await this.#server.end('SIGKILL')
      await this.#start(Number(port))
    }
  }

  async #look(): Promise<EndLog> {
    const crew = `lead/${this.#leadId}`
    const { groups } = await this.#ask('GET', `${crew}/groups`)
    const owed: Record<string, EndLog['owed'][string]> = {}
    for (const { log } of this.#agents) {
      const { count, unconfirmed } = await this.#ask('GET', `agents/${log.id}/owed`)
      owed[log.id] = { count: count as number, unconfirmed: unconfirmed as number }
    }
    const receipts = []
    for (const person of this.#people) {
      for (const { replies } of person.log.posts.filter((_, n) => n % 10 === 0)) {
        const [reply] = replies
        if (reply) receipts.push(await person.askReceipts(reply.id))
      }
    }
    const { asOf } = await this.#ask('GET', crew)
    return {
      asOf: asOf as number,
      groups: (groups as GroupReply[]).map(({ name, messageCount, lastMessage, unread }) => ({
        name,
        messageCount,
        newest: lastMessage?.id ?? null,
        unread,
      })),
      owed,
      receipts,
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.end('SIGKILL')
    this.#folder[Symbol.dispose]()
  }
}
