import { Copy, Link2, MailOpen, Pencil, Pin, Reply, SmilePlus, Trash2 } from 'lucide-react'
import { PIN } from '@crewroom/shared/model/pin'
import type { ReactNode } from 'react'
import { Dialog } from '../../ui/Dialog'
import type { MessageActions } from './message-actions'
import { QuickEmoji } from './QuickEmoji'

interface MessageSheetProps {
  readonly actions: MessageActions
  readonly isReadOnly: boolean
  readonly onClose: () => void
}

/** What can be done with a message, for fingers. */
export function MessageSheet({ actions, isReadOnly, onClose }: MessageSheetProps) {
  const item = (label: string, icon: ReactNode, run: () => void) => (
    <button
      type="button"
      onClick={() => {
        onClose()
        run()
      }}
    >
      {icon}
      {label}
    </button>
  )
  return (
    <Dialog title="Message" onClose={onClose}>
      <div className="sheet">
        {!isReadOnly && (
          <div className="sheet-six" role="group" aria-label="React">
            <QuickEmoji
              onPick={(emoji) => {
                onClose()
                actions.react(emoji)
              }}
            />
          </div>
        )}
        {!isReadOnly && item('All reactions', <SmilePlus size={18} />, actions.openAll)}
        {!isReadOnly && item('Pin or unpin', <Pin size={18} />, () => actions.react(PIN))}
        {actions.reply && item('Reply', <Reply size={18} />, actions.reply)}
        {actions.edit && item('Edit', <Pencil size={18} />, actions.edit)}
        {actions.remove && item('Delete', <Trash2 size={18} />, actions.remove)}
        {item('Copy text', <Copy size={18} />, actions.copyWords)}
        {item('Copy link', <Link2 size={18} />, actions.copyLink)}
        {actions.markUnread &&
          item('Mark unread from here', <MailOpen size={18} />, actions.markUnread)}
      </div>
    </Dialog>
  )
}
