import { useCallback, useState } from 'react'

export type LayoutKind = 'compare' | 'stack'

/** How the answers of a round stand: side by side, or one below the other. */
export interface Layout {
  /** What the person chose in this session, `compare` at first. */
  readonly kind: LayoutKind
  readonly choose: (kind: LayoutKind) => void
}

const KEY = 'crewroom:layout:'

/** The person's choice for a session, kept in this browser. */
export function useLayout(sessionId: string): Layout {
  const [kind, setKind] = useState<LayoutKind>(() => kept(sessionId))
  const choose = useCallback(
    (next: LayoutKind) => {
      setKind(next)
      try {
        localStorage.setItem(KEY + sessionId, next)
      } catch {
        // Storage may be denied: the choice holds for this visit.
      }
    },
    [sessionId],
  )
  return { kind, choose }
}

function kept(sessionId: string): LayoutKind {
  try {
    return localStorage.getItem(KEY + sessionId) === 'stack' ? 'stack' : 'compare'
  } catch {
    return 'compare'
  }
}
