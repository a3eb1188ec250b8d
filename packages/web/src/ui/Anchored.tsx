import { Popover } from 'radix-ui'
import type { ReactNode, RefObject } from 'react'

interface AnchoredProps {
  readonly anchor: RefObject<HTMLElement | null>
  /** What it is, for people who cannot see it. */
  readonly label: string
  readonly className?: string
  /** Whether the person asked for it and goes on in it; what only shows something leaves the focus alone. */
  readonly takesFocus: boolean
  readonly align?: 'start' | 'end'
  /** Where it stands if there is room. */
  readonly side?: 'top' | 'bottom'
  readonly onClose: () => void
  readonly hover?: { readonly onPointerEnter: () => void; readonly onPointerLeave: () => void }
  readonly children: ReactNode
}

/** Something small beside what it belongs to. It closes on Escape, or when something else is pressed. */
export function Anchored(props: AnchoredProps) {
  const { anchor, label, className = '', takesFocus, align = 'start', side = 'top' } = props
  const { onClose, hover, children } = props
  return (
    <Popover.Root open modal={false} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Popover.Anchor virtualRef={anchor as RefObject<HTMLElement>} />
      <Popover.Portal>
        <Popover.Content
          className={`pop ${className}`}
          aria-label={label}
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          onOpenAutoFocus={(event) => {
            if (!takesFocus) event.preventDefault()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            // What opened it may be gone by now; elsewhere the person has moved on already.
            if (takesFocus && !isElsewhere()) anchor.current?.focus({ preventScroll: true })
          }}
          onInteractOutside={(event) => {
            // A press on what opened it closes it itself.
            if (anchor.current?.contains(event.target as Node)) event.preventDefault()
          }}
          {...hover}
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

function isElsewhere(): boolean {
  const { activeElement } = document
  return activeElement !== null && activeElement !== document.body && !activeElement.closest('.pop')
}
