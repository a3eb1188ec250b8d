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

/** The amber number: so many things wait for a person. */
export function NeedsBadge({ count }: { readonly count: number }) {
  if (count === 0) return null
  return (
    <span
      className="badge at"
      role="img"
      aria-label={`${count} ${count === 1 ? 'thing needs' : 'things need'} you`}
    >
      {shownCount(count)}
    </span>
  )
}

/** The amber sign beside a blue number: somebody asks for you there. */
export function MentionBadge({ count }: { readonly count: number }) {
  if (count === 0) return null
  return (
    <span
      className="badge at"
      role="img"
      aria-label={`${count} ${count === 1 ? 'mention' : 'mentions'} of you`}
    >
      @
    </span>
  )
}

export function shownCount(count: number): string {
  return count > 99 ? '99+' : String(count)
}
