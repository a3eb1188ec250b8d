import { CONDUCT, HoldModel } from './hold-model'
import { PERSON } from './owed-model'
import { from, TalkModel } from './talk-model'

/** Refusals in a row that wake whoever was refused. */
const WAKING_REFUSALS = 3
/** Answers to one's own queries in a row that wake. */
const WAKING_ANSWERS = 10

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
export class LifeModel extends TalkModel {
  readonly tasks: Task[] = []
  readonly #limits: Limits

  constructor(lead: string, limits: Limits, now: () => number) {
    super(lead, now)
    this.#limits = limits
    this.#add(lead, PERSON)
  }

  // What people and agents do. True when it is accepted.

  create(by: string, id: string, task: string | null): boolean {
    if (!this.heads(by)) return false
    this.#add(id, by)
    if (task !== null) this.#task(by, id, task)
    return true
  }

  delegate(by: string, to: string, text: string): boolean {
    if (!this.heads(by) || by === to || this.agent(to).status === 'terminated') return false
    this.#revive(to)
    this.#task(by, to, text)
    return true
  }

  complete(by: string, id: string, status: 'completed' | 'failed', mark: string | null): boolean {
    const agent = this.agent(id)
    const [task, ...others] = this.openTasks(id)
    const fresh = task !== undefined
    if ((by !== PERSON && by !== id) || (!task && agent.status !== 'active')) return false
    if (!task && by !== PERSON && id !== this.lead) return false
    if (task) Object.assign(task, { status, summary: mark === null ? null : `~${mark}~` })
    const to = task?.by ?? agent.createdBy
    this.#report(id, to, STATUS_TEXT[status], mark ?? '', fresh)
    if (others.length > 0) return true
    this.#tellLead(id, [by, to], STATUS_TEXT[status], mark ?? '', fresh)
    this.#end(id, status)
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
    const hop = this.hopOf(by, to)
    if (by !== PERSON && agent.hold.until === null && hop >= CONDUCT.hops) this.beginHold(to, null)
    if (by === PERSON && agent.hold.until !== null) this.endHold(PERSON, null, to)
    this.#revive(to)
    if (by === PERSON) this.settle((need) => need.kind === 'question' && need.agent === to)
    const rank = by === PERSON ? 1 : 2
    this.give(to, `direct ${mark}`, { rank, wakes: true, said: true, ...from(by, hop) })
    return true
  }

  interrupt(by: string, to: string, mark: string): boolean {
    if (!this.heads(by) || by === to || this.agent(to).status === 'terminated') return false
    this.#revive(to)
    const hop = this.hopOf(by, to)
    this.give(to, `interrupt ${mark}`, { rank: 0, wakes: true, said: true, ...from(by, hop) })
    const { prompt } = this.agent(to)
    if (prompt) prompt.toCancel = prompt.interrupted = true
    return true
  }

  broadcast(by: string, mark: string): boolean {
    for (const agent of this.agents.values()) {
      if (agent.status !== 'active' || agent.id === by) continue
      const more = from(by, this.hopOf(by))
      this.give(agent.id, `broadcast ${mark}`, { wakes: by === PERSON, said: true, ...more })
    }
    return true
  }

  terminate(by: string, id: string, mark: string): boolean {
    const agent = this.agent(id)
    if (!this.heads(by) || by === id || agent.status === 'terminated') return false
    const waitFor = this.#delegators(id)
    for (const task of this.openTasks(id)) {
      Object.assign(task, { status: 'cancelled', summary: `~${mark}~` })
    }
    for (const to of waitFor) if (to !== by) this.#report(id, to, 'was terminated by', mark)
    this.#tellLead(id, [by, ...waitFor], 'was terminated by', mark, true)
    if (agent.hold.until !== null) this.endHold(by, null, id)
    this.settle((need) => need.agent === id && need.kind !== 'held')
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

  ready(id: string): void {
    this.agent(id).wasReady = true
  }

  worked(id: string): void {
    this.agent(id).hasSession = true
  }

  crashed(id: string, startedAt: number): void {
    const agent = this.agent(id)
    if (agent.status !== 'active' || agent.ending || this.serverStopping) return
    const { limit, pauseMs, steadyMs } = this.#limits
    if (this.now() - startedAt >= steadyMs) agent.crashes = 0
    agent.crashes++
    const isProven = agent.wasReady || agent.hasSession
    if (agent.crashes > (isProven ? limit : Math.min(1, limit))) this.unusable(id)
    else agent.againAt = this.now() + pauseMs * 2 ** (agent.crashes - 1)
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
    this.#tellLead(id, waitFor, 'failed', '', more.fresh)
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
      agent.wasReady = false
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
      begun: [],
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
      wasReady: false,
      hasSession: false,
      againAt: null,
    })
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

  /** The lead is told of whoever ends, if it is not among those who know; that is no reason for it to start. */
  #tellLead(about: string, known: readonly string[], what: string, mark: string, fresh: boolean) {
    if (about === this.lead || known.includes(this.lead)) return
    const hop = this.agent(about).chain + 1
    this.give(this.lead, reportKey(about, what, mark), { said: true, fresh, hop })
  }

  #revive(id: string): void {
    const agent = this.agent(id)
    if (agent.status === 'active') return
    agent.status = 'active'
    for (const group of this.groups.values()) if (group.members.has(id)) group.archived = false
    this.#forgive(id)
    this.settle((need) => need.kind === 'failed' && need.agent === id)
  }

  /** Its program is started if it does not run. One that is being ended is waited for. */
  #forgive(id: string): void {
    const agent = this.agent(id)
    agent.runs = true
    agent.wanted = agent.ending
    agent.crashes = 0
    agent.againAt = null
  }

  /** With its last agent at work, but for the lead, a group goes out of use. */
  #end(id: string, status: 'completed' | 'failed' | 'terminated'): void {
    this.agent(id).status = status
    for (const group of this.groups.values()) {
      const workers = [...group.members.keys()].filter((one) => one !== PERSON && one !== this.lead)
      const isAtRest = workers.every((one) => this.agent(one).status !== 'active')
      if (workers.includes(id) && isAtRest) group.archived = true
    }
  }
}

const STATUS_TEXT = { completed: 'completed its task', failed: 'failed' } as const

function reportKey(about: string, what: string, mark: string): string {
  return `report ${about.slice(0, 8)} ${what} ${mark}`
}
