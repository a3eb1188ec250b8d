import type { InviteView } from '@crewroom/shared/model/invite'
import { useSeconds } from '../overview/page-clock'
import { useAction } from '../needs/NeedFrame'
import { invites as api } from '../sync/api/invites'
import { ApiError } from '../sync/request'
import { Problem } from '../ui/Problem'
import { fullTime } from '../ui/times'
import { timeLeft } from './time-left'

interface InviteRowProps {
  readonly invite: InviteView
  /** Null: agents say themselves what they are. */
  readonly role: string | null
  readonly isReader: boolean
  readonly withdrawn: () => Promise<unknown>
}

/** One open invitation: for whom, how often it was used, how long it is open. */
export function InviteRow({ invite, role, isReader, withdrawn }: InviteRowProps) {
  const { id, leadId, uses, used, expiresAt } = invite
  const { isBusy, problem, run } = useAction()
  const now = useSeconds()
  const what = role ?? 'Any role'
  const withdraw = () =>
    run(async () => {
      try {
        await api.revokeInvite(leadId, id)
      } catch (error) {
        // It is open no more, as wanted.
        if (!(error instanceof ApiError && error.code === 'invite_not_found')) throw error
      }
      await withdrawn()
    })
  return (
    <li className="invite">
      <span className="invite-text">
        {what}
        <small>
          {used} of {uses} used ·{' '}
          <time dateTime={expiresAt} title={fullTime(expiresAt)}>
            {timeLeft(Date.parse(expiresAt) - now)}
          </time>
        </small>
        <Problem text={problem} />
      </span>
      {!isReader && (
        <button
          type="button"
          className="btn"
          aria-label={`Withdraw the invitation for ${what}`}
          aria-disabled={isBusy}
          onClick={() => {
            if (!isBusy) void withdraw()
          }}
        >
          Withdraw
        </button>
      )}
    </li>
  )
}
