import type { ReactNode } from 'react'

interface PillsProps {
  readonly label: string
  /** Buttons that are pressed or not. */
  readonly children: ReactNode
}

/** Filters side by side. On a phone they are one line that scrolls, and what has the focus is in sight. */
export function Pills({ label, children }: PillsProps) {
  return (
    <div
      className="seg pills"
      role="group"
      aria-label={label}
      // A browser leaves alone what is in sight by half.
      onFocus={({ target }) => target.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
    >
      {children}
    </div>
  )
}
