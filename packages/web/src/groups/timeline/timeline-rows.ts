import type { Message } from '@crewroom/shared/model/message'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { TimelineEvent, TimelineRow } from '@crewroom/shared/model/timeline'
import type { Pending } from '../../sync/outbox'
import { COLLAPSE_MS, RowHeads } from '../message/row-heads'

/** A row as the chat draws it. */
export type ChatRow =
  | { readonly kind: 'start'; readonly key: 'start' }
  | { readonly kind: 'later'; readonly key: 'later' }
  | { readonly kind: 'day'; readonly key: string; readonly at: string }
  | { readonly kind: 'new'; readonly key: 'new'; readonly count: number }
  | { readonly kind: 'system'; readonly key: string; readonly message: Message }
  | {
      readonly kind: 'event'
      readonly key: string
      readonly event: TimelineEvent
      /** Ordinal of the message before it: what a newcomer could be given. */
      readonly after: number
    }
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
  | { readonly kind: 'composing'; readonly key: 'composing' }

interface RowsInput {
  readonly rows: readonly TimelineRow[]
  readonly pending: readonly Pending[]
  /** What was unread when the group was opened; the line stays for the visit. */
  readonly unreadAfter: number | null
  /** Somebody is writing. */
  readonly isComposing?: boolean
  /** Newer rows exist that are not loaded. */
  readonly hasLater?: boolean
}

/** Rows of a timeline, oldest first: messages of one sender within five minutes share a head. */
export function chatRows(input: RowsInput): readonly ChatRow[] {
  const { rows, pending, unreadAfter, isComposing = false, hasLater = false } = input
  const out: ChatRow[] = [{ kind: 'start', key: 'start' }]
  const heads = new RowHeads((key, at) => out.push({ kind: 'day', key, at }))
  let n = 0
  const arrived = new Set<string>()

  let isNewDue = unreadAfter !== null
  const markNew = (index: number) => {
    if (!isNewDue) return
    isNewDue = false
    const count = rows.slice(index).filter(({ kind }) => kind !== 'event').length
    out.push({ kind: 'new', key: 'new', count })
    heads.end()
  }

  for (const [index, row] of rows.entries()) {
    if (row.kind === 'event') {
      // The group's beginning is alone at the top.
      if (row.event === 'created') continue
      heads.at(row.at)
      addEvent(out, row, n)
      heads.end()
      continue
    }
    const { message } = row
    heads.at(message.timestamp)
    if (unreadAfter !== null && row.seq > unreadAfter) markNew(index)
    n = message.n
    if (message.kind === 'system') {
      out.push({ kind: 'system', key: message.id, message })
      heads.end()
      continue
    }
    // The head of the row shows who asks for the person, or who replies.
    if (message.replyTo || message.mentions.includes(HUMAN_ID)) heads.end()
    if (isMine(message)) arrived.add(message.clientId ?? '')
    out.push({
      kind: 'message',
      key: keyOf(row),
      message,
      isCompact: heads.isBelow(message.from, message.timestamp),
    })
    if (message.mentions.includes(HUMAN_ID)) heads.end()
  }
  if (hasLater) out.push({ kind: 'later', key: 'later' })
  for (const own of pending) {
    if (arrived.has(own.clientId) || hasLater) continue
    heads.at(own.writtenAt)
    if (own.replyTo) heads.end()
    out.push({
      kind: 'pending',
      key: `mine ${own.clientId}`,
      pending: own,
      isCompact: heads.isBelow(HUMAN_ID, own.writtenAt),
    })
  }
  if (isComposing && !hasLater) out.push({ kind: 'composing', key: 'composing' })
  return out
}

function isMine({ from, clientId }: Message): boolean {
  return from === HUMAN_ID && clientId !== undefined
}

/** One's own message has the same key as while it was pending: it stays where it is when the server answers. */
export function keyOf(row: TimelineRow): string {
  if (row.kind === 'event') return `event ${row.seq}`
  return isMine(row.message) ? `mine ${row.message.clientId}` : row.message.id
}

/** People who join together share one line. */
function addEvent(out: ChatRow[], event: TimelineEvent, after: number): void {
  const before = out.at(-1)
  const isSame =
    before?.kind === 'event' &&
    before.event.event === event.event &&
    before.event.by === event.by &&
    event.memberIds.length > 0 &&
    // A person is given no history, which is said of agents.
    !event.memberIds.includes(HUMAN_ID) &&
    !before.event.memberIds.includes(HUMAN_ID) &&
    Date.parse(event.at) - Date.parse(before.event.at) < COLLAPSE_MS
  if (!isSame) {
    out.push({ kind: 'event', key: keyOf(event), event, after })
    return
  }
  const memberIds = [...new Set([...before.event.memberIds, ...event.memberIds])]
  out[out.length - 1] = { ...before, event: { ...before.event, memberIds } }
}
