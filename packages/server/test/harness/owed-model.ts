import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { Handed } from './handed-items'
import { CONDUCT, type HoldModel } from './hold-model'

export const PERSON = 'human'

type Status = 'active' | 'completed' | 'failed' | 'terminated'

interface Item {
  readonly key: string
  /** Interrupts before what a person wrote to the agent before all else. */
  readonly rank: 0 | 1 | 2
  readonly order: number
  readonly wakes: boolean
  /** For messages of a group. */
  readonly group: string | null
  readonly byPerson: boolean
  /** Something that somebody else has to say, not a notice. */
  readonly said: boolean
  /** Hand-overs between agents that led to it. */
  readonly hop: number
  /** New work, or a person's word: what comes of it begins anew. */
  readonly fresh: boolean
}

interface Prompt {
  seen: boolean
  /** It is to be stopped, and so far nobody has asked its program to. */
  toCancel: boolean
  /** Somebody interrupted it. */
  interrupted: boolean
  erred: boolean
}

export interface Agent {
  readonly id: string
  readonly createdBy: string
  status: Status
  /** Never handed over yet. */
  waiting: Item[]
  /** Handed over, and no sign that anybody read it. */
  unseen: Item[]
  /** Its model has it in its conversation, and has not come to an end with it. */
  begun: Item[]
  prompt: Prompt | null
  /** It had begun on something when its program or the server ended. */
  inWork: boolean
  /** Its program is to run, whether or not there is anything for it. */
  runs: boolean
  /** Its program is being ended for good. */
  ending: boolean
  /** It was taken up again meanwhile: another program is started then. */
  wanted: boolean
  refusals: number
  /** Queries since it was handed something that is no answer to itself. */
  asked: number
  /** Hand-overs between agents that led to what it was handed last. */
  chain: number
  /** When that was, in the order of things. */
  chainOrder: number
  /** Hand-overs since the last one that began anew. */
  turns: number
  /** Of what other agents write to it directly. */
  readonly hold: HoldModel
  crashes: number
  /** A program of it was ready, in this life of the server; it has a session to go on with, of which the next one knows. */
  wasReady: boolean
  hasSession: boolean
  /** When its crashed program is started again. */
  againAt: number | null
}

export interface Group {
  readonly creator: string
  readonly members: Map<string, 'all' | 'mentions'>
  readonly messages: string[]
  paused: boolean
  readonly hold: HoldModel
  /** Who wrote to it last. */
  lastBy: string | null
  /** In no list of groups in use; its history and what is owed of it stay. */
  archived: boolean
  /** Who is or was in it. */
  readonly ever: Set<string>
}

/**
 * The naive model of what waits for whom: what an agent is to be handed, in which order, how often, and what must wake
 * it. Knows nothing of rows, turns and numbers; throws when a prompt is not what it must be.
 */
export class OwedModel {
  readonly lead: string
  readonly agents = new Map<string, Agent>()
  readonly groups = new Map<string, Group>()
  crewPaused = false
  serverPaused = false
  /** How often the lead was woken only because its whole crew was idle. */
  wokenAlone = 0
  /** The server is ending its programs: they go on when the next one starts them. */
  serverStopping = false
  protected order = 0
  #failureOrder: number | null = null

  constructor(lead: string) {
    this.lead = lead
  }

  agent(id: string): Agent {
    const agent = this.agents.get(id)
    if (!agent) throw new Error(`the model knows no agent ${id}`)
    return agent
  }

  get paused(): boolean {
    return this.crewPaused || this.serverPaused
  }

  /** A prompt arrived: throws for whatever should not be in it, or is missing. */
  prompted(id: string, handed: Handed, starting: (id: string) => boolean): void {
    const agent = this.agent(id)
    const wrong = (what: string): never => {
      throw new Error(`a prompt of ${id.slice(0, 8)} ${what}: ${JSON.stringify(handed)}`)
    }
    if (agent.status !== 'active') wrong(`that is ${agent.status}`)
    if (agent.ending || agent.prompt) wrong(agent.ending ? 'that is being ended' : 'that has one')
    if (this.paused) wrong('while nothing is handed over')
    if (handed.continued !== agent.inWork) wrong(`with inWork ${agent.inWork}`)
    const forOthers = id === this.lead && this.idleBut(id, starting)
    let because = handed.continued || handed.repeats.length > 0
    const again: Item[] = []
    const forgotten = handed.lost ? [...agent.begun] : []
    for (const key of handed.repeats) {
      const item = take(agent.unseen, key)
      if (item) again.push(item)
      // What may have been handed over by an earlier run of the server is no part of a turn.
      else if (!take(forgotten, key))
        again.push(take(agent.waiting, key) ?? wrong(`repeats ${key}`))
    }
    const [left] = [...agent.unseen, ...forgotten]
    if (left) wrong(`does not repeat ${left.key}`)
    let last: Item | null = null
    for (const key of handed.fresh) {
      const item: Item =
        take(agent.waiting, key, (other) => !this.#held(agent, other)) ??
        wrong(`is not owed ${key}`)
      if (last && byOrder(last, item) > 0) wrong(`has ${key} too late`)
      because ||= this.wakes(agent, item)
      last = item
      again.push(item)
    }
    if (again.length === 0 && !handed.continued) wrong('says nothing')
    // What wakes may stand behind more than one prompt takes.
    because ||= agent.waiting.some((item) => this.wakes(agent, item))
    if (!because && !forOthers) wrong('without a reason')
    if (!because) this.wokenAlone++
    const end = last
    const before =
      end && agent.waiting.find((item) => !this.#held(agent, item) && byOrder(item, end) < 0)
    if (before) wrong(`leaves out ${before.key}`)
    const fresh = again.slice(again.length - handed.fresh.length)
    if (fresh.length > 0) {
      agent.chain = this.#chain(agent, fresh, handed.continued || handed.repeats.length > 0)
      agent.turns = agent.chain === 0 ? 0 : agent.turns + 1
      agent.chainOrder = ++this.order
    }
    if (fresh.some(({ key }) => key !== 'confirmed' && !key.startsWith('refused '))) agent.asked = 0
    agent.unseen = again
    agent.prompt = { seen: false, toCancel: false, interrupted: false, erred: false }
  }

  heard(id: string): void {
    const agent = this.agent(id)
    if (!agent.prompt) return
    agent.prompt.seen = true
    agent.begun.push(...agent.unseen)
    agent.unseen = []
  }

  answered(id: string): void {
    const agent = this.agent(id)
    // Stopped by the server: it goes on with it when it is started again, if it had begun.
    if (agent.ending || this.serverStopping) {
      this.#cut(agent)
      return
    }
    this.heard(id)
    Object.assign(agent, { prompt: null, inWork: false, begun: [] })
  }

  /** It answered with an error: it crashed. */
  erred(id: string): void {
    const { prompt } = this.agent(id)
    if (prompt) prompt.erred = true
  }

  gone(id: string): void {
    const agent = this.agent(id)
    const { prompt } = agent
    // What was interrupted is over, also when the program did not end it itself.
    const over = prompt?.interrupted && !prompt.erred && !agent.ending && !this.serverStopping
    if (prompt?.seen && over) {
      Object.assign(agent, { prompt: null, inWork: false, begun: [] })
    }
    this.#cut(agent)
    agent.runs = agent.wanted
    agent.ending = agent.wanted = false
  }

  askedToCancel(id: string): void {
    const { prompt } = this.agent(id)
    if (prompt) prompt.toCancel = false
  }

  wakes(agent: Agent, item: Item): boolean {
    if (this.#held(agent, item)) return false
    if (item.group === null) return item.wakes
    const group = this.groups.get(item.group)
    if (!group) return false
    return item.byPerson || group.members.get(agent.id) === 'all'
  }

  /** Whether the agent is to be at work: something wakes it, or it has not finished what it was handed. */
  mustWork(id: string): boolean {
    const agent = this.agent(id)
    if (agent.status !== 'active' || this.paused) return false
    if (agent.inWork || agent.unseen.length > 0) return true
    return agent.waiting.some((item) => this.wakes(agent, item))
  }

  /** Whether others have said something to the agent that may be handed over. */
  hasNews(id: string): boolean {
    const agent = this.agent(id)
    return agent.waiting.some((item) => item.said && !this.#held(agent, item))
  }

  /** Whether nobody of the crew but this one works, or is about to. */
  idleBut(id: string, starting: (id: string) => boolean): boolean {
    for (const agent of this.agents.values()) {
      if (agent.id === id || agent.status !== 'active') continue
      const atWork = agent.prompt !== null || agent.againAt !== null || starting(agent.id)
      if (atWork || this.mustWork(agent.id)) return false
    }
    return true
  }

  /** From now on this waits for the agent. People read it elsewhere. */
  protected give(to: string, key: string, more: Partial<Item>): void {
    if (to === PERSON) return
    this.#failureOrder = null
    this.agent(to).waiting.push({
      key,
      rank: 2,
      order: ++this.order,
      wakes: false,
      group: null,
      byPerson: false,
      said: false,
      hop: 0,
      fresh: false,
      ...more,
    })
  }

  /** The same of a failure: of several between which nothing else happens, the server hears in any order. */
  protected giveFailure(to: string, key: string, more: Partial<Item>): void {
    const order = this.#failureOrder ?? this.order + 1
    this.give(to, key, { wakes: true, said: true, order, ...more })
    this.#failureOrder = order
  }

  /** Its prompt does not come to an end. */
  #cut(agent: Agent): void {
    if (agent.prompt?.seen) agent.inWork = true
    agent.prompt = null
  }

  #held(agent: Agent, item: Item): boolean {
    if (item.group === null) {
      const direct = item.key.startsWith('direct ')
      return direct && agent.hold.until !== null && item.hop >= CONDUCT.hops
    }
    const group = this.groups.get(item.group)
    return group !== undefined && (group.paused || group.hold.until !== null)
  }

  #chain(agent: Agent, items: readonly Item[], withOpen: boolean): number {
    if (items.some((item) => item.fresh)) return 0
    const said = items.filter((item) => item.said)
    const current = this.chainNow(agent)
    if (said.length === 0) return current
    const longest = said.reduce(
      (most, { group, order, hop }) => {
        const place = group === null ? agent : this.groups.get(group)
        return place && order <= place.hold.fresh ? most : Math.max(most, hop)
      },
      withOpen ? current : 0,
    )
    return Math.min(longest, LIMITS.hopsPerTurn * (agent.turns + 1))
  }

  /** The agent's chain, unless since then a hold has ended, or a person spoke, where it is or where it writes to. */
  protected chainNow(agent: Agent, to?: Agent): number {
    const groups = [...this.groups.values()].filter(({ ever }) => ever.has(agent.id))
    const begunAnew = [agent, ...(to ? [to] : []), ...groups].some(
      ({ hold }) => agent.chainOrder <= hold.fresh,
    )
    return begunAnew ? 0 : agent.chain
  }
}

function byOrder(a: Item, b: Item): number {
  return a.rank - b.rank || a.order - b.order
}

/** Takes the first item of this key out of the list. */
function take(
  items: Item[],
  key: string,
  fits: (item: Item) => boolean = () => true,
): Item | undefined {
  const index = items.findIndex((item) => item.key === key && fits(item))
  return index < 0 ? undefined : items.splice(index, 1)[0]
}
