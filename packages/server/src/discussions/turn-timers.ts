import type { RunRecord } from '@crewroom/shared/model/run'
import { TEXT } from '@crewroom/shared/text/catalogue'
import type { Crew } from '../crew/crew'
import type { Shard } from '../crew/shard'
import { isPaused } from '../crew/wake'
import { decideRunEnded } from '../rounds/end-run'
import { BY_SERVER } from './by-server'
import { isHeldUp } from './nested'
import { decideSkipped } from './skip-turn'
import { decideTurnAgain } from './turn-again'
import { turnOf } from './turn-of'

/** What storage refused is tried again after this long. */
const RETRY_MS = 1_000

interface Running {
  /** The need that waits for the person. */
  readonly needId: string
  readonly isPaused: boolean
  readonly cancel: () => void
}

/**
 * Ends turns of the person that have a time. The time is that of the need, so a restart does not prolong it. None passes in a pause
 * of the crew, the group, the server or a discussion around it: after that it begins again.
 */
export class TurnTimers {
  readonly #shard: Shard
  /** By crew, then by discussion. */
  readonly #running = new Map<string, Map<string, Running>>()

  constructor(shard: Shard) {
    this.#shard = shard
  }

  look(crew: Crew): void {
    const leadId = crew.state.lead.id
    const before = this.#running.get(leadId) ?? new Map<string, Running>()
    const now = new Map<string, Running>()
    for (const run of Object.values(crew.state.runs)) {
      const need = turnOf(crew, run)
      const until = need?.turn?.until
      if (!need || !until || run.status !== 'waiting_human') continue
      const known = before.get(run.id)
      const isPaused = this.#isPaused(crew, run)
      if (known?.needId === need.id && known.isPaused === isPaused) now.set(run.id, known)
      else if (isPaused) now.set(run.id, { needId: need.id, isPaused, cancel: () => {} })
      else {
        const isOver = known?.needId === need.id
        const cancel = isOver
          ? this.#again(leadId, run.id)
          : this.#begin(leadId, run.id, Date.parse(until))
        now.set(run.id, { needId: need.id, isPaused, cancel })
      }
    }
    for (const [id, running] of before) if (now.get(id) !== running) running.cancel()
    if (now.size > 0) this.#running.set(leadId, now)
    else this.#running.delete(leadId)
  }

  forget(leadId: string): void {
    for (const { cancel } of this.#running.get(leadId)?.values() ?? []) cancel()
    this.#running.delete(leadId)
  }

  stop(): void {
    for (const leadId of this.#running.keys()) this.forget(leadId)
  }

  #isPaused(crew: Crew, run: RunRecord): boolean {
    if (crew.inert || isPaused(this.#shard, crew)) return true
    return isHeldUp(crew, run) || crew.state.groups[run.groupName]?.paused === true
  }

  /** A pause is over: the turn has all of its time again, also for those who read when it ends. */
  #again(leadId: string, runId: string): () => void {
    const { clock } = this.#shard.ports
    return this.#until(clock.now(), () => {
      const crew = this.#shard.findCrew(leadId)
      const run = crew?.state.runs[runId]
      if (!crew || run?.status !== 'waiting_human') return
      const decision = this.#shard.decideAccepted(crew)
      decideTurnAgain(this.#shard, decision, crew, run)
      this.#shard.commit(crew, BY_SERVER, decision)
    })
  }

  #begin(leadId: string, runId: string, until: number): () => void {
    return this.#until(until, () => this.#end(leadId, runId))
  }

  #until(time: number, act: () => void): () => void {
    const { clock } = this.#shard.ports
    let cancel = () => {}
    const attempt = (): void => {
      try {
        act()
      } catch {
        cancel = clock.after(RETRY_MS, attempt)
      }
    }
    cancel = clock.after(Math.max(0, time - clock.now()), attempt)
    return () => cancel()
  }

  #end(leadId: string, runId: string): void {
    const crew = this.#shard.findCrew(leadId)
    const run = crew?.state.runs[runId]
    if (!crew || run?.status !== 'waiting_human') return
    const decision = this.#shard.decideAccepted(crew)
    if (run.limits.onHumanTimeout === 'stop') {
      const error = TEXT.noAnswerInTime
      decideRunEnded(this.#shard, decision, crew, run.id, { why: 'human_timeout', error })
    } else {
      decideSkipped(this.#shard, decision, crew, run, { error: TEXT.noAnswerInTime })
    }
    this.#shard.commit(crew, BY_SERVER, decision)
  }
}
