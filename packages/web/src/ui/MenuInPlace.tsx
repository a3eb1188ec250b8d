import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'

interface MenuInPlaceProps {
  readonly label: string
  /** What it belongs to: it opens there unless a place is given, and the focus returns to it. */
  readonly from: HTMLElement
  readonly at?: { readonly x: number; readonly y: number } | undefined
  readonly align: 'start' | 'end'
  readonly onClose: () => void
  /** Items of radix' DropdownMenu. */
  readonly children: ReactNode
}

/** An open menu beside what it is about. Not modal: that would need a style element, which the page may not have. */
export function MenuInPlace({ label, from, at, align, onClose, children }: MenuInPlaceProps) {
  const { left, top, width, height } = from.getBoundingClientRect()
  const place = at ? { left: at.x, top: at.y, width: 0, height: 0 } : { left, top, width, height }
  return (
    <DropdownMenu.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      <DropdownMenu.Trigger asChild>
        <span className="menu-anchor" style={place} aria-hidden="true" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className="menu in-place"
          aria-label={label}
          aria-labelledby={undefined}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          loop
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            // Another menu may have taken its place, and would close if it lost the focus.
            const isNext = document.querySelector('[role="menu"]') !== null
            if (!isNext && document.activeElement === document.body) {
              from.focus({ preventScroll: true })
            }
          }}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
