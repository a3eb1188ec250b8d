/** Ordinals of messages that were on the screen, from one to another, with nothing between them that was not passed. */
export interface SeenRange {
  readonly first: number
  readonly last: number
}

/** How the view came where it is: the person scrolled there, or the list brought them. */
export type Moved = 'scrolled' | 'brought'

/** What was seen, with what is in the view now. Scrolling passes what lies between; being brought somewhere does not. */
export function withView(seen: SeenRange | null, view: SeenRange, moved: Moved): SeenRange {
  if (!seen) return view
  const touches = view.first <= seen.last + 1 && view.last >= seen.first - 1
  if (moved === 'brought' && !touches) return view
  return { first: Math.min(seen.first, view.first), last: Math.max(seen.last, view.last) }
}

/** Ordinal up to which the place is read; null where something unread above it was not on the screen. */
export function readUpTo({ first, last }: SeenRange, firstUnread: number): number | null {
  return first <= firstUnread && last >= firstUnread ? last : null
}

/** Unread messages above what was seen. */
export function unreadAbove(seen: SeenRange | null, firstUnread: number | null): number {
  return seen && firstUnread !== null ? Math.max(0, seen.first - firstUnread) : 0
}

/** A message as it is loaded. */
export interface LoadedMessage {
  readonly seq: number
  readonly n: number
  /** The person wrote it. */
  readonly isOwn: boolean
}

/** Ordinal of the first unread message; null: all is read. `messages`: those that are loaded, oldest first. */
export function firstUnreadOf(
  messages: readonly LoadedMessage[],
  mark: { readonly seq: number; readonly n: number },
): number | null {
  const [oldest] = messages
  // What is not loaded may be anybody's.
  if (oldest && oldest.seq > mark.seq && oldest.n > mark.n + 1) return mark.n + 1
  return messages.find(({ seq, isOwn }) => seq > mark.seq && !isOwn)?.n ?? null
}
