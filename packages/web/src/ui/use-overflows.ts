import { type RefObject, useEffect, useState } from 'react'

/** Whether something scrolls in itself: then it must be reached by Tab, for arrow keys to move it. */
export function useOverflows(ref: RefObject<HTMLElement | null>): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const own = ref.current
    if (!own) return
    const look = () =>
      setOver(own.scrollWidth > own.clientWidth || own.scrollHeight > own.clientHeight)
    const watch = new ResizeObserver(look)
    watch.observe(own)
    for (const child of own.children) watch.observe(child)
    return () => watch.disconnect()
  }, [ref])
  return isOver
}
