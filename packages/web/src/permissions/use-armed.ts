import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { permissionAnswers } from '../sync/permission-answers'

/** As long as the second press of a double click or of a bouncing key can take. */
const REST_MS = 500

/**
 * Whether buttons that allow something may be pressed: only once they have stayed in place for a moment. Whatever
 * appears or disappears above them moves them under the pointer, and a press that was meant for another request must
 * not answer this one.
 */
export function useArmed(): boolean {
  const moves = useStore(permissionAnswers, (all) => all.moves)
  const [armedAt, setArmedAt] = useState<number | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setArmedAt(moves), REST_MS)
    return () => clearTimeout(timer)
  }, [moves])
  return armedAt === moves
}
