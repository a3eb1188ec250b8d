import { useEffect, useState } from 'react'
import { liveDetails } from '../sync/live-details'

const EVERY_MS = 500

/** What an agent said, at most twice a second: text that changes faster is not read. */
export function useHeard(agentId: string): string {
  const read = () => liveDetails.getState().texts[agentId] ?? ''
  const [text, setText] = useState(read)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null
    let shownAt = 0
    const show = () => {
      timer = null
      shownAt = performance.now()
      setText(liveDetails.getState().texts[agentId] ?? '')
    }
    const stop = liveDetails.subscribe(({ texts }, before) => {
      if (texts[agentId] === before.texts[agentId] || timer !== null) return
      timer = setTimeout(show, Math.max(0, shownAt + EVERY_MS - performance.now()))
    })
    return () => {
      stop()
      if (timer !== null) clearTimeout(timer)
    }
  }, [agentId])
  return text
}
