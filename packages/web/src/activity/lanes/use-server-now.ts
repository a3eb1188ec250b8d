import { useEffect, useState } from 'react'
import { connection } from '../../sync/connection'

/** How far the server's clock is ahead of ours; every sign of life is a little old, so the largest is the best. */
let ahead: number | null = null

function notice(): void {
  const { goodUntil } = connection.getState()
  if (goodUntil === null) return
  const own = Date.parse(goodUntil) - Date.now()
  if (!Number.isNaN(own)) ahead = ahead === null ? own : Math.max(ahead, own)
}

/** The server's time in ms, renewed every `everyMs`; null stops it. */
export function useServerNow(everyMs: number | null): number {
  const read = () => {
    notice()
    return Date.now() + (ahead ?? 0)
  }
  const [now, setNow] = useState(read)
  useEffect(() => {
    if (everyMs === null) return
    const first = setTimeout(() => setNow(read()), 0)
    const timer = setInterval(() => setNow(read()), everyMs)
    const unsubscribe = connection.subscribe(notice)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
      unsubscribe()
    }
  }, [everyMs])
  return now
}
