import { useEffect, useState } from 'react'

const SETTLE_MS = 500

function isHere(): boolean {
  return (
    document.visibilityState === 'visible' &&
    document.hasFocus() &&
    document.querySelector('dialog[open]') === null
  )
}

/**
 * Whether somebody looks at this page: it is visible, has the focus, and no dialog lies over it. Visible alone says
 * little: a window behind another is visible without focus. Coming
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
    // A dialog that opens or closes does not move the page's own focus.
    const dialogs = new MutationObserver(look)
    dialogs.observe(document.body, { subtree: true, attributeFilter: ['open'], childList: false })
    return () => {
      clearTimeout(timer)
      removeEventListener('focus', look)
      removeEventListener('blur', look)
      document.removeEventListener('visibilitychange', look)
      dialogs.disconnect()
    }
  }, [])
  return here
}
