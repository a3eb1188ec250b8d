import type { GroupRecord } from '@crewroom/shared/model/group'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { CheckCheck, Plus } from 'lucide-react'
import { toast } from '../../ui/toasts'
import { markGroupRead } from '../group-actions'

interface ListHeaderProps {
  readonly state: CrewState
  readonly count: number
  readonly unread: readonly GroupRecord[]
  readonly onCreate: (() => void) | null
}

export const OFFLINE_REASON =
  'You can create groups when the connection is back: the server checks their names.'

export function ListHeader({ state, count, unread, onCreate }: ListHeaderProps) {
  const markAll = () => {
    for (const group of unread) markGroupRead(state, group)
    toast.news(
      unread.length === 1 ? '1 group marked read.' : `${unread.length} groups marked read.`,
    )
  }
  return (
    <div className="bar">
      <h2>Groups</h2>
      <span className="cnt">{count}</span>
      <span className="sp" />
      {unread.length > 0 && (
        <button
          type="button"
          className="ib"
          aria-label="Mark all read"
          title="Mark all read"
          onClick={(event) => {
            // The button goes with what it was for; the keyboard stays beside it.
            const next = event.currentTarget.parentElement?.querySelector<HTMLElement>('.btn.p')
            markAll()
            next?.focus({ preventScroll: true })
          }}
        >
          <CheckCheck size={17} />
        </button>
      )}
      <button
        type="button"
        className="btn p"
        aria-disabled={onCreate === null}
        aria-describedby={onCreate === null ? 'no-new-group' : undefined}
        title={onCreate === null ? OFFLINE_REASON : undefined}
        onClick={onCreate ?? (() => toast.problem(OFFLINE_REASON))}
      >
        <Plus size={16} />
        New group
      </button>
      {onCreate === null && (
        <span id="no-new-group" className="sr">
          {OFFLINE_REASON}
        </span>
      )}
    </div>
  )
}
