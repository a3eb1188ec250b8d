import { useEffect, useState } from 'react'

const SETTLE_MS = 500

function isHere(): boolean {
  return document.visibilityState === 'visible' && document.hasFocus()
}

/**
 * Whether somebody looks at this page. Both are asked: a window behind another is visible without focus. Coming
 * back counts after a moment, so that passing over a window reads nothing.
 */
export function useAttention(): boolean {
  const [here, setHere] = useState(isHere)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      if (!isHere()) setHere(false)
      else timer = setTimeout(() => setHere(isHere()), SETTLE_MS)
    }
    addEventListener('focus', look)
    addEventListener('blur', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      removeEventListener('focus', look)
      removeEventListener('blur', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  return here
}
