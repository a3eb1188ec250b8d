import { SYSTEM } from '@crewroom/shared/model/participant'
import type { RunLimits } from '@crewroom/shared/model/run'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { TEXT } from '@crewroom/shared/text/catalogue'
import type { Crew } from '../crew/crew'
import { isGroupPaused } from '../crew/round-gate'
import type { Asked } from '../crew/round-book'
import type { By, Shard } from '../crew/shard'
import { isPaused } from '../crew/wake'
import type { Envelope } from '../journal/facts'
import { decideResponse } from './close-round'

const BY_TIME: By = { actor: SYSTEM, cause: { kind: 'system' } }
/** What storage refused is tried again after this long. */
const RETRY_MS = 1_000

/** What an agent that is asked does, and how long it may: nothing runs in a pause. */
type Phase = 'waits' | 'answers' | 'paused'

interface Running {
  readonly phase: Phase
  readonly cancel: () => void
}

/**
 * Ends questions that get no answer: so long after the round was handed over, or after it was opened if it never is. Times
 * are in memory alone: after a pause, and when the server starts, they begin again.
 */
export class AnswerTimers {
  readonly #shard: Shard
  /** By crew, then by delivery. */
  readonly #running = new Map<string, Map<string, Running>>()

  constructor(shard: Shard) {
    this.#shard = shard
    shard.handEvents.on('handed', (crew, agentId) => {
      if (crew.rounds.asked(agentId).length > 0) this.#look(crew)
    })
  }

  /** Begins all times: at start, and when memory was rebuilt from the tables. */
  resume(): void {
    this.stop()
    for (const crew of this.#shard.crews()) this.#look(crew)
  }

  published(entries: readonly Envelope[]): void {
    const concerned = new Set<Crew>()
    for (const { type, leadId } of entries) {
      switch (type) {
        case 'server:paused':
          for (const crew of this.#shard.crews()) concerned.add(crew)
          break
        case 'lead:deleted':
          this.#forget(leadId)
          break
        case 'round:opened':
        case 'round:responded':
        case 'turn:sent':
        case 'lead:paused':
        case 'lead:resumed':
        case 'group:paused':
        case 'group:resumed':
        case 'group:held':
        case 'budget:changed': {
          const crew = this.#shard.findCrew(leadId)
          if (crew) concerned.add(crew)
          break
        }
        default:
      }
    }
    for (const crew of concerned) this.#look(crew)
  }

  stop(): void {
    for (const leadId of this.#running.keys()) this.#forget(leadId)
  }

  #forget(leadId: string): void {
    for (const { cancel } of this.#running.get(leadId)?.values() ?? []) cancel()
    this.#running.delete(leadId)
  }

  /** Begins the times of what has changed, and of nothing else. */
  #look(crew: Crew): void {
    const leadId = crew.state.lead.id
    const asked = crew.rounds.allAsked()
    if (asked.length === 0) {
      this.#forget(leadId)
      return
    }
    const before = this.#running.get(leadId) ?? new Map<string, Running>()
    const now = new Map<string, Running>()
    for (const one of asked) {
      const phase = this.#phaseOf(crew, one)
      const known = before.get(one.deliveryId)
      if (known?.phase === phase) now.set(one.deliveryId, known)
      else now.set(one.deliveryId, { phase, cancel: this.#begin(crew, one, phase) })
    }
    for (const [id, running] of before) if (now.get(id) !== running) running.cancel()
    this.#running.set(leadId, now)
  }

  #phaseOf(crew: Crew, { agentId, runId, n, deliveryId }: Asked): Phase {
    if (crew.inert || isPaused(this.#shard, crew, agentId)) return 'paused'
    if (isGroupPaused(crew, runId, n)) return 'paused'
    return crew.inHand.pending(agentId).some(({ id }) => id === deliveryId) ? 'waits' : 'answers'
  }

  #begin(crew: Crew, asked: Asked, phase: Phase): () => void {
    if (phase === 'paused') return () => {}
    const { answerSeconds, waitSeconds } = limitsOf(crew, asked)
    const seconds = phase === 'answers' ? answerSeconds : waitSeconds
    let cancel = () => {}
    const end = (): void => {
      try {
        this.#end(crew.state.lead.id, asked)
      } catch {
        // Storage has failed. Its recovery begins all times again.
        cancel = this.#shard.ports.clock.after(RETRY_MS, end)
      }
    }
    cancel = this.#shard.ports.clock.after(seconds * 1_000, end)
    return () => cancel()
  }

  #end(leadId: string, asked: Asked): void {
    const crew = this.#shard.findCrew(leadId)
    if (!crew) return
    const decision = this.#shard.decideAccepted(crew)
    const error = TEXT.noAnswerInTime
    if (!decideResponse(decision, crew, asked, { status: 'error', error })) return
    this.#shard.commit(crew, BY_TIME, decision)
  }
}

/** A discussion may have times of its own. */
function limitsOf(
  crew: Crew,
  { runId, n }: Asked,
): Pick<RunLimits, 'answerSeconds' | 'waitSeconds'> {
  const run = crew.rounds.round(runId, n)?.run
  return (run && crew.state.runs[run.id]?.limits) ?? LIMITS
}
