import { type RefObject, useEffect, useRef } from 'react'
import { bringIntoView, clearMarks, markHits } from './hit-marks'

/** Marks hits in what is drawn, whenever that changes. */
export function useHitMarks(
  scroller: RefObject<HTMLDivElement | null>,
  words: string,
  current: { readonly key: string; readonly nth: number } | null,
  shown: unknown,
): void {
  const key = current?.key ?? null
  const nth = current?.nth ?? 0
  /** Which hit is in the view; from then on one scrolls as one likes. */
  const brought = useRef('')
  useEffect(() => {
    const log = scroller.current
    if (!log || words.trim() === '') return clearMarks()
    let frame = 0
    let isOver = false
    const mark = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        const hit = markHits(log, words, key === null ? null : { key, nth })
        const id = `${words} ${key} ${nth}`
        if (hit && brought.current !== id) {
          brought.current = id
          // Its row is brought to its place first.
          whenStill(log, () => {
            // The search may have ended meanwhile: its marks would stay for good.
            if (isOver) return
            const own = markHits(log, words, key === null ? null : { key, nth })
            if (own) bringIntoView(own, log)
          })
        }
      })
    }
    mark()
    // Rows come and go while one scrolls.
    const observer = new MutationObserver(mark)
    observer.observe(log, { childList: true, subtree: true, characterData: true })
    return () => {
      isOver = true
      observer.disconnect()
      cancelAnimationFrame(frame)
      clearMarks()
    }
  }, [scroller, words, key, nth, shown])
}

const STILL_FRAMES = 4
const MOST_FRAMES = 60

/** Runs when a view has not scrolled for some frames. */
function whenStill(log: HTMLElement, run: () => void): void {
  let [still, frames, before] = [0, 0, log.scrollTop]
  const step = () => {
    still = Math.abs(log.scrollTop - before) <= 1 ? still + 1 : 0
    before = log.scrollTop
    frames += 1
    if (still >= STILL_FRAMES || frames >= MOST_FRAMES) run()
    else requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
}
