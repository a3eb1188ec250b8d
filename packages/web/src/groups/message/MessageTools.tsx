import { Link2, MailOpen, Pencil, Pin, Reply, SmilePlus, Trash2 } from 'lucide-react'
import { useContext } from 'react'
import { useStore } from 'zustand'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { PIN } from '@crewroom/shared/model/pin'
import { wantedReactions } from '../../sync/reactions'
import { ControlTab } from './mention-scope'
import type { MessageActions } from './message-actions'
import { shownReactions } from './reacted-by'
import { QUICK_EMOJI, spoken } from './toggle-reaction'

interface MessageToolsProps {
  readonly actions: MessageActions
  readonly isReadOnly: boolean
  readonly isMenuOpen: boolean
}

/** What can be done with the message that is pointed at, in the line of its head. */
export function MessageTools({ actions, isReadOnly, isMenuOpen }: MessageToolsProps) {
  const tabIndex = useContext(ControlTab)
  const wanted = useStore(wantedReactions)
  const shown = shownReactions(actions.message, wanted)
  const isMine = (emoji: string) =>
    shown.some((own) => own.emoji === emoji && own.who.includes(HUMAN_ID))
  const { reply, markUnread, edit, remove } = actions
  return (
    <div className="tools" role="group" aria-label="Message actions">
      {!isReadOnly && (
        <>
          {QUICK_EMOJI.map((emoji) => (
            <button
              key={emoji}
              type="button"
              className="emo"
              tabIndex={tabIndex}
              aria-pressed={isMine(emoji)}
              aria-label={`React ${spoken(emoji)}`}
              onClick={() => actions.react(emoji)}
            >
              {emoji}
            </button>
          ))}
          <button
            type="button"
            tabIndex={tabIndex}
            aria-label="All reactions"
            title="All reactions"
            aria-haspopup="dialog"
            aria-expanded={isMenuOpen}
            onClick={actions.openAll}
          >
            <SmilePlus size={16} />
          </button>
          <hr />
        </>
      )}
      {!isReadOnly && (
        <button
          type="button"
          tabIndex={tabIndex}
          aria-pressed={isMine(PIN)}
          aria-label={isMine(PIN) ? 'Unpin' : 'Pin'}
          title={isMine(PIN) ? 'Unpin' : 'Pin'}
          onClick={() => actions.react(PIN)}
        >
          <Pin size={16} />
        </button>
      )}
      {reply && (
        <button type="button" {...{ tabIndex }} aria-label="Reply" title="Reply" onClick={reply}>
          <Reply size={16} />
        </button>
      )}
      {edit && (
        <button type="button" {...{ tabIndex }} aria-label="Edit" title="Edit" onClick={edit}>
          <Pencil size={16} />
        </button>
      )}
      {remove && (
        <button type="button" {...{ tabIndex }} aria-label="Delete" title="Delete" onClick={remove}>
          <Trash2 size={16} />
        </button>
      )}
      <button
        type="button"
        tabIndex={tabIndex}
        aria-label="Copy link"
        title="Copy link"
        onClick={actions.copyLink}
      >
        <Link2 size={16} />
      </button>
      {markUnread && (
        <button
          type="button"
          tabIndex={tabIndex}
          aria-label="Mark unread from here"
          title="Mark unread from here"
          onClick={markUnread}
        >
          <MailOpen size={16} />
        </button>
      )}
    </div>
  )
}
