import type { ReactNode } from 'react'

interface NotLoadedProps {
  /** Says that they are on their way, or why they could not be fetched. */
  readonly notice: ReactNode
  readonly isBusy: boolean
  /** Rows of messages that the person has written meanwhile. */
  readonly children: ReactNode
}

/** Stands where the messages would until they are there: the person's own words are never out of sight. */
export function NotLoaded({ notice, isBusy, children }: NotLoadedProps) {
  return (
    <div className="log-wrap not-loaded" aria-busy={isBusy}>
      {notice}
      <div className="own">{children}</div>
    </div>
  )
}
