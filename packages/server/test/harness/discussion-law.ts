import { memberOf } from '@crewroom/shared/model/group'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import {
  isAwaited,
  type RoundRecord,
  type RoundResponse,
  responseOf,
} from '@crewroom/shared/model/round'
import type { RunRecord } from '@crewroom/shared/model/run'
import { expect } from 'vitest'
import { leaderOf, transitionsOf } from '../../src/discussions/policy-settings'
import type { Envelope } from '../../src/journal/facts'
import type { TestCrew } from './test-crew'

const COUNTED = new Set(['answer', 'manage', 'human'])

/** What a discussion had, counted from facts and not by the engine. */
interface Count {
  rounds: number
  messages: number
  isEnded: boolean
}

/** What holds in every discussion, watched fact by fact as they are published. */
export class DiscussionLaw {
  readonly #runs = new Map<string, RunRecord>()
  readonly #rounds = new Map<string, RoundRecord>()
  readonly #counts = new Map<string, Count>()
  /** Discussions that somebody stopped, or whose session or group was put away. */
  readonly putAway = new Set<string>()
  /** When a discussion was continued or given other participants. */
  readonly #changedAt = new Map<string, number>()
  readonly #openAtChange = new Set<string>()
  readonly #said: {
    readonly sessionId: string
    readonly from: string
    readonly seq: number
    readonly content: string
  }[] = []
  /** Questions that nobody was handed. */
  readonly #bring = new Set<string>()
  readonly #takenBack = new Set<string>()
  readonly #orphans: RunRecord[] = []
  readonly reasons = new Map<string, number>()

  observe(crew: TestCrew, entries: readonly Envelope[]): void {
    for (const entry of entries) this.#observe(crew, entry)
    // The answer may end behind what was within it, in the same decision.
    for (const { id, parent } of this.#orphans.splice(0)) {
      const round = parent && this.#rounds.get(`${parent.sessionId} ${parent.n}`)
      const response = round && responseOf(round, parent.agentId)
      expect(response && isAwaited(response) && response.child === id).toBeFalsy()
    }
  }

  /** At the end nobody is waited for, and every discussion has a reason. */
  over(crew: TestCrew): void {
    expect(crew.crew.state.runs).toEqual({})
    for (const run of this.#runs.values()) {
      expect(run.status).toBe('ended')
      expect(crew.shard.ports.reader.run(run.id)).toEqual(run)
    }
    for (const round of this.#rounds.values()) {
      if (!round.run) continue
      expect(round.closed, `round ${round.n}`).not.toBeNull()
      expect(round.responses.filter(isAwaited)).toEqual([])
    }
    const needs = Object.values(crew.crew.state.needs)
    expect(needs.filter(({ kind }) => kind === 'turn')).toEqual([])
  }

  #observe(crew: TestCrew, { type, data, seq }: Envelope): void {
    switch (type) {
      case 'run:started':
        return this.#begun(data.run)
      case 'run:updated': {
        const before = this.#run(data.run.id)
        const isSame =
          before.status !== 'ended' &&
          before.participants.join(' ') === data.run.participants.join(' ')
        if (!isSame) {
          this.#changedAt.set(data.run.id, seq)
          for (const round of this.#rounds.values()) {
            if (round.closed === null) this.#openAtChange.add(keyOf(round))
          }
        }
        return this.#begun(data.run)
      }
      case 'run:stepped': {
        const run = this.#run(data.runId)
        this.#runs.set(run.id, { ...run, status: data.status, progress: data.progress })
        return
      }
      case 'run:ended':
        return this.#ended(crew, data.run)
      case 'delivery:created': {
        const { id, content } = data.delivery
        if (content.form === 'round' && content.fromSeq < content.toSeq) this.#bring.add(id)
        return
      }
      case 'delivery:withdrawn':
        if (data.given) return
        // One that brings nothing new is known to nobody.
        for (const id of data.deliveryIds) if (this.#bring.has(id)) this.#takenBack.add(id)
        return
      case 'round:opened':
        return this.#opened(crew, data.round)
      case 'round:responded':
        return this.#responded(data)
      case 'round:closed': {
        const round = this.#round(data.sessionId, data.n)
        this.#rounds.set(keyOf(round), { ...round, closed: data.why })
        const isPaid = round.responses.some(
          ({ status, deliveryId }) => status !== 'error' || !this.#takenBack.has(deliveryId),
        )
        if (round.run && COUNTED.has(round.ask) && isPaid) this.#count(round.run.id).rounds += 1
        return
      }
      case 'session:message': {
        const { round, from } = data.message
        const { seq: at, content } = data.message
        this.#said.push({ sessionId: data.sessionId, from, seq: at, content })
        const asked = round && this.#rounds.get(`${data.sessionId} ${round.n}`)
        if (!asked?.run || round?.as === 'interjection' || round?.as === 'start') return
        const count = this.#count(asked.run.id)
        expect(count.isEnded, 'nothing is posted after the end').toBe(false)
        expect(round?.as).toBe('answer')
        expect(asked.closed).toBeNull()
        count.messages += 1
        return
      }
      default:
    }
  }

  #begun(run: RunRecord): void {
    const before = this.#runs.get(run.id)
    this.#runs.set(run.id, run)
    const count = this.#counts.get(run.id) ?? { rounds: 0, messages: 0, isEnded: false }
    this.#counts.set(run.id, { ...count, isEnded: false })
    if (before?.status === 'ended') this.putAway.delete(run.id)
    const live = [...this.#runs.values()].filter(
      ({ sessionId, status }) => sessionId === run.sessionId && status !== 'ended',
    )
    expect(live, 'one in a session').toHaveLength(1)
  }

  #opened(crew: TestCrew, round: RoundRecord): void {
    if (!round.run) return
    const run = this.#run(round.run.id)
    const open = [...this.#rounds.values()].filter(
      (one) => one.sessionId === round.sessionId && one.closed === null,
    )
    expect(open, 'one round at a time').toEqual([])
    expect(['running', 'waiting_human']).toContain(run.status)
    expect(run.sessionId).toBe(round.sessionId)
    expect(round.reason.trim()).not.toBe('')
    const { rounds } = this.#count(run.id)
    expect(round.run.n, 'its number').toBe(rounds + 1)
    if (COUNTED.has(round.ask)) expect(rounds + 1).toBeLessThanOrEqual(run.limits.rounds)
    const group = crew.crew.state.groups[run.groupName]
    const session = crew.crew.state.sessions[run.sessionId]
    const ids = round.responses.map(({ agentId }) => agentId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) {
      if (round.ask === 'answer' || round.ask === 'human') expect(run.participants).toContain(id)
      else expect(id).toBe(leaderOf(run.policy))
      if (id === HUMAN_ID) {
        expect(round.ask).toBe('human')
        continue
      }
      const agent = crew.crew.state.agents[id]
      expect(agent?.ended, 'one that is asked is at work').toBeNull()
      expect(group && memberOf(group, id), 'in the group').toBeTruthy()
      expect(session?.activeAgents, 'in the session').toContain(id)
      if (round.ask === 'answer') expect(run.progress.failures[id] ?? 0).toBeLessThan(2)
    }
    this.#rounds.set(keyOf(round), round)
  }

  #responded({
    sessionId,
    n,
    response,
  }: {
    sessionId: string
    n: number
    response: RoundResponse
  }) {
    const round = this.#rounds.get(`${sessionId} ${n}`)
    if (!round) return
    const before = responseOf(round, response.agentId)
    expect(before, 'one that was asked').toBeDefined()
    // What a remote agent adds after it passed is the one thing that comes after an answer.
    const isAdded = before?.status === 'passed' && response.late
    if (!isAdded) expect(before && isAwaited(before), 'one answer').toBe(true)
    if (before?.status === 'nested' && response.status === 'thinking') {
      expect(response.soFar).toBe(before.soFar)
    }
    this.#rounds.set(keyOf(round), {
      ...round,
      responses: round.responses.map((one) => (one.agentId === response.agentId ? response : one)),
    })
  }

  #ended(crew: TestCrew, run: RunRecord): void {
    const before = this.#run(run.id)
    expect(before.status, 'it ends once').not.toBe('ended')
    this.#runs.set(run.id, run)
    const count = this.#count(run.id)
    count.isEnded = true
    expect(run.progress).toMatchObject({ rounds: count.rounds, messages: count.messages })
    expect(run.progress.rounds).toBeLessThanOrEqual(run.limits.rounds)
    if (count.messages > 0) expect(run.summary).not.toBeNull()
    expect(run.stopReason).not.toBeNull()
    const reason = run.stopReason ?? 'none'
    this.reasons.set(reason, (this.reasons.get(reason) ?? 0) + 1)
    this.#assertTrue(crew, run)
  }

  /** The reason is what happened. */
  #assertTrue(crew: TestCrew, run: RunRecord): void {
    const { limits, progress, policy } = run
    const rounds = [...this.#rounds.values()].filter((one) => one.run?.id === run.id)
    const last = rounds.at(-1)
    const leader = leaderOf(policy)
    const group = crew.crew.state.groups[run.groupName]
    const isThere = (id: string) => {
      const agent = crew.crew.state.agents[id]
      return (
        group !== undefined &&
        memberOf(group, id) !== undefined &&
        agent !== undefined &&
        (agent.ended === null || agent.ended === 'completed') &&
        crew.crew.state.sessions[run.sessionId]?.activeAgents.includes(id) === true
      )
    }
    // All at once, and nothing that could be summed up.
    const isSilent =
      policy.kind === 'parallel' &&
      (last?.ask === 'answer' || last?.ask === 'human') &&
      last.responses.every(({ messageId }) => messageId === null)
    const able = run.participants.filter(
      (id) => id === HUMAN_ID || (isThere(id) && (progress.failures[id] ?? 0) < 2),
    )
    const after = transitionsOf(policy)[progress.previous ?? ''] ?? run.participants
    const isRestricted = after.some((id) => run.participants.includes(id))
    const next = able.filter((id) => !isRestricted || after.includes(id))
    switch (run.stopReason) {
      case 'done':
        if (last?.responses.some(({ done }) => done)) return
        if (this.#personSaid(run, '[DONE]')) return
        expect(['parallel', 'hierarchical']).toContain(policy.kind)
        return
      case 'terminated':
        if (policy.kind === 'selection' && policy.by === HUMAN_ID) {
          return expect(this.#personSaid(run, 'TERMINATE')).toBe(true)
        }
        expect(last?.ask).toBe('select')
        expect(last?.responses[0]?.decision).toMatch(/TERMINATE/)
        return
      case 'max_rounds':
        return expect(progress.rounds).toBe(limits.rounds)
      case 'max_messages':
        return expect(progress.messages).toBeGreaterThanOrEqual(limits.messages ?? Infinity)
      case 'stalled':
        if (isSilent || progress.idle >= limits.stall) return
        return expect(next.filter((id) => this.#hasNew(run, rounds, id))).toEqual([])
      case 'alone':
        expect(able.length).toBe(1)
        return expect(able.filter((id) => this.#hasNew(run, rounds, id))).toEqual([])
      case 'until':
        return expect(limits.until).toBeDefined()
      case 'human_timeout':
        expect(limits.onHumanTimeout).toBe('stop')
        return expect(limits.humanSeconds).not.toBeNull()
      case 'no_speakers':
        if (isSilent || Object.keys(transitionsOf(policy)).length > 0) return
        return expect(able).toEqual([])
      case 'stopped':
      case 'archived':
        return expect(this.putAway.has(run.id)).toBe(true)
      case 'parent_ended':
        this.#orphans.push(run)
        return
      case 'policy_failed': {
        if (leader === null) throw new Error('it has nobody who could fail')
        const failed = (progress.failures[leader] ?? 0) >= 3
        return expect(failed || progress.again >= 2 || !isThere(leader)).toBe(true)
      }
      case 'budget':
      case null:
        throw new Error(`${run.stopReason} cannot be`)
    }
  }

  /** Whether others have said something since its last answer, or since it was told anew who takes part. */
  #hasNew({ id: runId, sessionId, progress }: RunRecord, rounds: RoundRecord[], id: string) {
    if (id === HUMAN_ID) return progress.previous !== HUMAN_ID
    const since = this.#changedAt.get(runId) ?? 0
    const asked = rounds.findLast((one) => one.ask === 'answer' && responseOf(one, id))
    // A question that was open then may have been handed over before or after.
    if (asked && asked.openedSeq <= since) return !this.#openAtChange.has(keyOf(asked))
    const response = asked && responseOf(asked, id)
    if (!response || !['done', 'passed'].includes(response.status)) return true
    // With a result it was given what had come until then.
    if (response.soFar !== undefined) return false
    return this.#said.some(
      (one) => one.sessionId === sessionId && one.from !== id && one.seq > asked.triggerSeq,
    )
  }

  #personSaid({ sessionId }: RunRecord, words: string): boolean {
    return this.#said.some(
      (one) => one.sessionId === sessionId && one.from === HUMAN_ID && one.content.includes(words),
    )
  }

  #run(id: string): RunRecord {
    const run = this.#runs.get(id)
    if (!run) throw new Error('a discussion that was never started')
    return run
  }

  #round(sessionId: string, n: number): RoundRecord {
    const round = this.#rounds.get(`${sessionId} ${n}`)
    if (!round) throw new Error('a round that was never opened')
    return round
  }

  #count(id: string): Count {
    const count = this.#counts.get(id)
    if (!count) throw new Error('a discussion that was never started')
    return count
  }
}

function keyOf({ sessionId, n }: Pick<RoundRecord, 'sessionId' | 'n'>): string {
  return `${sessionId} ${n}`
}
