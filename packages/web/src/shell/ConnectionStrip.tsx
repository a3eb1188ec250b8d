import { CircleCheck, WifiOff } from 'lucide-react'
import { useStore } from 'zustand'
import { BLIP_MS, connection } from '../sync/connection'
import { retryNow } from '../sync/sync'
import { clockTime } from '../ui/times'
import { useNow } from '../ui/use-now'

/** Says that the connection is gone, up to when what is shown is true, and when the next attempt is. */
export function ConnectionStrip({ className = '' }: { readonly className?: string }) {
  const { state, lostAt, goodUntil, isBack } = useStore(connection)
  const now = useNow(lostAt === null ? null : 250)
  const isLost = lostAt !== null && now - lostAt >= BLIP_MS
  if (isLost) {
    const seconds =
      state.phase === 'waiting' ? Math.max(0, Math.ceil((state.retryAt - now) / 1000)) : 0
    return (
      <div className={`banner ${className}`} data-testid="offline">
        <WifiOff size={18} />
        <span>
          <span role="alert">
            <b>Connection lost.</b> Showing messages up to{' '}
            {goodUntil ? clockTime(goodUntil) : 'now'}.
          </span>{' '}
          <span aria-hidden="true">{seconds > 0 ? `Retrying in ${seconds} s.` : 'Retrying…'}</span>
        </span>
        <button type="button" onClick={retryNow}>
          Retry now
        </button>
      </div>
    )
  }
  if (!isBack) return null
  return (
    <div className={`banner back ${className}`} role="status">
      <CircleCheck size={18} />
      <b>Back online</b>
    </div>
  )
}
