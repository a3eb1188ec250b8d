import { ChevronLeft, X } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { focusMain } from '../../ui/focus-main'

export type DetailsAs = 'beside' | 'over' | 'full'

interface DetailsFrameProps extends PlaceProps {
  readonly as: DetailsAs
}

/** What is around the details: a column, a sheet over the chat, or a page of their own. */
export function DetailsFrame({ as, hide, children }: DetailsFrameProps) {
  if (as === 'full') return <FullScreen hide={hide}>{children}</FullScreen>
  if (as === 'over') return <Sheet hide={hide}>{children}</Sheet>
  return (
    <aside className="info" aria-label="Group details">
      <Bar hide={hide} />
      {children}
    </aside>
  )
}

interface PlaceProps {
  readonly hide: () => void
  readonly children?: ReactNode
}

function Bar({ hide }: PlaceProps) {
  return (
    <div className="bar">
      <h2>Details</h2>
      <span className="sp" />
      <button
        type="button"
        className="ib"
        aria-label="Close details"
        onClick={() => {
          hide()
          // The button goes; what opened it stays.
          document.querySelector<HTMLElement>('.head-tools [aria-label="Details"]')?.focus()
        }}
      >
        <X size={16} />
      </button>
    </div>
  )
}

function FullScreen({ hide, children }: PlaceProps) {
  const back = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) back.current?.focus({ preventScroll: true })
    return () => void requestAnimationFrame(focusMain)
  }, [])
  return (
    <main className="info full" aria-label="Group details">
      <div className="bar">
        <button
          ref={back}
          type="button"
          className="ib back"
          aria-label="Back to the group"
          onClick={hide}
        >
          <ChevronLeft size={20} />
        </button>
        <h1>Details</h1>
      </div>
      {children}
    </main>
  )
}

/**
 * Over the chat, from the right. The chat below it is out of reach until it is closed, by its button, by Escape or
 * beside it; the list and what the page says at its bottom are not: they stay as they are.
 */
function Sheet({ hide, children }: PlaceProps) {
  const element = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const sheet = element.current
    const place = sheet?.parentElement
    sheet?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true })
    return () => {
      const chat = place?.querySelector<HTMLElement>('main.chat')
      if (!chat) return
      const { activeElement, body } = document
      const isLost = activeElement === body || sheet?.contains(activeElement)
      // What is inert takes no focus; that it is not any more comes with the same change.
      if (isLost) {
        chat.inert = false
        chat.querySelector<HTMLElement>('[aria-label="Details"]')?.focus()
      }
    }
  }, [])
  return (
    <>
      <div className="scrim" onClick={hide} aria-hidden="true" />
      <aside
        ref={element}
        className="info over"
        aria-label="Group details"
        onKeyDown={(event) => {
          // What is open above it has taken the key already.
          if (event.key !== 'Escape' || event.defaultPrevented) return
          if ((event.target as Element).closest('dialog, [role="menu"]')) return
          event.preventDefault()
          hide()
        }}
      >
        <Bar hide={hide} />
        {children}
      </aside>
    </>
  )
}
