import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { RoundRecord, RoundResponse } from '@crewroom/shared/model/round'
import { askedAt, responseOf } from '@crewroom/shared/model/round'
import { elapsed } from '../overview/amounts'

/** What a page says of rounds: pure, from the rounds that are loaded. Ids are those of agents. */

export type RoundsByNumber = ReadonlyMap<number, RoundRecord>

/** `Ada, Dora and Rhea` */
export function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}

type Counted = 'answered' | 'late' | 'thinking' | 'stopped' | 'failed' | 'passed' | 'not started'

const COUNTED: Readonly<Record<RoundResponse['status'], Counted>> = {
  done: 'answered',
  thinking: 'thinking',
  nested: 'thinking',
  interrupted: 'stopped',
  error: 'failed',
  passed: 'passed',
  skipped: 'not started',
}
const ORDER: readonly Counted[] = [
  'answered',
  'late',
  'thinking',
  'stopped',
  'failed',
  'passed',
  'not started',
]

/** `1 of 3 answered, 2 thinking`, `3 of 3 answered in 0:52`, `1 answered, 1 late, 1 stopped`. */
export function outcomeOf(round: RoundRecord): string {
  const counts = new Map<Counted, number>()
  for (const { status, late } of round.responses) {
    const counted = status === 'done' && late ? 'late' : COUNTED[status]
    counts.set(counted, (counts.get(counted) ?? 0) + 1)
  }
  const asked = round.responses.length
  const answered = counts.get('answered') ?? 0
  if (answered === asked) return `${asked} of ${asked} answered in ${elapsed(lengthOf(round))}`
  if (counts.has('thinking') && round.closed === null) {
    const rest = wordsOf(counts, ORDER.slice(1))
    return [`${answered} of ${asked} answered`, ...rest].join(', ')
  }
  return wordsOf(counts, ORDER).join(', ')
}

function wordsOf(counts: ReadonlyMap<Counted, number>, of: readonly Counted[]): string[] {
  return of.flatMap((own) => (counts.has(own) ? [`${counts.get(own)} ${own}`] : []))
}

/** From the question to the last answer, in ms. */
function lengthOf({ openedAt, responses }: RoundRecord): number {
  const ends = responses.map(({ endedAt }) => Date.parse(endedAt ?? openedAt))
  return Math.max(...ends) - Date.parse(openedAt)
}

/** Number of the earlier round that the agent still answers, so that this one waits; null: it does not wait. */
export function queuedBehind(
  rounds: RoundsByNumber,
  { n }: RoundRecord,
  agentId: string,
): number | null {
  for (const [number, round] of rounds) {
    if (number < n && responseOf(round, agentId)?.status === 'thinking') return number
  }
  return null
}

/** When the agent began with the round, in ms: it was asked, or had ended what it did before. */
export function begunAt(rounds: RoundsByNumber, round: RoundRecord, agentId: string): number {
  const response = responseOf(round, agentId)
  let begun = Date.parse(response ? askedAt(round, response) : round.openedAt)
  for (const [number, { responses }] of rounds) {
    if (number >= round.n) break
    const before = responses.find((own) => own.agentId === agentId)
    const ended = before?.endedAt ? Date.parse(before.endedAt) : 0
    // What ended after the answer was of a later turn.
    if (response?.endedAt && ended > Date.parse(response.endedAt)) continue
    begun = Math.max(begun, ended)
  }
  return begun
}

/** How long the agent took, in ms; null while it thinks. */
export function tookOf(rounds: RoundsByNumber, round: RoundRecord, agentId: string): number | null {
  const ended = responseOf(round, agentId)?.endedAt ?? null
  return ended === null ? null : Math.max(0, Date.parse(ended) - begunAt(rounds, round, agentId))
}

/** `Its last two answers took 0:38 and 0:21.` Empty where nothing is known. */
export function tookBefore(rounds: RoundsByNumber, { n }: RoundRecord, agentId: string): string {
  const known = [...rounds.values()].filter(
    (own) => own.n < n && responseOf(own, agentId)?.status === 'done',
  )
  const times = known
    .slice(-2)
    .map((own) => ({ n: own.n, took: elapsed(tookOf(rounds, own, agentId) ?? 0) }))
  const [first, second] = times
  if (!first) return ''
  if (!second) return `Its answer in round ${first.n} took ${first.took}.`
  return `Its last two answers took ${first.took} and ${second.took}.`
}

/** `stopped by you after 0:41`; without who did it, if that is not known. */
export function stoppedWords(
  { stoppedBy }: Pick<RoundResponse, 'stoppedBy'>,
  took: string,
  nameOf: (agentId: string) => string,
): string {
  if (stoppedBy === undefined) return `stopped after ${took}`
  return `stopped by ${stoppedBy === HUMAN_ID ? 'you' : nameOf(stoppedBy)} after ${took}`
}

/** What a round is called: in a discussion it has the number that it has there. */
export function shownNumber(rounds: RoundsByNumber, n: number): number {
  return rounds.get(n)?.run?.n ?? n
}

/** Number of the round that was the newest when something came that has this journal number. */
export function roundAtSeq(rounds: RoundsByNumber, seq: number): number {
  let newest = 0
  for (const { n, openedSeq } of rounds.values()) if (openedSeq < seq) newest = n
  return newest
}

/**
 * `2 thinking`, for a screen reader; empty when nobody does. `hasAnswered`: the answer is here, and what the round says
 * of it comes right behind.
 */
export function thinkingWords(
  rounds: Iterable<RoundRecord>,
  hasAnswered: (n: number, agentId: string) => boolean = () => false,
): string {
  const ids = new Set<string>()
  for (const { n, responses } of rounds) {
    for (const { agentId, status } of responses) {
      const isOut = status !== 'thinking' && status !== 'nested'
      if (!isOut && agentId !== HUMAN_ID && !hasAnswered(n, agentId)) ids.add(agentId)
    }
  }
  return ids.size === 0 ? '' : `${ids.size} thinking`
}
