import { useCallback, useMemo, useState } from 'react'

export type LayoutKind = 'compare' | 'stack'

/** How the answers of a round stand: side by side, or one below the other. */
export interface Layout {
  /** What the person chose in this session; `compare` before that. */
  readonly kind: LayoutKind
  readonly isChosen: boolean
  /** Whether there is room for answers side by side. */
  readonly hasRoom: boolean
  readonly choose: (kind: LayoutKind) => void
}

/** Narrower than this, answers stand one below the other. */
export const ROOM_PX = 880
/** More answers than this stand side by side only where somebody asked for it; they scroll then. */
const MOST_BESIDE = 4

export type Arrangement = 'compare' | 'scroll' | 'stack'

/** How so many answers stand. */
export function arranged(layout: Layout, count: number): Arrangement {
  const { kind, isChosen, hasRoom } = layout
  if (!hasRoom || kind === 'stack' || count < 2) return 'stack'
  if (count <= MOST_BESIDE) return 'compare'
  return isChosen ? 'scroll' : 'stack'
}

const KEY = 'crewroom:layout:'

/** The person's choice for a session, kept in this browser; and whether the chat, which `hasRoom` says, is wide enough. */
export function useLayout(sessionId: string, hasRoom: boolean): Layout {
  const [chosen, setChosen] = useState<LayoutKind | null>(() => kept(sessionId))
  const choose = useCallback(
    (next: LayoutKind) => {
      setChosen(next)
      try {
        localStorage.setItem(KEY + sessionId, next)
      } catch {
        // Storage may be denied: the choice holds for this visit.
      }
    },
    [sessionId],
  )
  return useMemo(
    () => ({ kind: chosen ?? 'compare', isChosen: chosen !== null, hasRoom, choose }),
    [chosen, hasRoom, choose],
  )
}

function kept(sessionId: string): LayoutKind | null {
  try {
    const own = localStorage.getItem(KEY + sessionId)
    return own === 'stack' || own === 'compare' ? own : null
  } catch {
    return null
  }
}
