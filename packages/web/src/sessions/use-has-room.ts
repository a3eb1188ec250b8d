import { useLayoutEffect, useState } from 'react'

/** Whether an element is at least so many pixels wide. */
export function useHasRoom(own: HTMLElement | null, px: number): boolean {
  const [has, setHas] = useState(false)
  useLayoutEffect(() => {
    if (!own) return
    const look = () => setHas(own.clientWidth >= px)
    look()
    const watch = new ResizeObserver(look)
    watch.observe(own)
    return () => watch.disconnect()
  }, [own, px])
  return has
}
