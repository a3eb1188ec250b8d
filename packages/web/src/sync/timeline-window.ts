import {
  deletedMessage,
  editedMessage,
  type Message,
  type Reactions,
  unquoted,
  withReaction,
} from '@crewroom/shared/model/message'
import type { TimelineRow } from '@crewroom/shared/model/timeline'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import type { InfiniteData } from '@tanstack/react-query'
import type { PageFrom, TimelinePage } from './api/groups'
import { rowOfEvent, rowOfMessage } from './event-row'

/**
 * Loaded rows of a group or session: page 0 is the newest one, each page ascending; the param is where it began. A window whose
 * newest page has more behind it is detached: what happens now is not in it.
 */
export type TimelineWindow = InfiniteData<TimelinePage, PageFrom>

const SPLIT_ABOVE = 150
const KEEP_NEWEST = 50

/** Whether the window reaches to what happens now. */
export function isLive({ pages }: Pick<TimelineWindow, 'pages'>): boolean {
  return pages[0]?.hasAfter === false
}

/**
 * The window after one event; the same object when it says nothing new. A page knows up to which journal number
 * it is complete, so that an event may come before, during or after the fetch that also brought its effect.
 */
export function withEvent(window: TimelineWindow, event: CrewEvent): TimelineWindow {
  if (event.type === 'group:reaction' || event.type === 'session:reaction') {
    const { messageId, emoji, agentId, action } = event
    const index = pageOfMessage(window, messageId)
    const page = window.pages[index]
    if (!page || event.seq <= page.asOf) return window
    const changed = withReactions(window, messageId, (reactions) =>
      withReaction(reactions, emoji, agentId, action),
    )
    return replacePage(changed, index, (now) => ({ ...now, asOf: event.seq }))
  }
  if (event.type === 'group:message_deleted') {
    return withoutQuotes(withMessageChange(window, event), event.messageId)
  }
  if (event.type === 'group:message_edited') return withMessageChange(window, event)
  const added = rowOfEvent(event)
  const newest = window.pages[0]
  if (!added || !newest || newest.hasAfter || event.seq <= newest.asOf) return window
  const next = withRow(window, added.row)
  return replacePage(next, 0, (page) => ({ ...page, asOf: Math.max(page.asOf, event.seq) }))
}

type MessageChanged = Extract<CrewEvent, { type: 'group:message_edited' | 'group:message_deleted' }>

function withMessageChange(window: TimelineWindow, event: MessageChanged): TimelineWindow {
  const index = pageOfMessage(window, event.messageId)
  const page = window.pages[index]
  if (!page || event.seq <= page.asOf) return window
  const changed = withChange(window, event.messageId, (message) =>
    event.type === 'group:message_edited'
      ? editedMessage(message, event, event.at)
      : deletedMessage(message, event.at),
  )
  return replacePage(changed, index, (now) => ({ ...now, asOf: event.seq }))
}

/** Whoever replied to it quotes nothing of it any more. */
function withoutQuotes(window: TimelineWindow, messageId: string): TimelineWindow {
  const quotes = (row: TimelineRow) =>
    row.kind !== 'event' && row.message.replyTo?.id === messageId && row.message.replyTo.text !== ''
  const pages = window.pages.map((page) =>
    page.rows.some(quotes)
      ? {
          ...page,
          rows: page.rows.map((row) =>
            quotes(row) && row.kind !== 'event' ? { ...row, message: unquoted(row.message) } : row,
          ),
        }
      : page,
  )
  return pages.some((page, at) => page !== window.pages[at]) ? { ...window, pages } : window
}

/** Puts a message in its place by `seq`. One that is there already, by id or by the sender's own id, stays. */
export function withMessage(window: TimelineWindow, message: Message): TimelineWindow {
  return isLive(window) ? withRow(window, rowOfMessage(message)) : window
}

function withRow(window: TimelineWindow, row: TimelineRow): TimelineWindow {
  if (window.pages.some((page) => page.rows.some((known) => isSame(known, row)))) return window
  const index = window.pages.findIndex(
    (page, at) => at === window.pages.length - 1 || (page.rows[0]?.seq ?? 0) < row.seq,
  )
  const placed = replacePage(window, Math.max(0, index), (page) => {
    const after = page.rows.findLastIndex((known) => known.seq < row.seq)
    return { ...page, rows: page.rows.toSpliced(after + 1, 0, row) }
  })
  return split(placed)
}

export function withReactions(
  window: TimelineWindow,
  messageId: string,
  change: (reactions: Reactions) => Reactions,
): TimelineWindow {
  return withChange(window, messageId, (message) => ({
    ...message,
    reactions: change(message.reactions),
  }))
}

function withChange(
  window: TimelineWindow,
  messageId: string,
  change: (message: Message) => Message,
): TimelineWindow {
  return replacePage(window, pageOfMessage(window, messageId), (page) => ({
    ...page,
    rows: page.rows.map((row) =>
      row.kind !== 'event' && row.message.id === messageId
        ? { ...row, message: change(row.message) }
        : row,
    ),
  }))
}

/** Only the newest pages, so that a long day does not keep everything that was ever shown. */
export function withNewestPages(window: TimelineWindow, count: number): TimelineWindow {
  if (window.pages.length <= count) return window
  const pages = window.pages.slice(0, count)
  return replacePage(
    { pages, pageParams: window.pageParams.slice(0, count) },
    count - 1,
    (page) => ({ ...page, hasBefore: true }),
  )
}

/** All loaded rows, oldest first. */
export function rowsOf({ pages }: Pick<TimelineWindow, 'pages'>): readonly TimelineRow[] {
  return pages.toReversed().flatMap((page) => page.rows)
}

function pageOfMessage({ pages }: TimelineWindow, messageId: string): number {
  return pages.findIndex((page) =>
    page.rows.some((row) => row.kind !== 'event' && row.message.id === messageId),
  )
}

function isSame(known: TimelineRow, row: TimelineRow): boolean {
  if (known.kind === 'event' || row.kind === 'event') return known.seq === row.seq
  if (known.message.id === row.message.id) return true
  return (
    row.message.clientId !== undefined &&
    known.message.clientId === row.message.clientId &&
    known.message.from === row.message.from
  )
}

/** Keeps the page that events change small, so that a long session does not copy its whole history per event. */
function split(window: TimelineWindow): TimelineWindow {
  const [newest, ...older] = window.pages
  if (!newest || newest.rows.length <= SPLIT_ABOVE) return window
  const cut = newest.rows.length - KEEP_NEWEST
  const rest = newest.rows.slice(0, cut)
  const kept = newest.rows.slice(cut)
  const [param = { at: 'latest' } as const, ...olderParams] = window.pageParams
  return {
    pages: [
      { ...newest, rows: kept, hasBefore: true },
      { ...newest, rows: rest, hasAfter: true },
      ...older,
    ],
    pageParams: [param, { at: 'before', seq: kept[0]?.seq ?? 0 }, ...olderParams],
  }
}

function replacePage(
  window: TimelineWindow,
  index: number,
  change: (page: TimelinePage) => TimelinePage,
): TimelineWindow {
  const page = window.pages[index]
  return page ? { ...window, pages: window.pages.with(index, change(page)) } : window
}
