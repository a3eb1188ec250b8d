import { X } from 'lucide-react'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { focusMain } from './focus-main'

interface DialogProps {
  readonly title: string
  readonly description?: string
  readonly onClose: () => void
  readonly children: ReactNode
  readonly width?: 'narrow' | 'wide'
}

/**
 * A modal dialog. The browser's own: it keeps the focus inside, makes what is behind it inert, closes on Escape and
 * gives the focus back to where it came from.
 */
export function Dialog({ title, description, onClose, children, width = 'narrow' }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const aboutId = useId()
  useLayoutEffect(() => {
    const dialog = element.current
    if (dialog && !dialog.open) {
      dialog.showModal()
      // The first thing to fill in, or else the title: not the button that closes what was just opened.
      const first =
        dialog.querySelector<HTMLElement>('[data-autofocus]') ??
        dialog.querySelector<HTMLElement>('input, textarea') ??
        dialog.querySelector<HTMLElement>('h2')
      first?.focus()
    }
    return () => {
      dialog?.close()
      // What opened it may be gone by now.
      requestAnimationFrame(focusMain)
    }
  }, [])
  return (
    <dialog
      ref={element}
      className={`dialog ${width}`}
      aria-labelledby={titleId}
      aria-describedby={description === undefined ? undefined : aboutId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onPointerDown={(event) => {
        // Only the backdrop is the dialog itself: its inside has elements of its own.
        if (event.target === element.current) onClose()
      }}
    >
      <div className="dialog-in">
        <header className="dialog-bar">
          <h2 id={titleId} tabIndex={-1}>
            {title}
          </h2>
          <span className="sp" />
          <button type="button" className="ib" aria-label="Close" onClick={onClose}>
            <X size={18} />
          </button>
        </header>
        {description !== undefined && (
          <p id={aboutId} className="dialog-about">
            {description}
          </p>
        )}
        {children}
      </div>
    </dialog>
  )
}
