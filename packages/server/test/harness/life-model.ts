import { CONDUCT, HoldModel } from './hold-model'
import { OwedModel, PERSON, type Group } from './owed-model'

/** Refusals in a row that wake whoever was refused. */
const WAKING_REFUSALS = 3
/** Answers to one's own queries in a row that wake. */
const WAKING_ANSWERS = 10
/** Agents in a group up to which its messages wake. */
const LIVELY_GROUP = 8

interface Task {
  readonly agent: string
  readonly by: string
  readonly text: string
  status: 'open' | 'completed' | 'failed' | 'cancelled'
  summary: string | null
}

interface Limits {
  readonly limit: number
  readonly pauseMs: number
  readonly steadyMs: number
}

/** The simplest thing that could say what must be of a crew's life: who is at work, at what, and who is told. */
export class LifeModel extends OwedModel {
  readonly tasks: Task[] = []
  /** How often somebody was held. */
  holds = 0
  needs: { kind: 'question' | 'failed' | 'held'; agent: string; group: string | null }[] = []
  readonly #limits: Limits
  readonly #now: () => number

  constructor(lead: string, limits: Limits, now: () => number) {
    super(lead)
    this.#limits = limits
    this.#now = now
    this.#add(lead, PERSON)
  }

  // What people and agents do. True when it is accepted.

  create(by: string, id: string, task: string | null): boolean {
    if (!this.#heads(by)) return false
    this.#add(id, by)
    if (task !== null) this.#task(by, id, task)
    return true
  }

  delegate(by: string, to: string, text: string): boolean {
    if (!this.#heads(by) || by === to || this.agent(to).status === 'terminated') return false
    this.#revive(to)
    this.#task(by, to, text)
    return true
  }

  complete(by: string, id: string, status: 'completed' | 'failed', mark: string | null): boolean {
    const agent = this.agent(id)
    const [task, ...others] = this.openTasks(id)
    const fresh = task !== undefined
    if ((by !== PERSON && by !== id) || (!task && agent.status !== 'active')) return false
    if (task) Object.assign(task, { status, summary: mark === null ? null : `~${mark}~` })
    this.#report(id, task?.by ?? agent.createdBy, STATUS_TEXT[status], mark ?? '', fresh)
    if (others.length === 0) this.#end(id, status)
    return true
  }

  direct(by: string, to: string, mark: string): boolean {
    if (to === PERSON) {
      if (by === PERSON) return false
      this.needs.push({ kind: 'question', agent: by, group: null })
      return true
    }
    const agent = this.agent(to)
    if (by === to || agent.status === 'terminated') return false
    const hop = this.#hop(by, to)
    if (by !== PERSON && agent.hold.until === null && hop >= CONDUCT.hops) this.#hold(to, null)
    if (by === PERSON && agent.hold.until !== null) this.#release(PERSON, null, to)
    this.#revive(to)
    if (by === PERSON) this.#settle((need) => need.kind === 'question' && need.agent === to)
    const rank = by === PERSON ? 1 : 2
    this.give(to, `direct ${mark}`, { rank, wakes: true, said: true, ...from(by, hop) })
    return true
  }

  interrupt(by: string, to: string, mark: string): boolean {
    if (!this.#heads(by) || by === to || this.agent(to).status === 'terminated') return false
    this.#revive(to)
    const hop = this.#hop(by, to)
    this.give(to, `interrupt ${mark}`, { rank: 0, wakes: true, said: true, ...from(by, hop) })
    const { prompt } = this.agent(to)
    if (prompt) prompt.toCancel = prompt.interrupted = true
    return true
  }

  broadcast(by: string, mark: string): boolean {
    for (const agent of this.agents.values()) {
      if (agent.status !== 'active' || agent.id === by) continue
      const more = from(by, this.#hop(by))
      this.give(agent.id, `broadcast ${mark}`, { wakes: by === PERSON, said: true, ...more })
    }
    return true
  }

  terminate(by: string, id: string, mark: string): boolean {
    const agent = this.agent(id)
    if (!this.#heads(by) || by === id || agent.status === 'terminated') return false
    const waitFor = this.#delegators(id)
    for (const task of this.openTasks(id)) {
      Object.assign(task, { status: 'cancelled', summary: `~${mark}~` })
    }
    for (const to of waitFor) if (to !== by) this.#report(id, to, 'was terminated by', mark)
    if (agent.hold.until !== null) this.#release(by, null, id)
    this.#settle((need) => need.agent === id && need.kind !== 'held')
    this.#end(id, 'terminated')
    agent.ending = agent.ending || agent.runs
    agent.wanted = false
    if (agent.prompt) agent.prompt.toCancel = true
    agent.againAt = null
    return true
  }

  resume(id: string): boolean {
    this.#revive(id)
    this.#forgive(id)
    return true
  }

  dismiss(index: number): boolean {
    return this.needs.splice(index, 1).length > 0
  }

  createGroup(by: string, name: string, members: readonly string[]): boolean {
    const existing = this.groups.get(name)
    const mayRevive = this.#heads(by) || by === existing?.creator || existing?.ever.has(by)
    if (existing && (!existing.archived || !mayRevive)) return false
    if (!members.every((id) => this.#here(id))) return false
    if (existing) {
      existing.archived = false
      for (const id of new Set([by, ...members])) {
        if (existing.members.has(id)) continue
        this.#join(existing, id)
        if (id !== by) this.give(id, `added to ${name}`, {})
      }
      return true
    }
    const all = [...new Set([this.lead, by, ...members])]
    const agents = all.filter((id) => id !== PERSON).length
    const levels = all.map((id) => [id, this.#level(id, agents)] as const)
    this.groups.set(name, {
      creator: by,
      members: new Map(levels),
      messages: [],
      paused: false,
      hold: new HoldModel(),
      lastBy: null,
      archived: false,
      ever: new Set(all),
    })
    for (const id of all) if (id !== by) this.give(id, `added to ${name}`, {})
    return true
  }

  addToGroup(by: string, name: string, id: string): boolean {
    const group = this.groups.get(name)
    if (!group || (by !== PERSON && !group.members.has(by)) || !this.#here(id)) return false
    if (group.archived && (group.members.has(id) || id === PERSON)) return false
    if (group.members.has(id)) return true
    group.archived = false
    this.#join(group, id)
    this.give(id, `added to ${name}`, {})
    return true
  }

  removeFromGroup(by: string, name: string, id: string): boolean {
    const group = this.groups.get(name)
    if (!group?.members.has(id) || id === this.lead) return false
    const manages = this.#heads(by) || (by === group.creator && group.members.has(by))
    if (!manages) return false
    group.members.delete(id)
    if (id !== by) this.give(id, `removed from ${name}`, {})
    return true
  }

  leaveGroup(by: string, name: string): boolean {
    if (by === this.lead) return false
    return this.groups.get(name)?.members.delete(by) ?? false
  }

  post(by: string, name: string, mark: string): boolean {
    const group = this.groups.get(name)
    if (!group || group.archived || (by !== PERSON && !group.members.has(by))) return false
    const hop = this.#hop(by)
    if (by === PERSON) {
      if (group.hold.until !== null) this.#release(PERSON, name, by)
    } else if (group.hold.until === null && hop >= CONDUCT.hops) this.#hold(by, name)
    if (!group.members.has(by)) this.#join(group, by)
    group.messages.push(mark)
    for (const id of group.members.keys()) {
      if (id === by) continue
      const byPerson = by === PERSON
      this.give(id, `message ${mark}`, { group: name, byPerson, said: true, ...from(by, hop) })
    }
    // Its own words need no beginning.
    if (by === PERSON && (group.lastBy !== PERSON || group.hold.strikes > 0)) {
      if (group.lastBy !== null || group.hold.strikes > 0) group.hold.forgive(this.order)
    }
    group.lastBy = by
    return true
  }

  pauseGroup(name: string, paused: boolean): boolean {
    const group = this.groups.get(name)
    if (group) group.paused = paused
    if (!paused && group && group.hold.until !== null) this.#release(PERSON, name, PERSON)
    return group !== undefined
  }

  /** The lead, or a person, ends a hold. */
  releaseGroup(by: string, name: string): boolean {
    const group = this.groups.get(name)
    if (!group || !this.#heads(by)) return false
    if (group.hold.until === null) return true
    if (by !== PERSON && !group.hold.leadMayEnd) return false
    this.#release(by, name, by)
    return true
  }

  releaseAgent(by: string, id: string): boolean {
    const { hold, status } = this.agent(id)
    if (!this.#heads(by) || status === 'terminated') return false
    if (hold.until === null) return true
    if (by !== PERSON && !hold.leadMayEnd) return false
    this.#release(by, null, id)
    return true
  }

  /** Time has passed: holds that were to end by now have ended, before anything else happens. */
  passed(): void {
    for (const [name, { hold }] of this.groups) {
      if (hold.until !== null && hold.until <= this.#now()) this.#release(null, name, PERSON)
    }
    for (const { id, hold } of this.agents.values()) {
      if (hold.until !== null && hold.until <= this.#now()) this.#release(null, null, id)
    }
  }

  /** A command in an agent's output: what it does, and the one answer to it. */
  command(by: string, name: string, run: () => boolean, asks = false): boolean {
    const agent = this.agent(by)
    // Its program may still be ending when it has been terminated.
    const accepted = agent.status !== 'terminated' && run()
    agent.refusals = accepted ? 0 : agent.refusals + 1
    const due = accepted ? asks : agent.refusals <= WAKING_REFUSALS
    if (due) agent.asked++
    const wakes = due && agent.asked <= WAKING_ANSWERS
    // Who has ended and still asks something is not started for the answer.
    const key = accepted ? 'confirmed' : `refused ${name}`
    this.give(by, key, { wakes: wakes && agent.status === 'active' })
    return accepted
  }

  // What programs do.

  started(id: string): void {
    Object.assign(this.agent(id), { againAt: null, runs: true })
  }

  crashed(id: string, startedAt: number): void {
    const agent = this.agent(id)
    if (agent.status !== 'active' || agent.ending || this.serverStopping) return
    const { limit, pauseMs, steadyMs } = this.#limits
    if (this.#now() - startedAt >= steadyMs) agent.crashes = 0
    agent.crashes++
    if (agent.crashes > limit) this.unusable(id)
    else agent.againAt = this.#now() + pauseMs * 2 ** (agent.crashes - 1)
  }

  /** Its program cannot be run at all. Who has ended does not fail by that. */
  unusable(id: string): void {
    const agent = this.agent(id)
    agent.runs = false
    if (agent.status !== 'active' || this.serverStopping) return
    const waitFor = this.#delegators(id)
    const more = { fresh: this.openTasks(id).length > 0, hop: agent.chain + 1 }
    for (const task of this.openTasks(id)) task.status = 'failed'
    for (const to of waitFor) {
      if (to !== PERSON && to !== id) this.giveFailure(to, reportKey(id, 'failed', ''), more)
    }
    this.#end(id, 'failed')
    this.needs.push({ kind: 'failed', agent: id, group: null })
  }

  /** The server is another one: what it only knew by heart is forgotten. */
  serverBegan(): void {
    this.serverStopping = true
    for (const agent of this.agents.values()) {
      agent.wanted = false
      this.gone(agent.id)
      agent.refusals = 0
      agent.asked = 0
      agent.crashes = 0
      agent.againAt = null
    }
    this.serverStopping = false
  }

  // What must be.

  openTasks(id: string): Task[] {
    return this.tasks.filter((task) => task.agent === id && task.status === 'open')
  }

  #add(id: string, createdBy: string): void {
    this.agents.set(id, {
      id,
      createdBy,
      status: 'active',
      waiting: [],
      unseen: [],
      prompt: null,
      inWork: false,
      runs: true,
      ending: false,
      wanted: false,
      refusals: 0,
      asked: 0,
      chain: 0,
      chainOrder: 0,
      turns: 0,
      hold: new HoldModel(),
      crashes: 0,
      againAt: null,
    })
  }

  /** The person and the lead direct the crew. */
  #heads(by: string): boolean {
    return by === PERSON || by === this.lead
  }

  #here(id: string): boolean {
    return id === PERSON || this.agent(id).status === 'active'
  }

  #task(by: string, agent: string, mark: string): void {
    this.tasks.push({ agent, by, text: `~${mark}~`, status: 'open', summary: null })
    this.give(agent, `task ${mark}`, { wakes: true, said: true, fresh: true })
  }

  #delegators(id: string): string[] {
    const tasks = this.openTasks(id)
    const ids = tasks.length > 0 ? tasks.map((task) => task.by) : [this.agent(id).createdBy]
    return [...new Set(ids)]
  }

  #report(about: string, to: string, what: string, mark: string, fresh = true): void {
    if (to === PERSON || to === about) return
    const hop = this.agent(about).chain + 1
    this.give(to, reportKey(about, what, mark), { wakes: true, said: true, fresh, hop })
  }

  #hop(by: string, to?: string): number {
    if (by === PERSON) return 0
    return this.chainNow(this.agent(by), to === undefined ? undefined : this.agent(to)) + 1
  }

  /** `agent` wrote to the group, or was written to, once too often. */
  #hold(agent: string, name: string | null): void {
    const place = name === null ? this.agent(agent) : this.groups.get(name)
    this.holds++
    place?.hold.begin(this.#now())
    this.needs.push({ kind: 'held', agent, group: name })
    this.give(this.lead, `held ${name ?? agent.slice(0, 8)}`, { said: true })
  }

  /** Ended by somebody, or by time when by nobody. */
  #release(by: string | null, name: string | null, agent: string): void {
    const place = name === null ? this.agent(agent) : this.groups.get(name)
    if (by === PERSON) place?.hold.forgive(this.order)
    else place?.hold.end(this.order, this.#now())
    this.#settle(
      (need) =>
        need.kind === 'held' && need.group === name && (name !== null || need.agent === agent),
    )
  }

  #revive(id: string): void {
    const agent = this.agent(id)
    if (agent.status === 'active') return
    agent.status = 'active'
    for (const group of this.groups.values()) if (group.members.has(id)) group.archived = false
    this.#forgive(id)
    this.#settle((need) => need.kind === 'failed' && need.agent === id)
  }

  /** Its program is started if it does not run. One that is being ended is waited for. */
  #forgive(id: string): void {
    const agent = this.agent(id)
    agent.runs = true
    agent.wanted = agent.ending
    agent.crashes = 0
    agent.againAt = null
  }

  #settle(settles: (need: { kind: string; agent: string; group: string | null }) => boolean): void {
    this.needs = this.needs.filter((need) => !settles(need))
  }

  /** With its last agent at work, but for the lead, a group goes out of use. */
  #end(id: string, status: 'completed' | 'failed' | 'terminated'): void {
    this.agent(id).status = status
    for (const group of this.groups.values()) {
      const workers = [...group.members.keys()].filter((one) => one !== PERSON && one !== this.lead)
      if (!workers.includes(id)) continue
      if (workers.every((one) => this.agent(one).status !== 'active')) group.archived = true
    }
  }

  #join(group: Group, id: string): void {
    group.ever.add(id)
    const agents = [...group.members.keys()].filter((member) => member !== PERSON).length
    group.members.set(id, this.#level(id, agents + 1))
  }

  #level(id: string, agents: number): 'all' | 'mentions' {
    return id === this.lead || agents > LIVELY_GROUP ? 'mentions' : 'all'
  }
}

const STATUS_TEXT = { completed: 'completed its task', failed: 'failed' } as const

function reportKey(about: string, what: string, mark: string): string {
  return `report ${about.slice(0, 8)} ${what} ${mark}`
}

/** How what somebody says goes on with a chain: a person begins anew. */
function from(by: string, hop: number): { hop: number; fresh: boolean } {
  return { hop, fresh: by === PERSON }
}
