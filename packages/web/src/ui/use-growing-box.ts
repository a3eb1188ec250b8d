import { type RefObject, useLayoutEffect } from 'react'

/** Makes a box to write in as high as its text; its style says how high at the most. */
export function useGrowingBox(box: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    element.style.setProperty('height', 'auto')
    element.style.setProperty('height', `${element.scrollHeight}px`)
  }, [box, text])
}
