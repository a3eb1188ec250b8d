import type { CrewEvent } from '@crewroom/shared/protocol/events'

/** A stretch of a crew's journal up to its newest event, ascending, every event once. */
export interface JournalWindow {
  readonly events: readonly CrewEvent[]
  readonly hasBefore: boolean
}

export interface JournalPage {
  readonly events: readonly CrewEvent[]
  readonly hasBefore: boolean
}

/** The window with the newest page of the journal. What was there before stays if nothing can be missing between the two. */
export function withNewest(before: JournalWindow | null, page: JournalPage): JournalWindow {
  const newest = { events: page.events, hasBefore: page.hasBefore }
  const first = page.events[0]?.seq ?? 0
  const last = before?.events.at(-1)?.seq ?? -1
  // A page that reaches into the window joins it; else there may be more between them than the page holds.
  const isJoined = before !== null && (last >= first || !page.hasBefore)
  return isJoined
    ? { events: merged(before.events, page.events), hasBefore: before.hasBefore && page.hasBefore }
    : newest
}

export function withEarlier(window: JournalWindow, page: JournalPage): JournalWindow {
  return { events: merged(page.events, window.events), hasBefore: page.hasBefore }
}

export function withArrived(window: JournalWindow, events: readonly CrewEvent[]): JournalWindow {
  // Older than the window is what a page that is still to be fetched has.
  const first = window.hasBefore ? (window.events[0]?.seq ?? 0) : 0
  const own = events.filter((event) => event.seq >= first)
  return own.length === 0 ? window : { ...window, events: merged(window.events, own) }
}

/** The newest part of a window that has become long; the rest is fetched again when it is wanted. */
export function trimmed(window: JournalWindow, most: number): JournalWindow {
  return window.events.length <= most + most / 4
    ? window
    : { events: window.events.slice(-most), hasBefore: true }
}

function merged(a: readonly CrewEvent[], b: readonly CrewEvent[]): readonly CrewEvent[] {
  if (a.length === 0 || b.length === 0) return a.length === 0 ? inOrder(b) : a
  const known = a.at(-1)?.seq ?? 0
  // What happens all the time: newer events at the end.
  if (b.every((event, index) => event.seq > (index === 0 ? known : (b[index - 1]?.seq ?? 0)))) {
    return [...a, ...b]
  }
  return inOrder([...a, ...b])
}

function inOrder(events: readonly CrewEvent[]): readonly CrewEvent[] {
  const bySeq = new Map(events.map((event) => [event.seq, event]))
  return [...bySeq.values()].toSorted((x, y) => x.seq - y.seq)
}
