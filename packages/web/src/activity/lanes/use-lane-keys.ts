import { useEffect, useRef } from 'react'
import { isKey } from '../../shell/use-key'

/** The keys of the lanes, all but those inside of the board. */
const IDS = [
  'playLanes',
  'previousMark',
  'nextMark',
  'backInTime',
  'forwardInTime',
  'zoomIn',
  'zoomOut',
  'wholeStory',
  'laneTable',
] as const
export type LaneKeys = Readonly<Record<(typeof IDS)[number], () => void>>

/** Runs them wherever the focus is, but not where the key means something of its own. */
export function useLaneKeys(keys: LaneKeys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || !isFree(event)) return
      const id = IDS.find((own) => isKey(own, event))
      if (!id) return
      event.preventDefault()
      latest.current[id]()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}

function isFree({ target, key }: KeyboardEvent): boolean {
  if (document.querySelector('dialog[open], [role="menu"]')) return false
  if (!(target instanceof HTMLElement)) return true
  if (target.closest('input, textarea, select, [role="slider"], .l-table')) return false
  // Space presses a button; on a sign, which Enter opens, it plays.
  return key !== ' ' || target.closest('.l-item') !== null || !target.closest('button, a, summary')
}
