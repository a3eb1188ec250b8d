import { ArrowUp } from 'lucide-react'
import { shownCount } from '../../ui/Badge'

export interface UnreadAboveInput {
  readonly count: number
  /** Ordinal of the first of them. */
  readonly firstUnread: number
  readonly onMarkRead: () => void
}

/** The way to unread messages above what the person has seen, and the way past them; nothing where there are none. */
export function UnreadAbove({
  count,
  onShow,
  onMarkRead,
}: UnreadAboveInput & { readonly onShow: () => void }) {
  if (count === 0) return null
  return (
    <div className="unread-above" role="group" aria-label="Unread messages above">
      <button type="button" onClick={onShow}>
        <ArrowUp size={16} />
        {shownCount(count)} unread above
      </button>
      <button type="button" onClick={onMarkRead}>
        Mark read
      </button>
    </div>
  )
}
