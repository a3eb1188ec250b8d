import type { Message } from '@crewroom/shared/model/message'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { type RoundRecord } from '@crewroom/shared/model/round'
import type { TimelineRow } from '@crewroom/shared/model/timeline'
import { RowHeads } from '../groups/message/row-heads'
import type { Pending } from '../sync/outbox'
import { roundAtSeq, type RoundsByNumber } from './round-words'

/** A row of a session's chat. A round is one row: its line, the message that asked, and what was answered. */
export type SessionRow =
  | { readonly kind: 'start'; readonly key: 'start' }
  | { readonly kind: 'later'; readonly key: 'later' }
  | { readonly kind: 'day'; readonly key: string; readonly at: string }
  | { readonly kind: 'system'; readonly key: string; readonly message: Message }
  | { readonly kind: 'message'; readonly key: string; readonly message: Message }
  | RoundRow
  | {
      readonly kind: 'late'
      readonly key: string
      readonly agentId: string
      /** Number of the round that was answered. */
      readonly n: number
      readonly messageId: string
    }
  | {
      readonly kind: 'pending'
      readonly key: string
      readonly pending: Pending
      /** Number of the round that it opens; null: it asks nobody. */
      readonly n: number | null
    }

export interface RoundRow {
  readonly kind: 'round'
  readonly key: string
  readonly n: number
  readonly trigger: Message
  /** Null while it is being loaded. */
  readonly round: RoundRecord | null
  /** By agent; those that are loaded. */
  readonly answers: ReadonlyMap<string, Message>
}

interface RowsInput {
  readonly rows: readonly TimelineRow[]
  readonly rounds: RoundsByNumber
  /** Number of the oldest loaded round, where there are older ones; otherwise 0. */
  readonly oldestRound: number
  readonly pending: readonly Pending[]
  /** Whether what is pending asks somebody. */
  readonly asksSomebody: boolean
  readonly hasLater: boolean
  /** The crew's events up to this journal number are in the rounds. */
  readonly knownSeq: number
}

/** Rows of a session, oldest first. An answer stands with its own round, whenever it came. */
export function sessionRows(input: RowsInput): readonly SessionRow[] {
  const { rows, rounds, pending, asksSomebody, hasLater } = input
  const messages = rows.flatMap((row) => (row.kind === 'event' ? [] : [row.message]))
  const answers = answersByRound(messages)
  const arrived = new Set<string>()
  const out: SessionRow[] = [{ kind: 'start', key: 'start' }]
  const heads = new RowHeads((key, at) => out.push({ kind: 'day', key, at }))
  const shown = new Set<number>()
  for (const message of messages) {
    const { round: part } = message
    if (part?.as === 'answer' || part?.as === 'late') {
      const cameIn = roundAtSeq(rounds, message.seq)
      const isShown = shown.has(part.n) || rounds.has(part.n)
      if (cameIn > part.n && isShown) out.push(lateRow(message, part.n))
      continue
    }
    heads.at(message.timestamp)
    if (message.from === HUMAN_ID) arrived.add(message.clientId ?? '')
    const row = rowOf(message, input, answers)
    if (row.kind === 'round') shown.add(row.n)
    out.push(row)
  }
  if (hasLater) out.push({ kind: 'later', key: 'later' })
  let n = Math.max(0, ...rounds.keys())
  for (const own of pending) {
    if (arrived.has(own.clientId) || hasLater) continue
    heads.at(own.writtenAt)
    if (asksSomebody) n += 1
    const key = `mine ${own.clientId}`
    out.push({ kind: 'pending', key, pending: own, n: asksSomebody ? n : null })
  }
  return out
}

function rowOf(
  message: Message,
  { rounds, oldestRound, knownSeq }: RowsInput,
  answers: ReadonlyMap<number, ReadonlyMap<string, Message>>,
): SessionRow {
  const key = keyOfMessage(message)
  if (message.kind === 'system') return { kind: 'system', key, message }
  const { round: part } = message
  if (part?.as !== 'start') return { kind: 'message', key, message }
  const round = rounds.get(part.n)
  const isAsked = round?.triggerMessageId === message.id
  // One that asked nobody has the number that the next round got.
  const isKnown = round !== undefined || (part.n >= oldestRound && message.seq <= knownSeq)
  if (!isAsked && isKnown) return { kind: 'message', key, message }
  return {
    kind: 'round',
    key,
    n: part.n,
    trigger: message,
    round: round ?? null,
    answers: answers.get(part.n) ?? new Map(),
  }
}

/** One's own message has the same key as while it was pending: it stays where it is when the server answers. */
function keyOfMessage({ from, clientId, id }: Message): string {
  return from === HUMAN_ID && clientId !== undefined ? `mine ${clientId}` : id
}

function lateRow(message: Message, n: number): SessionRow {
  const { from: agentId, id: messageId } = message
  return { kind: 'late', key: `late ${messageId}`, agentId, n, messageId }
}

function answersByRound(
  messages: readonly Message[],
): ReadonlyMap<number, ReadonlyMap<string, Message>> {
  const all = new Map<number, Map<string, Message>>()
  for (const message of messages) {
    const { round: part } = message
    if (part?.as !== 'answer' && part?.as !== 'late') continue
    const own = all.get(part.n) ?? new Map<string, Message>()
    own.set(message.from, message)
    all.set(part.n, own)
  }
  return all
}

/** The row that shows a message: its own, or that of the round that it answers. */
export function indexOfMessage(rows: readonly SessionRow[], messageId: string): number {
  return rows.findIndex((row) => {
    if (row.kind === 'message' || row.kind === 'system') return row.message.id === messageId
    if (row.kind !== 'round') return false
    return (
      row.trigger.id === messageId ||
      [...row.answers.values()].some(({ id }) => id === messageId) ||
      Boolean(row.round?.responses.some((own) => own.messageId === messageId))
    )
  })
}
