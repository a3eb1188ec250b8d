import { MentionBadge, UnreadBadge } from '../../ui/Badge'
import './session-signs.css'

interface SessionSignsProps {
  readonly thinking: number
  readonly unread: number
  readonly mentions: number
  /** A discussion in it waits for the person. */
  readonly isTurn?: boolean
}

/** What there is to know of a session beside its title: `@`, and how many think or are unread. */
export function SessionSigns({ thinking, unread, mentions, isTurn = false }: SessionSignsProps) {
  // A mark of this browser is ahead of the server's: what it has read asks for nobody.
  const calls = Math.min(unread, mentions)
  return (
    <>
      <MentionBadge count={calls} />
      {isTurn ? (
        <span className="s-think s-turn">Your turn</span>
      ) : thinking > 0 ? (
        <span className="s-think">{thinking} thinking</span>
      ) : (
        <UnreadBadge count={unread} />
      )}
    </>
  )
}
