import { type RefObject, useLayoutEffect, useState } from 'react'

/** On a narrow screen the picture keeps this width and scrolls sideways. */
const LEAST_PX = 420

/** How wide the time is drawn, and how much of the board is seen. */
export function useBoardSize(scroller: RefObject<HTMLElement | null>) {
  const [size, setSize] = useState({ width: 0, height: 0, names: 0 })
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const measure = () => {
      const names = element.querySelector<HTMLElement>('.l-corner')?.offsetWidth ?? 0
      const head = element.querySelector<HTMLElement>('.l-head')?.offsetHeight ?? 0
      const width = Math.max(LEAST_PX, element.clientWidth - names)
      setSize({ width, height: Math.max(0, element.clientHeight - head), names })
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [scroller])
  return size
}
