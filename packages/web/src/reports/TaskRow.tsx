import { shortId } from '@crewroom/shared/model/participant'
import type { TaskRecord, TaskStatus } from '@crewroom/shared/model/task'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { Ban, Check, ChevronRight, Hourglass, Split, X } from 'lucide-react'
import { knownAs, participantOf } from '../crew/participant'
import { inRole } from '../crew/role-look'
import { plainPreview } from '../groups/list/group-order'
import { MessageText } from '../groups/message/MessageText'
import { paths } from '../shell/paths'
import { Avatar } from '../ui/Avatar'
import { Link } from '../ui/Link'
import { fullTime, listTime } from '../ui/times'

import { TaskAfter } from './TaskAfter'
import type { Awaited } from './task-order'

interface TaskRowProps {
  readonly task: TaskRecord
  readonly state: CrewState
  readonly personName: string
  readonly now: number
  /** What it waits for; null: nothing. */
  readonly awaited: Awaited | null
  readonly isOpen: boolean
  readonly toggle: () => void
}

/** A task and what came of it; folded until it is asked for. */
export function TaskRow({ task, state, personName, now, awaited, isOpen, toggle }: TaskRowProps) {
  const agent = participantOf(state, task.agentId, personName)
  const at = task.endedAt ?? task.createdAt
  const textId = `task-${task.id}`
  return (
    <article className={`task-row ${task.status}`} data-task={task.id}>
      <Avatar who={agent} />
      <div className="min-w-0">
        <div className="w">
          <Link
            {...inRole('who', agent.role, agent.color)}
            to={paths.agent(state.lead.id, task.agentId)}
          >
            {agent.label}
          </Link>
          <span className="mono id">{shortId(task.agentId)}</span>
          {awaited ? (
            <span className="mark waits">
              <Split size={13} strokeWidth={2.4} aria-hidden="true" />
              Waits
            </span>
          ) : (
            <StatusMark status={task.status} />
          )}
          <time dateTime={at} title={fullTime(at)}>
            {task.status === 'open' ? `for ${since(task.createdAt, now)}` : listTime(at, now)}
          </time>
        </div>
        <button
          type="button"
          className="unfold"
          aria-expanded={isOpen}
          aria-controls={textId}
          onClick={toggle}
        >
          <ChevronRight size={15} />
          {isOpen ? (
            <span className="less">Show less</span>
          ) : (
            <span className="lines">
              {task.status !== 'open' && (
                <span className="sum">{plainPreview(task.summary ?? silent(task.status))}</span>
              )}
              <span className="txt">{plainPreview(task.text)}</span>
            </span>
          )}
        </button>
        <div id={textId} hidden={!isOpen} className="whole">
          {isOpen && <Whole task={task} />}
        </div>
        {awaited && <TaskAfter awaited={awaited} />}
        <p className="by">
          Given by <By id={task.by} {...{ state, personName }} />{' '}
          <time dateTime={task.createdAt} title={fullTime(task.createdAt)}>
            {listTime(task.createdAt, now)}
          </time>
        </p>
      </div>
    </article>
  )
}

function Whole({ task }: { readonly task: TaskRecord }) {
  return (
    <>
      {task.status !== 'open' && (
        <section>
          <h3>{task.status === 'failed' ? 'Why it failed' : 'Report'}</h3>
          <MessageText content={task.summary ?? silent(task.status)} />
        </section>
      )}
      <section>
        <h3>Task</h3>
        <MessageText content={task.text} />
      </section>
      {task.context !== null && (
        <section>
          <h3>Context</h3>
          <MessageText content={task.context} />
        </section>
      )}
    </>
  )
}

const MARKS = {
  open: { word: 'Open', icon: Hourglass },
  completed: { word: 'Done', icon: Check },
  failed: { word: 'Failed', icon: X },
  cancelled: { word: 'Cancelled', icon: Ban },
} as const satisfies Readonly<Record<TaskStatus, unknown>>

function StatusMark({ status }: { readonly status: TaskStatus }) {
  const { word, icon: Icon } = MARKS[status]
  return (
    <span className={`mark ${status}`}>
      <Icon size={13} strokeWidth={2.4} aria-hidden="true" />
      {word}
    </span>
  )
}

function silent(status: TaskStatus): string {
  return status === 'cancelled' ? 'Cancelled before it was done.' : 'It said nothing about it.'
}

interface ByProps {
  readonly id: string
  readonly state: CrewState
  readonly personName: string
}

function By({ id, state, personName }: ByProps) {
  const who = participantOf(state, id, personName)
  if (who.kind !== 'agent') return who.kind === 'human' ? who.label : 'the server'
  return (
    <Link className="lnk" to={paths.agent(state.lead.id, id)}>
      {knownAs(state, id)}
    </Link>
  )
}

function since(iso: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(iso)) / 60_000))
  if (minutes < 1) return 'a moment'
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d`
}
