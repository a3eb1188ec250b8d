import type { Message } from '@crewroom/shared/model/message'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { Pending } from '../sync/outbox'
import { dayKey } from '../ui/times'

export type TimelineRow =
  | { readonly kind: 'start'; readonly key: 'start' }
  | { readonly kind: 'day'; readonly key: string; readonly at: string }
  | { readonly kind: 'new'; readonly key: 'new'; readonly count: number }
  | { readonly kind: 'system'; readonly key: string; readonly message: Message }
  | {
      readonly kind: 'message'
      readonly key: string
      readonly message: Message
      readonly isCompact: boolean
    }
  | {
      readonly kind: 'pending'
      readonly key: string
      readonly pending: Pending
      readonly isCompact: boolean
    }

const COLLAPSE_MS = 5 * 60_000

interface RowsInput {
  readonly messages: readonly Message[]
  readonly pending: readonly Pending[]
  /** What was unread when the group was opened; the line stays for the visit. */
  readonly unreadAfter: number | null
}

/** Rows of a timeline, oldest first: messages of one sender within five minutes share a head. */
export function timelineRows({
  messages,
  pending,
  unreadAfter,
}: RowsInput): readonly TimelineRow[] {
  const rows: TimelineRow[] = [{ kind: 'start', key: 'start' }]
  let day = ''
  let head: { readonly from: string; readonly at: number } | null = null
  const arrived = new Set<string>()

  const begin = (at: string) => {
    if (dayKey(at) === day) return
    day = dayKey(at)
    rows.push({ kind: 'day', key: `day ${day}`, at })
    head = null
  }
  const follows = (from: string, at: string) => {
    const time = Date.parse(at)
    const isCompact = head !== null && head.from === from && time - head.at < COLLAPSE_MS
    head = { from, at: time }
    return isCompact
  }

  const firstNew =
    unreadAfter === null ? -1 : messages.findIndex((message) => message.seq > unreadAfter)
  for (const [index, message] of messages.entries()) {
    begin(message.timestamp)
    if (index === firstNew) {
      rows.push({ kind: 'new', key: 'new', count: messages.length - index })
      head = null
    }
    if (message.kind === 'system') {
      rows.push({ kind: 'system', key: message.id, message })
      head = null
      continue
    }
    const isMine = message.from === HUMAN_ID && message.clientId !== undefined
    if (isMine) arrived.add(message.clientId ?? '')
    rows.push({
      kind: 'message',
      // The same key as while it was pending: the row stays where it is when the server answers.
      key: isMine ? `mine ${message.clientId}` : message.id,
      message,
      isCompact: follows(message.from, message.timestamp),
    })
  }
  for (const own of pending) {
    if (arrived.has(own.clientId)) continue
    begin(own.writtenAt)
    rows.push({
      kind: 'pending',
      key: `mine ${own.clientId}`,
      pending: own,
      isCompact: follows(HUMAN_ID, own.writtenAt),
    })
  }
  return rows
}
