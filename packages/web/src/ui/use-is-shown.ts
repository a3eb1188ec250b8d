import { useCallback, useEffect, useRef } from 'react'

/** Tells after an answer has arrived whether its caller is still shown: a person who left is not brought back. */
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
