import type { AgentOverview } from '@crewroom/shared/model/overview'
import type { CrewState, LiveAgent } from '@crewroom/shared/state/crew-state'
import { ArrowRightLeft, Circle, CircleCheck, MessagesSquare } from 'lucide-react'
import type { FocusEvent, KeyboardEvent } from 'react'
import { statusLook } from '../../crew/agent-status'
import { participantOf } from '../../crew/participant'
import { inRole } from '../../crew/role-look'
import { plainPreview } from '../../groups/list/group-order'
import { groupNameIn } from '../../groups/group-name'
import { elapsed, spanWords } from '../../overview/amounts'
import { liveLines } from '../../overview/live-lines'
import { useSeconds } from '../../overview/page-clock'
import { useHeard } from '../../overview/use-heard'
import { TaskAfter } from '../TaskAfter'
import type { Awaited } from '../task-order'
import { paths } from '../../shell/paths'
import { Avatar } from '../../ui/Avatar'
import { Link } from '../../ui/Link'
import { fullTime } from '../../ui/times'
import { CardNeeds } from './CardNeeds'
import { type BoardTask, shownSteps, type Step } from './columns'
import { titleOf } from './title-of'
import type { Move } from './use-move'
import { usePlan } from './use-plan'

export interface CardProps {
  readonly state: CrewState
  readonly item: BoardTask
  readonly group: string | null
  readonly live: LiveAgent | undefined
  readonly told: AgentOverview | null
  /** What had been heard of its agent when the server was asked. */
  readonly heard: string
  readonly move: Move
  readonly isStop: boolean
  readonly isReader: boolean
  readonly isGivenAgain: boolean
  /** What it waits for; null: nothing. */
  readonly awaited: Awaited | null
  readonly startAnyway: (item: BoardTask) => void
  readonly cancel: (item: BoardTask) => void
  readonly onKeyDown: (event: KeyboardEvent, taskId: string) => void
  readonly onFocus: (event: FocusEvent, taskId: string) => void
  readonly give: (item: BoardTask) => void
  readonly tryAgain: (item: BoardTask) => void
}

/** One task: what it is, how far its agent is with it, and what waits for a person. */
export function BoardCard(props: CardProps) {
  const { state, item, group, move, isStop, isReader, onKeyDown, onFocus, give } = props
  const { task, column } = item
  const who = participantOf(state, task.agentId, '')
  const isFixed = isReader || column === 'done'
  return (
    <article
      {...inRole('bd-card', who.role, who.color)}
      data-task={task.id}
      data-column={column}
      data-lifted={move.lifted?.item.task.id === task.id ? '' : undefined}
      data-over={move.over === task.agentId ? '' : undefined}
      {...(isFixed ? {} : move.drag(item))}
      {...(column === 'done' ? {} : move.place(task.agentId))}
      onFocus={(event) => onFocus(event, task.id)}
    >
      <h3>
        <Link
          to={`?task=${encodeURIComponent(task.id)}`}
          tabIndex={isStop ? 0 : -1}
          onKeyDown={(event) => onKeyDown(event, task.id)}
          draggable={false}
        >
          {titleOf(task)}
        </Link>
      </h3>
      <Progress {...props} />
      {props.awaited && <Waiting {...props} awaited={props.awaited} />}
      {item.needs.length > 0 && <CardNeeds state={state} needs={item.needs} isReader={isReader} />}
      {column === 'failed' && !isReader && <Retry {...props} />}
      <footer>
        <Avatar who={who} size="sm" />
        <Link
          className="bd-who"
          to={paths.agent(state.lead.id, task.agentId)}
          tabIndex={isStop ? 0 : -1}
          draggable={false}
        >
          {who.label}
        </Link>
        <span className="sp" />
        {group !== null && (
          <Link
            className="bd-group"
            to={paths.group(state.lead.id, group)}
            tabIndex={isStop ? 0 : -1}
            draggable={false}
          >
            <MessagesSquare size={12} aria-hidden="true" />
            <bdi>{groupNameIn(state, group)}</bdi>
          </Link>
        )}
        <time dateTime={task.createdAt} title={`Given ${fullTime(task.createdAt)}`}>
          <Lasted {...task} />
        </time>
        {!isFixed && column !== 'failed' && (
          <button
            type="button"
            className="ib bd-give"
            tabIndex={isStop ? 0 : -1}
            aria-label={`Move: ${titleOf(task)}`}
            title="Move to another agent (M)"
            onClick={() => give(item)}
          >
            <ArrowRightLeft size={14} />
          </button>
        )}
      </footer>
    </article>
  )
}

/** How long it has been open, or was until it ended. */
function Lasted({ createdAt, endedAt }: BoardTask['task']) {
  return endedAt === null ? <Lasting since={createdAt} /> : lasted(createdAt, Date.parse(endedAt))
}

function Lasting({ since }: { readonly since: string }) {
  return <>{lasted(since, useSeconds())}</>
}

const DAY_MS = 86_400_000
/** Beyond a day seconds say nothing. */
const lasted = (since: string, until: number) => {
  const ms = until - Date.parse(since)
  return ms < DAY_MS ? elapsed(ms) : spanWords(ms)
}

/** How far it is: the plan and the newest line of who works on it, or what became of it. */
function Progress({ state, item, live, told, heard }: CardProps) {
  const { task, column, isFirst } = item
  const steps = usePlan(item, told)
  if (column === 'done' || column === 'failed') {
    const words = plainPreview(task.summary ?? '')
    return words === '' ? null : <p className="bd-line">{words}</p>
  }
  if (task.waits) return null
  if (!isFirst) return <p className="bd-why">Behind another task of its agent</p>
  const agent = state.agents[task.agentId]
  return (
    <>
      {steps.length > 0 && <Plan steps={steps} />}
      {column !== 'waits' && <NewestLine {...{ state, agentId: task.agentId, told, heard }} />}
      {column === 'open' && agent && (
        <p className="bd-why">{statusLook(state, agent, live).word}</p>
      )}
    </>
  )
}

function NewestLine({
  state,
  agentId,
  told,
  heard,
}: Pick<CardProps, 'state' | 'told' | 'heard'> & { readonly agentId: string }) {
  const now = useHeard(agentId)
  const last = liveLines(told?.outputs ?? [], { before: heard, now }, state).at(-1)
  if (!last) return null
  return (
    <p className="bd-line" data-kind={last.kind} aria-live="off">
      <bdi>{last.text}</bdi>
    </p>
  )
}

const STEP_LOOKS = {
  done: { icon: CircleCheck, word: 'Done: ' },
  now: { icon: Circle, word: 'Now: ' },
  next: { icon: Circle, word: '' },
} as const

function Plan({ steps }: { readonly steps: readonly Step[] }) {
  const { before, shown, after } = shownSteps(steps)
  return (
    <ul className="bd-plan" aria-label="Plan">
      {before > 0 && <li className="bd-more">{before} done before</li>}
      {shown.map(({ text, status }, index) => {
        const { icon: Icon, word } = STEP_LOOKS[status]
        return (
          <li key={index} data-step={status}>
            <Icon size={13} aria-hidden="true" />
            <span>
              <span className="sr">{word}</span>
              {text}
            </span>
          </li>
        )
      })}
      {after > 0 && <li className="bd-more">{after} more</li>}
    </ul>
  )
}

/** What it waits for, and what can be done where that will not be done. */
function Waiting({
  item,
  awaited,
  isStop,
  isReader,
  give,
  startAnyway,
  cancel,
}: CardProps & { readonly awaited: Awaited }) {
  const [lost] = awaited.lost
  const tabIndex = isStop ? 0 : -1
  const act = (words: string, run: () => void) => (
    <button type="button" className="btn" tabIndex={tabIndex} onClick={run}>
      {words}
    </button>
  )
  return (
    <>
      <TaskAfter awaited={awaited} tabIndex={tabIndex} />
      {lost && !isReader && (
        <div className="bd-acts">
          {act('Give it again…', () => give(asFailed(lost)))}
          {act('Start anyway', () => startAnyway(item))}
          {act('Cancel', () => cancel(item))}
        </div>
      )}
    </>
  )
}

/** A task that was lost is given again as one that failed: it may be on no card of its own. */
const asFailed = (task: BoardTask['task']): BoardTask => ({
  task,
  column: 'failed',
  isFirst: false,
  firstSince: null,
  needs: [],
})

function Retry({ state, item, isGivenAgain, give, tryAgain }: CardProps) {
  if (isGivenAgain) return <p className="bd-why">Given again since</p>
  const isThere = state.agents[item.task.agentId]?.ended !== 'terminated'
  return (
    <div className="bd-acts">
      {isThere && (
        <button type="button" className="btn" onClick={() => tryAgain(item)}>
          Try again
        </button>
      )}
      <button type="button" className="btn" onClick={() => give(item)}>
        Give to…
      </button>
    </div>
  )
}
