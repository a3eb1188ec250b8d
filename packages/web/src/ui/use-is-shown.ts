import { useCallback, useEffect, useRef } from 'react'

/** Tells after an answer has come whether what asked for it is still there: who has left is not brought back. */
export function useIsShown(): () => boolean {
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return useCallback(() => isShown.current, [])
}
