import type { TaskRecord } from '@crewroom/shared/model/task'
import { Split } from 'lucide-react'
import { Link } from '../ui/Link'
import type { Awaited } from './task-order'
import { titleOf } from './board/title-of'

interface TaskAfterProps {
  readonly awaited: Awaited
  readonly tabIndex?: number
}

/** In words what a task waits for, each with a way to it. */
export function TaskAfter({ awaited: { open, lost }, tabIndex }: TaskAfterProps) {
  const names = (tasks: readonly TaskRecord[]) =>
    tasks.map((task, index) => (
      <span key={task.id}>
        {index > 0 && (index === tasks.length - 1 ? ' and ' : ', ')}
        <Link
          className="lnk"
          to={`?task=${encodeURIComponent(task.id)}`}
          tabIndex={tabIndex}
          draggable={false}
        >
          {titleOf(task)}
        </Link>
      </span>
    ))
  return (
    <>
      {lost.length > 0 && (
        <p className="task-after lost">
          <Split size={13} aria-hidden="true" />
          <span>
            Not started: {names(lost)} {endWords(lost)}
          </span>
        </p>
      )}
      {open.length > 0 && (
        <p className="task-after">
          <Split size={13} aria-hidden="true" />
          <span>After {names(open)}</span>
        </p>
      )}
    </>
  )
}

function endWords(lost: readonly TaskRecord[]): string {
  const failed = lost.filter(({ status }) => status === 'failed').length
  if (failed === lost.length) return 'failed'
  if (failed > 0) return 'will not be done'
  return lost.length === 1 ? 'was cancelled' : 'were cancelled'
}
