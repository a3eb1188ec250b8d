import { HUMAN, HUMAN_ID } from '@crewroom/shared/model/participant'
import type { RunRecord } from '@crewroom/shared/model/run'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { Crew } from '../crew/crew'
import type { Shard } from '../crew/shard'
import type { Envelope } from '../journal/facts'
import { ownRunOf } from '../sessions/own-round'
import { BY_SERVER } from './by-server'
import { decideNestedBack, isHeldUp, isParentWaiting, type NestedAnswer, nestedIn } from './nested'
import { decideHeard, type Heard, heardIn } from './person-words'
import { decideSkipped } from './skip-turn'
import { decideStep } from './step'
import { turnOf } from './turn-of'
import { TurnTimers } from './turn-timers'
import { decideRunEnded } from '../rounds/end-run'

/** What storage refused is tried again after this long. */
const RETRY_MS = 1_000

/**
 * Takes the steps of discussions. Whether one is due is state, so that nothing is lost by a restart or a storage failure: it runs and
 * has no open round, or an answer waits for a discussion that has ended. Each step is a decision of its own.
 */
export class RunStepper {
  readonly #shard: Shard
  readonly #turns: TurnTimers
  readonly #failed: (error: unknown) => void
  /** Crews in which a step was refused and is tried again. */
  readonly #retries = new Map<string, () => void>()
  /** Crews that are looked at when all consumers have seen what was published. */
  #concerned = new Set<string>()
  /** Discussions that were in no table when they were looked for. */
  readonly #sought = new Map<string, 'waits' | 'stored'>()
  #stopped = false

  /** `failed` hears of errors that storage did not cause. */
  constructor(shard: Shard, failed: (error: unknown) => void) {
    this.#shard = shard
    this.#failed = failed
    this.#turns = new TurnTimers(shard)
    // What follows from an answer is stored together with it: one write of the disk for each round.
    shard.handEvents.on('advanced', (crew) => {
      if (hasRuns(crew)) this.#soon(crew.state.lead.id)
    })
  }

  /** Takes every step that is due: at start, and when memory was rebuilt from the tables. */
  resume(): void {
    this.stop()
    this.#stopped = false
    for (const { state } of this.#shard.crews()) this.#soon(state.lead.id)
  }

  published(entries: readonly Envelope[]): void {
    for (const { type, leadId, data } of entries) {
      switch (type) {
        case 'need:closed':
        case 'round:responded':
        case 'round:closed':
          // Most crews have no discussion; what waits for one that has ended says so.
          if (type === 'round:responded' && data.response.status === 'nested') this.#soon(leadId)
          else if (hasRuns(this.#shard.findCrew(leadId))) this.#soon(leadId)
          break
        case 'session:message':
          if (data.message.from === HUMAN_ID && hasRuns(this.#shard.findCrew(leadId))) {
            this.#soon(leadId)
          }
          break
        case 'run:started':
        case 'run:updated':
        case 'run:stepped':
        case 'run:ended':
        case 'lead:resumed':
          this.#soon(leadId)
          break
        // The time of the person's turn does not pass in a pause.
        case 'lead:paused':
        case 'group:paused':
        case 'group:resumed':
        case 'budget:changed':
          if (hasRuns(this.#shard.findCrew(leadId))) this.#soon(leadId)
          break
        case 'server:paused':
          for (const crew of this.#shard.crews()) {
            if (hasRuns(crew)) this.#soon(crew.state.lead.id)
          }
          break
        case 'lead:deleted':
          this.#forget(leadId)
          this.#turns.forget(leadId)
          break
        default:
      }
    }
  }

  stop(): void {
    this.#stopped = true
    for (const leadId of this.#retries.keys()) this.#forget(leadId)
    this.#turns.stop()
  }

  #forget(leadId: string): void {
    this.#retries.get(leadId)?.()
    this.#retries.delete(leadId)
  }

  /** A discussion that is in no table may be too new for that. False if it is in none when all is stored. */
  #awaitsStorage(leadId: string, runId: string): boolean {
    const sought = this.#sought.get(runId)
    if (sought === 'stored') {
      this.#sought.delete(runId)
      return false
    }
    if (sought === undefined) {
      this.#sought.set(runId, 'waits')
      const again = () => {
        this.#sought.set(runId, 'stored')
        this.#soon(leadId)
      }
      // Refused: its recovery looks at everything again.
      this.#shard.journal.durable(leadId).then(again, () => this.#sought.delete(runId))
    }
    return true
  }

  /** A step is a decision: taken here and now, its facts would be published before those that others have yet to see. */
  #soon(leadId: string): void {
    const isFirst = this.#concerned.size === 0
    this.#concerned.add(leadId)
    if (!isFirst) return
    queueMicrotask(() => {
      const concerned = this.#concerned
      this.#concerned = new Set()
      if (this.#stopped) return
      for (const id of concerned) {
        const crew = this.#shard.findCrew(id)
        if (crew) this.#look(crew)
      }
    })
  }

  #look(crew: Crew): void {
    if (crew.inert) return
    let isRefused = false
    // One that cannot be stepped keeps no other back.
    const attempt = (step: () => void): void => {
      try {
        step()
      } catch (error) {
        isRefused = true
        if (!(error instanceof CrewError)) this.#failed(error)
      }
    }
    // What nobody waits for any more ends first: it counts in what it is within.
    for (const run of liveIn(crew)) {
      attempt(() => {
        if (crew.state.runs[run.id] && !isParentWaiting(crew, run)) this.#endChild(crew, run)
      })
    }
    // What a person has said of it comes before its next step.
    for (const { id } of liveIn(crew)) {
      attempt(() => {
        const run = crew.state.runs[id]
        const heard = run && heardIn(this.#shard, crew, run)
        if (run && heard) this.#hear(crew, run, heard)
      })
    }
    for (const { id } of liveIn(crew)) {
      attempt(() => {
        // A step before may have ended it.
        const run = crew.state.runs[id]
        if (run && isDue(crew, run)) this.#step(crew, run)
        else if (run && isPassedOver(crew, run)) this.#passOver(crew, run)
      })
    }
    for (const nested of nestedIn(crew)) {
      attempt(() => {
        const outer = crew.state.runs[nested.round.run?.id ?? '']
        const waits = outer !== undefined && isHeldUp(crew, outer)
        if (!crew.state.runs[nested.child] && !waits) this.#back(crew, nested)
      })
    }
    this.#turns.look(crew)
    if (!isRefused) return
    // Storage may have failed. Its recovery looks at everything again.
    const { id } = crew.state.lead
    this.#forget(id)
    this.#retries.set(
      id,
      this.#shard.ports.clock.after(RETRY_MS, () => this.#again(id)),
    )
  }

  #again(leadId: string): void {
    this.#retries.delete(leadId)
    const crew = this.#shard.findCrew(leadId)
    if (crew) this.#look(crew)
  }

  #step(crew: Crew, run: RunRecord): void {
    const decision = this.#shard.decideAccepted(crew)
    decideStep(this.#shard, decision, crew, BY_SERVER, run)
    this.#shard.commit(crew, BY_SERVER, decision)
  }

  #hear(crew: Crew, run: RunRecord, heard: Heard): void {
    const decision = this.#shard.decideAccepted(crew)
    const by = { actor: HUMAN, cause: BY_SERVER.cause }
    decideHeard(this.#shard, decision, crew, by, run, heard)
    this.#shard.commit(crew, by, decision)
  }

  #passOver(crew: Crew, run: RunRecord): void {
    const decision = this.#shard.decideAccepted(crew)
    decideSkipped(this.#shard, decision, crew, run, { stoppedBy: HUMAN_ID })
    this.#shard.commit(crew, BY_SERVER, decision)
  }

  #endChild(crew: Crew, run: RunRecord): void {
    const decision = this.#shard.decideAccepted(crew)
    decideRunEnded(this.#shard, decision, crew, run.id, { why: 'parent_ended' })
    this.#shard.commit(crew, BY_SERVER, decision)
  }

  #back(crew: Crew, { round, agentId, child }: NestedAnswer): void {
    const run = this.#shard.ports.reader.run(child)
    // Its end is not stored yet: when it is, this is looked at again.
    if (run && run.status !== 'ended') return
    if (!run && this.#awaitsStorage(crew.state.lead.id, child)) return
    const decision = this.#shard.decideAccepted(crew)
    decideNestedBack(this.#shard, decision, crew, round, agentId, run)
    this.#shard.commit(crew, BY_SERVER, decision)
  }
}

function liveIn({ state }: Crew): readonly RunRecord[] {
  return Object.values(state.runs)
}

/** Whether the person was to do something, and dismissed that. */
function isPassedOver(crew: Crew, run: RunRecord): boolean {
  return run.status === 'waiting_human' && turnOf(crew, run) === undefined
}

/** Whether the next step may be taken: it runs, and nothing of its session is awaited. */
function isDue(crew: Crew, run: RunRecord): boolean {
  const { status, sessionId } = run
  if (status !== 'running' || isHeldUp(crew, run)) return false
  const rounds = crew.state.rounds[ownRunOf({ id: sessionId })] ?? []
  return rounds.every(({ closed }) => closed !== null)
}

function hasRuns(crew: Crew | undefined): boolean {
  for (const _id in crew?.state.runs) return true
  return false
}
