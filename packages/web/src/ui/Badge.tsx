/** The blue number. What it shows is cut at 99, what it says is not. */
export function UnreadBadge({ count }: { readonly count: number }) {
  if (count === 0) return null
  return (
    <span
      className="badge"
      role="img"
      aria-label={`${count} unread ${count === 1 ? 'message' : 'messages'}`}
    >
      {shownCount(count)}
    </span>
  )
}

export function shownCount(count: number): string {
  return count > 99 ? '99+' : String(count)
}
