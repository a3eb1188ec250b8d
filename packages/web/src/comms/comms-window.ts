import type { DirectMessage } from '@crewroom/shared/model/direct-message'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import type { InfiniteData } from '@tanstack/react-query'

export interface CommsPage {
  /** Ascending. */
  readonly messages: readonly DirectMessage[]
  /** Whether there is more before them. */
  readonly hasMore: boolean
  readonly asOf: number
}

/** Newest page first. */
export type CommsWindow = InfiniteData<CommsPage>

/** All loaded messages, oldest first. */
export function messagesIn(window: CommsWindow): readonly DirectMessage[] {
  return window.pages.toReversed().flatMap(({ messages }) => messages)
}

/** The window with what an event brings; `isWanted` says what belongs into it. */
export function withDirect(
  window: CommsWindow,
  event: CrewEvent,
  isWanted: (message: DirectMessage) => boolean,
): CommsWindow {
  if (event.type !== 'direct:message' || !isWanted(event.message)) return window
  return event.seq <= (window.pages[0]?.asOf ?? 0) ? window : withMessage(window, event.message)
}

/** The window with a message in its place, once. */
export function withMessage(window: CommsWindow, message: DirectMessage): CommsWindow {
  const [newest, ...older] = window.pages
  if (!newest || newest.messages.some(({ id }) => id === message.id)) return window
  const messages = [...newest.messages, message]
  // Events come in order; a page that was fetched between two of them may still be ahead of one.
  if ((newest.messages.at(-1)?.seq ?? 0) > message.seq) messages.sort((a, b) => a.seq - b.seq)
  return { ...window, pages: [{ ...newest, messages }, ...older] }
}
