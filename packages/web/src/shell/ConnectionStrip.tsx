import { CircleCheck, Pause, WifiOff } from 'lucide-react'
import { useStore } from 'zustand'
import { BLIP_MS, connection } from '../sync/connection'
import { api } from '../sync/api'
import { retryNow, serverPause } from '../sync/sync'
import { toast } from '../ui/toasts'
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
  if (!isBack) return <PauseStrip className={className} />
  return (
    <div className={`banner online ${className}`} role="status">
      <CircleCheck size={18} />
      <b>Back online</b>
    </div>
  )
}

/** All crews can be paused at once, from outside of this page; nothing else here would say why they stand still. */
function PauseStrip({ className }: { readonly className: string }) {
  const { paused } = useStore(serverPause)
  if (!paused) return null
  const resume = () =>
    void api.resumeAll().catch((error: unknown) => toast.failed('They were not resumed.', error))
  return (
    <div className={`banner ${className}`} data-testid="all-paused">
      <Pause size={18} />
      <span role="status">
        <b>All crews are paused.</b> Nothing is handed to any agent until they go on.
      </span>
      <button type="button" onClick={resume}>
        Resume all
      </button>
    </div>
  )
}
