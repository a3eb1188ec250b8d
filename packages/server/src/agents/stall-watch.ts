import { type AgentRecord, takesTurns } from '@crewroom/shared/model/agent'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { TEXT } from '@crewroom/shared/text/catalogue'
import type { Envelope, FactType } from '../journal/facts'
import type { Crew } from '../crew/crew'
import { openTurns } from '../delivery/hand-over'
import { leadSleepsAlone } from '../delivery/idle-lead'
import type { PresenceBook } from '../crew/presence'
import type { Shard } from '../crew/shard'
import { askToGoOn, tellStalled } from '../conduct/stall'
import { isPaused } from '../crew/wake'
import {
  delegatorsOf,
  familyOf,
  isUnderWay,
  whoWaitsFor,
  withOpenTask,
} from '../delivery/who-waits'

/** What storage refused is tried again after this long. */
const RETRY_MS = 1_000

/** After any of these somebody may have nothing left to wait for. */
const LOOKED_AFTER: ReadonlySet<FactType> = new Set<FactType>([
  'turn:ended',
  'agent:completed',
  'agent:failed',
  'agent:terminated',
  'agent:released',
  'group:resumed',
  'lead:resumed',
  'budget:changed',
  'need:closed',
  'task:completed',
  'task:failed',
  'task:cancelled',
])

export interface StallPorts {
  readonly shard: Shard
  readonly presence: PresenceBook
  /** An agent's newest words outside of commands. */
  readonly lastWords: (agentId: string) => string | null
}

/**
 * Notices agents that went quiet with a task open, while nothing goes on that they may wait for. Each is asked once to go
 * on; quiet again, it is told to a person and to whoever delegated. What is stored of that keeps it to once.
 */
export class StallWatch {
  readonly #ports: StallPorts
  /** When an agent whose program does not say that its turn is over was last heard of, on the monotonic clock. */
  readonly #signs = new Map<string, number>()
  /** With whom an agent has written; of those of whom it was asked. */
  readonly #wroteWith = new Map<string, Set<string>>()
  /** How often in a row an agent went quiet again that was asked. Not stored: a restart forgives it. */
  readonly #stalls = new Map<string, number>()
  readonly #toLook = new Set<string>()
  /** By lead: when its crew is looked at next, on the monotonic clock. */
  readonly #timers = new Map<string, { readonly due: number; readonly cancel: () => void }>()

  constructor(ports: StallPorts) {
    this.#ports = ports
    const { handEvents } = ports.shard
    handEvents.on('handed', (_crew, agentId) => this.#sign(agentId))
    handEvents.on('confirmed', (crew, agentId, _groups, isOver) => {
      this.#sign(agentId)
      if (isOver) this.#lookAt(crew.state.lead.id)
    })
  }

  /**
   * For a start, once programs were started for what is owed: the server may have been killed between the end of a turn
   * and the question. Whose program is starting is looked at when it is idle.
   */
  lookAtAll(): void {
    for (const crew of this.#ports.shard.crews()) this.#lookAt(crew.state.lead.id)
  }

  /** Something is known of it that was not before. */
  presenceChanged(agentId: string): void {
    this.#sign(agentId)
    for (const crew of this.#ports.shard.crewsOf(agentId)) this.#lookAt(crew.state.lead.id)
  }

  published(entries: readonly Envelope[]): void {
    for (const entry of entries) {
      if (entry.type === 'direct:message') this.#note(entry.data.message)
      if (entry.type === 'task:completed' || entry.type === 'task:failed') {
        this.#stalls.delete(entry.data.task.agentId)
      }
      if (entry.type === 'stream:advanced') this.#sign(entry.data.position.agentId)
      if (entry.type === 'turn:sent') this.#sign(entry.data.turn.agentId)
      if (entry.type === 'turn:ended') this.#sign(entry.data.agentId)
      if (entry.type === 'lead:deleted') {
        for (const agentId of entry.data.agentIds) {
          this.#signs.delete(agentId)
          this.#wroteWith.delete(agentId)
          this.#stalls.delete(agentId)
        }
        continue
      }
      if (entry.type === 'server:paused') this.lookAtAll()
      else if (LOOKED_AFTER.has(entry.type)) this.#lookAt(entry.leadId)
    }
  }

  stop(): void {
    for (const { cancel } of this.#timers.values()) cancel()
    this.#timers.clear()
    this.#toLook.clear()
  }

  #sign(agentId: string): void {
    this.#signs.set(agentId, this.#ports.shard.ports.clock.monotonic())
  }

  #note({ from, to }: { readonly from: string; readonly to: string | null }): void {
    if (to === null || to === HUMAN_ID) return
    if (from === HUMAN_ID) {
      this.#stalls.delete(to)
      return
    }
    // Agents that are not known yet are read when somebody asks; published facts are in the tables.
    this.#wroteWith.get(from)?.add(to)
    this.#wroteWith.get(to)?.add(from)
  }

  /** Read when it is first asked for: the newest of what an agent wrote or was told. */
  #othersOf(agentId: string): ReadonlySet<string> {
    let others = this.#wroteWith.get(agentId)
    if (others) return others
    const { shard } = this.#ports
    others = new Set()
    for (const { state } of shard.crewsOf(agentId)) {
      const query = { agentId, viewer: null, before: Number.MAX_SAFE_INTEGER, limit: LIMITS.page }
      for (const { from, to } of shard.ports.reader.comms(state.lead.id, query).messages) {
        if (to !== null) others.add(from === agentId ? to : from)
      }
    }
    others.delete(HUMAN_ID)
    this.#wroteWith.set(agentId, others)
    return others
  }

  /** When this tick is over: what just became idle may be handed more in it. */
  #lookAt(leadId: string): void {
    if (this.#toLook.has(leadId)) return
    this.#toLook.add(leadId)
    setImmediate(() => {
      if (!this.#toLook.delete(leadId)) return
      const crew = this.#ports.shard.findCrew(leadId)
      if (!crew) return
      // Storage is away; its recovery is told elsewhere.
      if (this.#ports.shard.journal.failure) return this.#lookLater(leadId, RETRY_MS)
      try {
        this.#look(crew)
      } catch {
        this.#lookLater(leadId, RETRY_MS)
      }
    })
  }

  /** The earliest time that anybody asked for stays: each look finds the next one. */
  #lookLater(leadId: string, ms: number): void {
    const { clock } = this.#ports.shard.ports
    const due = clock.monotonic() + ms
    const planned = this.#timers.get(leadId)
    if (planned && planned.due <= due) return
    planned?.cancel()
    const cancel = clock.after(ms, () => {
      this.#timers.delete(leadId)
      this.#lookAt(leadId)
    })
    this.#timers.set(leadId, { due, cancel })
  }

  #look(crew: Crew): void {
    const { shard, presence } = this.#ports
    const family = familyOf(shard, crew)
    if (family.every(({ state }) => Object.keys(state.tasks).length === 0)) return
    const still = family.filter((one) => one.inert || isPaused(shard, one))
    if (still.length === family.length || family.some((one) => this.#leadIsNext(one))) return
    const agents = new Map(
      family.flatMap(({ state }) => Object.values(state.agents).map((agent) => [agent.id, agent])),
    )
    let soonest = Infinity
    const busy: string[] = []
    for (const agent of agents.values()) {
      if (agent.ended !== null) continue
      const quietIn = this.#quietIn(agent)
      if (quietIn > 0) soonest = Math.min(soonest, quietIn)
      // An agent of a paused crew continues after the pause: others may wait for it, and it is not asked.
      const isStopped =
        still.some(({ state }) => state.agents[agent.id]) ||
        family.some((one) => one.state.agents[agent.id] && isPaused(shard, one, agent.id))
      if (isStopped || quietIn > 0 || isUnderWay(shard, presence, agent)) busy.push(agent.id)
    }
    if (soonest < Infinity) this.#lookLater(crew.state.lead.id, soonest)
    const waiting = whoWaitsFor(family, busy, (id) => this.#othersOf(id))
    const quiet = family.flatMap((one) =>
      withOpenTask(one).flatMap((agent) =>
        waiting.has(agent.id) || this.#neverCame(agent) ? [] : { crew: one, agent },
      ),
    )
    // Agents that wait for one of them are next if that leads to nothing.
    const later = delegatorsOf(
      family,
      quiet.map(({ agent }) => agent.id),
    )
    for (const { crew: one, agent } of quiet) {
      if (!later.has(agent.id)) this.#act(one, agent)
    }
  }

  #act(crew: Crew, { id, driver }: AgentRecord): void {
    const { shard, presence, lastWords } = this.#ports
    // An offline program is given as long as a quiet one before a person is called.
    this.#sign(id)
    if (crew.remembered(id).stall === null) {
      const tasks = crew.openTasks(id).map(({ text }) => text)
      askToGoOn(shard, crew, id, TEXT.taskOpen(tasks))
      if (driver.kind === 'remote') this.#lookLater(crew.state.lead.id, LIMITS.quietMs)
      return
    }
    const isThere = driver.kind !== 'remote' || presence.get(id).connection === 'connected'
    const times = (this.#stalls.get(id) ?? 0) + 1
    tellStalled(shard, crew, id, { isThere, said: lastWords(id), times })
    // Left to a person, it begins again with what that one does.
    this.#stalls.set(id, times < LIMITS.stallsInRow ? times : 0)
  }

  /** Whether a lead is about to be woken for what others have said: it may have an answer. */
  #leadIsNext(crew: Crew): boolean {
    const { shard, presence } = this.#ports
    const lead = crew.state.agents[crew.state.lead.id]
    if (!lead) return false
    const isThere =
      lead.driver.kind !== 'remote' || presence.get(lead.id).connection === 'connected'
    return isThere && leadSleepsAlone(shard, crew, presence)
  }

  /**
   * Milliseconds until an agent counts as quiet. An ACP program or a model says when its turn is over; of others it is only known how
   * long nothing was heard of them, and whether they hold something that they have not confirmed.
   */
  #quietIn({ id, driver }: AgentRecord): number {
    if (takesTurns(driver)) return 0
    const { shard } = this.#ports
    const last = this.#signs.get(id)
    if (last === undefined) return 0
    const holdsTurn = openTurns(shard, id, true).length > 0
    const limit = holdsTurn ? LIMITS.quietWithTurnMs : LIMITS.quietMs
    return Math.max(0, last + limit - shard.ports.clock.monotonic())
  }

  /** A program that was never there since the server started has not gone quiet. */
  #neverCame({ id, driver }: AgentRecord): boolean {
    return driver.kind === 'remote' && this.#ports.presence.get(id).connection === 'none'
  }
}
