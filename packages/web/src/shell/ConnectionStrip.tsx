import { CircleCheck, Pause, WifiOff } from 'lucide-react'
import { useStore } from 'zustand'
import { BLIP_MS, connection } from '../sync/connection'
import { api } from '../sync/api'
import { retryNow, sendAgain, serverPause } from '../sync/sync'
import { toast } from '../ui/toasts'
import { clockTime } from '../ui/times'
import { useNow } from '../ui/use-now'

/** Says that the connection is gone, until when the page was current, and when the next attempt is. */
export function ConnectionStrip({ className = '' }: { readonly className?: string }) {
  const { state, lostAt, goodUntil, isBack } = useStore(connection)
  const { isWaiting, retryAt } = useStore(sendAgain.store)
  const now = useNow(lostAt === null && !isWaiting ? null : 250)
  const isLost = lostAt !== null && now - lostAt >= BLIP_MS
  if (isLost) {
    return (
      <div className={`banner ${className}`} data-testid="offline">
        <WifiOff size={18} />
        <span>
          <span role="alert">
            <b>Connection lost.</b> Showing messages up to{' '}
            {goodUntil ? clockTime(goodUntil) : 'now'}.
          </span>{' '}
          <Countdown to={state.phase === 'waiting' ? state.retryAt : null} now={now} />
        </span>
        <button type="button" onClick={retryNow}>
          Retry now
        </button>
      </div>
    )
  }
  if (isWaiting) return <WaitingStrip {...{ className, retryAt, now }} />
  if (!isBack) return <PauseStrip className={className} />
  return (
    <div className={`banner online ${className}`} role="status">
      <CircleCheck size={18} />
      <b>Back online</b>
    </div>
  )
}

interface WaitingStripProps {
  readonly className: string
  readonly retryAt: number | null
  readonly now: number
}

/** News still arrives, but what the person wrote does not get through. */
function WaitingStrip({ className, retryAt, now }: WaitingStripProps) {
  return (
    <div className={`banner ${className}`} data-testid="waiting">
      <WifiOff size={18} />
      <span>
        <span role="alert">
          <b>Waiting for connection.</b> What you wrote is kept and sent when the server answers.
        </span>{' '}
        <Countdown to={retryAt} now={now} />
      </span>
      <button type="button" onClick={retryNow}>
        Retry now
      </button>
    </div>
  )
}

function Countdown({ to, now }: { readonly to: number | null; readonly now: number }) {
  const seconds = to === null ? 0 : Math.max(0, Math.ceil((to - now) / 1000))
  return <span aria-hidden="true">{seconds > 0 ? `Retrying in ${seconds} s.` : 'Retrying…'}</span>
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
        <b>All crews are paused.</b> Nothing is delivered to any agent until they are resumed.
      </span>
      <button type="button" onClick={resume}>
        Resume all
      </button>
    </div>
  )
}
