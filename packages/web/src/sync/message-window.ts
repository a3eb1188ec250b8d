import { type Message, type Reactions, withReaction } from '@crewroom/shared/model/message'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import type { InfiniteData } from '@tanstack/react-query'
import type { MessagePage } from './api'

/** The loaded messages of a group: page 0 is the newest, each page ascending; the param is its `before`. */
export type MessageWindow = InfiniteData<MessagePage, number | null>

const SPLIT_ABOVE = 150
const KEEP_NEWEST = 50

/**
 * The window after one event; the same object when it says nothing new. A page knows up to which journal number
 * it is complete, so that an event may come before, during or after the fetch that also brought its effect.
 */
export function withEvent(window: MessageWindow, event: CrewEvent): MessageWindow {
  if (event.type === 'group:message') {
    const newest = window.pages[0]
    if (!newest || event.seq <= newest.asOf) return window
    const next = withMessage(window, event.message)
    return replacePage(next, 0, (page) => ({ ...page, asOf: Math.max(page.asOf, event.seq) }))
  }
  if (event.type === 'group:reaction') {
    const { messageId, emoji, agentId, action } = event
    const index = window.pages.findIndex((page) => page.messages.some((m) => m.id === messageId))
    const page = window.pages[index]
    if (!page || event.seq <= page.asOf) return window
    const changed = withReactions(window, messageId, (reactions) =>
      withReaction(reactions, emoji, agentId, action),
    )
    return replacePage(changed, index, (now) => ({ ...now, asOf: event.seq }))
  }
  return window
}

/** Puts a message in its place by `seq`. One that is there already, by id or by the sender's own id, stays. */
export function withMessage(window: MessageWindow, message: Message): MessageWindow {
  const isKnown = window.pages.some((page) => page.messages.some((known) => isSame(known, message)))
  if (isKnown) return window
  const index = window.pages.findIndex(
    (page, at) => at === window.pages.length - 1 || (page.messages[0]?.seq ?? 0) < message.seq,
  )
  const placed = replacePage(window, Math.max(0, index), (page) => {
    const after = page.messages.findLastIndex((known) => known.seq < message.seq)
    return { ...page, messages: page.messages.toSpliced(after + 1, 0, message) }
  })
  return split(placed)
}

export function withReactions(
  window: MessageWindow,
  messageId: string,
  change: (reactions: Reactions) => Reactions,
): MessageWindow {
  const index = window.pages.findIndex((page) => page.messages.some((m) => m.id === messageId))
  return replacePage(window, index, (page) => ({
    ...page,
    messages: page.messages.map((message) =>
      message.id === messageId ? { ...message, reactions: change(message.reactions) } : message,
    ),
  }))
}

/** All loaded messages, oldest first. */
export function messagesOf({ pages }: Pick<MessageWindow, 'pages'>): readonly Message[] {
  return pages.toReversed().flatMap((page) => page.messages)
}

function isSame(known: Message, message: Message): boolean {
  if (known.id === message.id) return true
  return (
    message.clientId !== undefined &&
    known.clientId === message.clientId &&
    known.from === message.from
  )
}

/** Keeps the page that events change small, so that a long session does not copy its whole history per event. */
function split(window: MessageWindow): MessageWindow {
  const [newest, ...older] = window.pages
  if (!newest || newest.messages.length <= SPLIT_ABOVE) return window
  const cut = newest.messages.length - KEEP_NEWEST
  const rest = newest.messages.slice(0, cut)
  const kept = newest.messages.slice(cut)
  const [param = null, ...olderParams] = window.pageParams
  return {
    pages: [
      { ...newest, messages: kept, hasBefore: true },
      { ...newest, messages: rest },
      ...older,
    ],
    pageParams: [param, kept[0]?.seq ?? null, ...olderParams],
  }
}

function replacePage(
  window: MessageWindow,
  index: number,
  change: (page: MessagePage) => MessagePage,
): MessageWindow {
  const page = window.pages[index]
  return page ? { ...window, pages: window.pages.with(index, change(page)) } : window
}
