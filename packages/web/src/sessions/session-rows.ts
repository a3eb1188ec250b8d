import type { Message } from '@crewroom/shared/model/message'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { type RoundRecord } from '@crewroom/shared/model/round'
import type { RunRecord } from '@crewroom/shared/model/run'
import type { TimelineRow } from '@crewroom/shared/model/timeline'
import { newestOf, openedAt, type Step, stepsOf } from '../discussions/steps'
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
  | StepRow
  /** The message that began a discussion. */
  | { readonly kind: 'goal'; readonly key: string; readonly message: Message }
  | { readonly kind: 'ended'; readonly key: string; readonly runId: string }
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

/** A round of a discussion. */
export interface StepRow {
  readonly kind: 'step'
  readonly key: string
  /** Number in the session of its newest round. */
  readonly n: number
  readonly step: Step
  /** By participant; those that are loaded. */
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
  readonly hasEarlier?: boolean
  readonly hasLater: boolean
  /** Discussions of the session that are under way. */
  readonly liveRuns?: readonly Pick<RunRecord, 'id' | 'firstRound'>[]
  /** Its newest one. */
  readonly runId?: string | undefined
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
  const steps = new StepRows(input, messages, answers)
  for (const message of messages) {
    const { round: part } = message
    if (message.from === HUMAN_ID) arrived.add(message.clientId ?? '')
    steps.upTo(message.seq, out)
    if (part?.as === 'answer' || part?.as === 'late') {
      const cameIn = roundAtSeq(rounds, message.seq)
      const isShown = shown.has(part.n) || rounds.has(part.n)
      if (cameIn > part.n && isShown) out.push(lateRow(message, part.n))
      continue
    }
    if (part?.as === 'start') steps.end(out)
    heads.at(message.timestamp)
    const row = rowOf(message, input, answers)
    if (row.kind === 'round') shown.add(row.n)
    out.push(row)
  }
  steps.rest(out)
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

/** Puts the rounds of discussions among the messages, by the time at which they were opened; and where each one ended. */
class StepRows {
  readonly #steps: readonly Step[]
  readonly #answers: ReadonlyMap<number, ReadonlyMap<string, Message>>
  readonly #input: RowsInput
  readonly #isLive: (runId: string) => boolean
  #ended: string | null = null
  #next = 0

  constructor(
    input: RowsInput,
    messages: readonly Message[],
    answers: ReadonlyMap<number, ReadonlyMap<string, Message>>,
  ) {
    const { rounds, hasEarlier = false, hasLater, liveRuns = [] } = input
    const first = hasEarlier ? (messages[0]?.seq ?? Infinity) : 0
    const last = hasLater ? (messages.at(-1)?.seq ?? 0) : Infinity
    this.#input = input
    this.#answers = answers
    this.#isLive = (runId) => liveRuns.some(({ id }) => id === runId)
    this.#steps = stepsOf(rounds.values()).filter((step) => {
      const opened = openedAt(step)
      return opened <= last && (opened >= first || answers.has(newestOf(step)?.n ?? 0))
    })
  }

  upTo(seq: number, out: SessionRow[]): void {
    for (; ; this.#next++) {
      const step = this.#steps[this.#next]
      if (!step || openedAt(step) >= seq) return
      if (this.#ended !== step.runId) this.end(out)
      const n = newestOf(step)?.n ?? 0
      const answers = this.#answers.get(step.round?.n ?? 0) ?? new Map<string, Message>()
      out.push({ kind: 'step', key: step.key, n, step, answers })
      this.#ended = this.#isLive(step.runId) ? null : step.runId
    }
  }

  end(out: SessionRow[]): void {
    if (this.#ended !== null) {
      out.push({ kind: 'ended', key: `ended ${this.#ended}`, runId: this.#ended })
    }
    this.#ended = null
  }

  rest(out: SessionRow[]): void {
    const { hasLater, runId } = this.#input
    this.upTo(Infinity, out)
    if (hasLater) return
    // It may have ended before anybody was asked.
    const isShown = out.some((row) => row.kind === 'ended' && row.runId === runId)
    if (runId !== undefined && !isShown && !this.#isLive(runId)) this.#ended = runId
    this.end(out)
  }
}

function rowOf(
  message: Message,
  { rounds, oldestRound, knownSeq, liveRuns = [] }: RowsInput,
  answers: ReadonlyMap<number, ReadonlyMap<string, Message>>,
): SessionRow {
  const key = keyOfMessage(message)
  if (message.kind === 'system') return { kind: 'system', key, message }
  const { round: part } = message
  if (part?.as !== 'start') return { kind: 'message', key, message }
  const round = rounds.get(part.n)
  if (round?.run || liveRuns.some(({ firstRound }) => part.n >= firstRound)) {
    return { kind: 'goal', key, message }
  }
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
    if (row.kind === 'message' || row.kind === 'system' || row.kind === 'goal') {
      return row.message.id === messageId
    }
    if (row.kind === 'step') {
      return Boolean(row.step.round?.responses.some((own) => own.messageId === messageId))
    }
    if (row.kind !== 'round') return false
    return (
      row.trigger.id === messageId ||
      [...row.answers.values()].some(({ id }) => id === messageId) ||
      Boolean(row.round?.responses.some((own) => own.messageId === messageId))
    )
  })
}
