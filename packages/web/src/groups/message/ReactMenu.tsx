import type { Message } from '@crewroom/shared/model/message'
import { SmilePlus } from 'lucide-react'
import { type RefObject, Suspense, useState } from 'react'
import { Anchored } from '../../ui/Anchored'
import { QuickEmoji } from './QuickEmoji'
import { toggleReaction } from './toggle-reaction'
import { drawnLater } from '../../ui/drawn-later'

const EmojiPicker = drawnLater(() => import('../../ui/EmojiPicker').then((own) => own.EmojiPicker))

interface ReactMenuProps {
  readonly anchor: RefObject<HTMLElement | null>
  readonly message: Message
  readonly view: 'six' | 'all'
  readonly onClose: () => void
}

/** The six at hand, and all the others behind one more press. */
export function ReactMenu({ anchor, message, view, onClose }: ReactMenuProps) {
  const [isAll, setAll] = useState(view === 'all')
  const pick = (emoji: string) => {
    toggleReaction(message, emoji)
    onClose()
  }
  return (
    <Anchored
      anchor={anchor}
      takesFocus
      align={view === 'all' ? 'end' : 'start'}
      onClose={onClose}
      label={isAll ? 'All reactions' : 'React'}
      className={isAll ? 'pick' : 'six'}
    >
      {isAll ? (
        <Suspense fallback={<div className="pick-wait" />}>
          <EmojiPicker onPick={pick} />
        </Suspense>
      ) : (
        <>
          <QuickEmoji onPick={pick} />
          <button
            type="button"
            aria-label="All reactions"
            title="All reactions"
            onClick={() => setAll(true)}
          >
            <SmilePlus size={18} />
          </button>
        </>
      )}
    </Anchored>
  )
}
