import type { Message } from '@crewroom/shared/model/message'
import { HUMAN_ID, SYSTEM_ID } from '@crewroom/shared/model/participant'
import { askedAt, type RoundRecord, type RoundResponse } from '@crewroom/shared/model/round'
import { finalStateOf, type RunRecord } from '@crewroom/shared/model/run'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { historyMessage, runResult } from '@crewroom/shared/protocol/reply-shapes/runs'
import type * as z from 'zod'
import type { Crew } from '../crew/crew'
import type { By, Shard } from '../crew/shard'
import { ownRunOf } from '../sessions/own-round'
import { findRun, type FoundRun } from './find-run'

export type HistoryMessage = z.output<typeof historyMessage>
export type RunResult = z.output<typeof runResult>

/**
 * A discussion and its result so far, with the newest messages or with those before a number. Waits until the tables hold what
 * memory holds.
 */
export async function readRun(
  shard: Shard,
  by: By,
  id: string,
  before = Number.MAX_SAFE_INTEGER,
): Promise<FoundRun & { readonly result: RunResult }> {
  await shard.journal.durable(findRun(shard, by, id).run.leadId)
  const found = findRun(shard, by, id)
  const history = historyBefore(shard, found.crew, found.run, before)
  return { ...found, result: resultOf(found.run, history) }
}

interface HistoryPage {
  readonly history: HistoryMessage[]
  /** Where the page before begins; null on the first one. */
  readonly before: number | null
}

export function resultOf(run: RunRecord, { history, before }: HistoryPage): RunResult {
  return {
    conversationId: run.sessionId,
    rounds: run.progress.rounds,
    finalState: finalStateOf(run),
    stopReason: run.stopReason,
    summary: run.summary,
    history,
    hasEarlier: before !== null,
    before,
  }
}

/** The messages of a discussion before a number, ascending, as many as fit into one answer. */
export function historyBefore(
  shard: Shard,
  crew: Crew,
  run: RunRecord,
  before = Number.MAX_SAFE_INTEGER,
): HistoryPage {
  // What was opened in its session after its end is not its own.
  const runId = ownRunOf({ id: run.sessionId })
  const later =
    run.status === 'ended'
      ? shard.ports.reader.round(run.leadId, runId, run.progress.upTo + 1)
      : null
  // What is continued there answers to its last message.
  const end = Math.min(before, later ? later.triggerSeq + 1 : Number.MAX_SAFE_INTEGER)
  let page = messagesBefore(shard, crew, run, end)
  // What asked nobody has opened nothing, and others may have discussed there meanwhile.
  for (let n = 0; page.messages.length === 0 && page.before !== null && n < FARTHEST; n++) {
    page = messagesBefore(shard, crew, run, page.before)
  }
  return { history: inHistory(shard, crew, run, page.messages), before: page.before }
}

/** Pages that are looked at for the messages of a discussion. */
const FARTHEST = 50

/** Messages of a discussion before a number, ascending: a page of them. */
export function messagesBefore(
  shard: Shard,
  crew: Crew,
  run: RunRecord,
  before: number,
): {
  readonly messages: readonly Message[]
  /** Where the page before begins; null on the first one. */
  readonly before: number | null
} {
  const page = shard.ports.reader.page(run.leadId, {
    groupName: run.groupName,
    sessionId: run.sessionId,
    limit: LIMITS.page,
    viewer: null,
    before,
  })
  const messages = page.messages.filter(ownIn(shard, crew, run))
  const [oldest] = page.messages
  const goal = goalSeq(shard, run) ?? 0
  const hasBefore = page.hasBefore && oldest !== undefined && oldest.seq > goal
  return { messages, before: hasBefore ? oldest.seq : null }
}

/** The goal is posted with the beginning, right behind it. Null while that is not stored. */
function goalSeq(shard: Shard, { id }: RunRecord): number | null {
  const begun = shard.ports.reader.runSeq(id)
  return begun === null ? null : begun + 1
}

/**
 * Tells which messages of its session were posted in it. Others may have discussed there before it, after it, and between its
 * end and its continuation.
 */
export function ownIn(shard: Shard, crew: Crew, run: RunRecord): (message: Message) => boolean {
  const { firstRound, progress, status, leadId } = run
  const runId = ownRunOf({ id: run.sessionId })
  const goal = goalSeq(shard, run)
  const upTo = status === 'ended' ? Math.max(firstRound, progress.upTo) : Number.MAX_SAFE_INTEGER
  const known = new Map<number, string | null | undefined>()
  /** The discussion of a round; null for one that a person opened. */
  const discussionOf = (n: number): string | null | undefined => {
    if (!known.has(n)) {
      const round = crew.rounds.round(runId, n) ?? shard.ports.reader.round(leadId, runId, n)
      known.set(n, round ? (round.run?.id ?? null) : undefined)
    }
    return known.get(n)
  }
  const { endedAt } = run
  return ({ round, seq, timestamp }) => {
    const { n = 0, as } = round ?? {}
    // Written before anybody was asked: behind the goal, and before its end.
    if (as === 'interjection' && n === firstRound - 1) {
      const isBefore = endedAt === null || progress.upTo >= firstRound || timestamp <= endedAt
      return goal !== null && seq > goal && isBefore
    }
    if (n < firstRound || n > upTo) return false
    if (as === 'start') return goal === null ? n === firstRound : seq === goal
    const of = discussionOf(n)
    return of === undefined || of === run.id
  }
}

/** Messages in the form that other programs read, with what is known of each answer. */
export function inHistory(
  shard: Shard,
  crew: Crew,
  run: RunRecord,
  messages: readonly Message[],
): HistoryMessage[] {
  const rounds = roundsOf(shard, crew, run, messages)
  return messages.map((message) => historyOf(crew, message, rounds.get(message.round?.n ?? 0)))
}

function roundsOf(
  shard: Shard,
  crew: Crew,
  { leadId, sessionId }: RunRecord,
  messages: readonly Message[],
): ReadonlyMap<number, RoundRecord> {
  const numbers = messages.flatMap(({ round }) => (round ? [round.n] : []))
  const first = Math.min(...numbers)
  const rounds = new Map<number, RoundRecord>()
  let before = Math.max(...numbers) + 1
  const runId = ownRunOf({ id: sessionId })
  while (numbers.length > 0 && before > first) {
    const limit = Math.min(LIMITS.roundsPage, before - first)
    const page = shard.ports.reader.rounds(leadId, runId, before, limit)
    for (const round of page.rounds) rounds.set(round.n, round)
    const [oldest] = page.rounds
    if (!oldest) break
    before = oldest.n
  }
  for (const round of crew.state.rounds[runId] ?? []) rounds.set(round.n, round)
  return rounds
}

export function historyOf(
  crew: Crew,
  message: Message,
  round: RoundRecord | undefined,
): HistoryMessage {
  const { id, timestamp, from, content } = message
  const role = from === HUMAN_ID ? 'user' : from === SYSTEM_ID ? 'system' : 'agent'
  const response = round?.responses.find(({ messageId }) => messageId === id)
  const metadata = role === 'agent' && round && response ? metadataOf(round, response) : {}
  return {
    id,
    timestamp,
    role,
    ...(role === 'agent' ? { name: nameOf(crew, from) } : {}),
    content,
    ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
  }
}

/** The name by which other programs know an agent. */
export function nameOf(crew: Crew, id: string): string {
  const agent = crew.state.agents[id]
  return agent?.handle ?? agent?.name ?? id
}

function metadataOf(
  round: RoundRecord,
  response: RoundResponse,
): NonNullable<HistoryMessage['metadata']> {
  const { usage, endedAt } = response
  const duration =
    endedAt === null ? null : Date.parse(endedAt) - Date.parse(askedAt(round, response))
  return {
    ...(usage?.model === undefined ? {} : { model: usage.model }),
    ...(usage && usage.tokens !== null ? { tokens: usage.tokens } : {}),
    ...(duration === null ? {} : { duration: Math.max(0, duration) }),
    ...(usage && usage.usd !== null ? { cost: usage.usd } : {}),
  }
}
