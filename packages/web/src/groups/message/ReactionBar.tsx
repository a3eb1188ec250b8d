import type { Message } from '@crewroom/shared/model/message'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { SmilePlus } from 'lucide-react'
import { Suspense, useContext, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { knownAs } from '../../crew/participant'
import { wantedReactions } from '../../sync/reactions'
import { ControlTab } from './mention-scope'
import { shownReactions } from './reacted-by'
import { spoken, toggleReaction } from './toggle-reaction'
import { useLongPress } from '../../ui/use-long-press'
import { openedLater } from '../../ui/opened-later'
import { drawnLater, LeftOut } from '../../ui/drawn-later'

const ReactMenu = openedLater(() => import('./ReactMenu').then((own) => own.ReactMenu))
const WhoReacted = drawnLater(() => import('./WhoReacted').then((own) => own.WhoReacted), LeftOut)

/** More kinds than this fold into a number. */
const SHOWN = 7

interface ReactionBarProps {
  readonly message: Message
  readonly crew: Pick<CrewState, 'lead' | 'agents'>
  readonly isReadOnly: boolean
}

/** Who reacted with what. A click adds or takes back one's own. */
export function ReactionBar({ message, crew, isReadOnly }: ReactionBarProps) {
  const tabIndex = useContext(ControlTab)
  const wanted = useStore(wantedReactions)
  const add = useRef<HTMLButtonElement>(null)
  const [isWhole, setWhole] = useState(false)
  const [isAdding, setAdding] = useState(false)
  const all = shownReactions(message, wanted)
  if (all.length === 0) return null
  const shown = all.filter(
    // One's own is never in the fold: a click must be seen to have done something.
    ({ who }, index) => isWhole || index < SHOWN || who.includes(HUMAN_ID),
  )
  return (
    <div className="rx">
      {shown.map(({ emoji, who }) => (
        <Pill key={emoji} {...{ message, crew, isReadOnly, emoji, who }} />
      ))}
      {shown.length < all.length && (
        <button
          type="button"
          className="rest"
          tabIndex={tabIndex}
          aria-label={`Show ${all.length - shown.length} more reactions`}
          onClick={() => setWhole(true)}
        >
          +{all.length - shown.length}
        </button>
      )}
      {!isReadOnly && (
        <button
          ref={add}
          type="button"
          className="add"
          tabIndex={tabIndex}
          aria-label="Add reaction"
          title="Add reaction"
          aria-haspopup="dialog"
          aria-expanded={isAdding}
          onClick={() => setAdding(!isAdding)}
        >
          <SmilePlus size={16} />
        </button>
      )}
      {isAdding && (
        <ReactMenu anchor={add} message={message} view="six" onClose={() => setAdding(false)} />
      )}
    </div>
  )
}

interface PillProps extends ReactionBarProps {
  readonly emoji: string
  readonly who: readonly string[]
}

const HOVER_MS = 300

function Pill({ message, crew, isReadOnly, emoji, who }: PillProps) {
  const tabIndex = useContext(ControlTab)
  const pill = useRef<HTMLButtonElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isOpen, setOpen] = useState(false)
  const press = useLongPress(() => setOpen(true))
  const later = (open: boolean, ms: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(open), ms)
  }
  const isMine = who.includes(HUMAN_ID)
  return (
    <>
      <button
        ref={pill}
        type="button"
        tabIndex={tabIndex}
        aria-pressed={isMine}
        aria-label={`${spoken(emoji)}, ${who.length}${isMine ? ', including you' : ''}`}
        aria-disabled={isReadOnly}
        {...press.handlers}
        onPointerDown={(event) => {
          // The row has something of its own for a finger that rests.
          event.stopPropagation()
          press.handlers.onPointerDown(event)
        }}
        onPointerEnter={({ pointerType }) => pointerType === 'mouse' && later(true, HOVER_MS)}
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && later(false, 100)}
        onFocus={({ target }) => target.matches(':focus-visible') && later(true, HOVER_MS)}
        onBlur={() => later(false, 0)}
        onClick={() => {
          if (isReadOnly) return
          toggleReaction(message, emoji)
        }}
      >
        <i>{emoji}</i>
        {who.length}
      </button>
      {isOpen && (
        <Suspense>
          <WhoReacted
            anchor={pill}
            emoji={emoji}
            names={namesOf(crew, who)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

const NAMED = 12

/** `Project Lead, Developer (a1b2c3d4) and you`. */
function namesOf(crew: Pick<CrewState, 'lead' | 'agents'>, who: readonly string[]): string {
  const others = who.filter((id) => id !== HUMAN_ID).map((id) => knownAs(crew, id))
  const named = others.slice(0, NAMED)
  const more = others.length - named.length
  const all = [
    ...named,
    ...(more > 0 ? [`${more} more`] : []),
    ...(who.includes(HUMAN_ID) ? ['you'] : []),
  ]
  const last = all.pop() ?? ''
  return all.length === 0 ? last : `${all.join(', ')} and ${last}`
}
