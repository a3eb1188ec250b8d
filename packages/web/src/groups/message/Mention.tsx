import { firstCall } from '@crewroom/shared/model/mentions'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { Suspense, useContext, useRef, useState } from 'react'
import { ControlTab, Mentions } from './mention-scope'
import { shownHidden } from './text-pieces'
import { drawnLater, LeftOut } from '../../ui/drawn-later'

const MentionCard = drawnLater(
  () => import('./MentionCard').then((own) => own.MentionCard),
  LeftOut,
)

const HOVER_MS = 250
const LEAVE_MS = 200

/** Words after an @: a chip as far as they mean somebody of the group, the text that they are otherwise. */
export function Mention({ text }: { readonly text: string }) {
  const { leadId, people } = useContext(Mentions)
  const tabIndex = useContext(ControlTab)
  const chip = useRef<HTMLButtonElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [open, setOpen] = useState<'no' | 'hovered' | 'pressed'>('no')
  const { ids, length } = firstCall(text, people)
  if (ids.length === 0) return shownHidden(text)
  const call = text.slice(0, length)
  const rest = shownHidden(text.slice(length))
  if (ids.includes(HUMAN_ID)) {
    const isEverybody = ids.length > 1
    return (
      <>
        <span className="at-me" title={isEverybody ? 'Everybody in the group' : 'You'}>
          {call}
        </span>
        {rest}
      </>
    )
  }
  const later = (next: typeof open, ms: number) => {
    clearTimeout(timer.current)
    // What was pressed stays until it is closed.
    timer.current = setTimeout(
      () => setOpen((now) => (now === 'pressed' && next !== 'pressed' ? now : next)),
      ms,
    )
  }
  const hover = {
    onPointerEnter: (event: { pointerType: string }) => {
      if (event.pointerType === 'mouse') later(open === 'no' ? 'hovered' : open, HOVER_MS)
    },
    onPointerLeave: () => later('no', LEAVE_MS),
  }
  return (
    <>
      <button
        ref={chip}
        type="button"
        className="at-x"
        tabIndex={tabIndex}
        aria-haspopup="dialog"
        aria-expanded={open !== 'no'}
        {...hover}
        onClick={() => {
          clearTimeout(timer.current)
          setOpen((now) => (now === 'pressed' ? 'no' : 'pressed'))
        }}
      >
        {call}
      </button>
      {rest}
      {open !== 'no' && (
        <Suspense>
          <MentionCard
            anchor={chip}
            leadId={leadId}
            ids={ids}
            takesFocus={open === 'pressed'}
            onClose={() => setOpen('no')}
            hover={{
              onPointerEnter: () => clearTimeout(timer.current),
              onPointerLeave: hover.onPointerLeave,
            }}
          />
        </Suspense>
      )}
    </>
  )
}
