import type { AgentRecord } from '@crewroom/shared/model/agent'
import { memberOf, type WakeLevel } from '@crewroom/shared/model/group'
import { givenAt, type TaskRecord } from '@crewroom/shared/model/task'
import type { CrewState, LiveAgent } from '@crewroom/shared/state/crew-state'
import { Pencil } from 'lucide-react'
import { Link } from '../ui/Link'
import { AgentBudget } from '../usage/AgentBudget'
import type { ReactNode } from 'react'
import { SentenceText } from '../activity/SentenceText'
import { paths } from '../shell/paths'
import { clockTime, dayLabel, fullTime } from '../ui/times'
import { useNow } from '../ui/use-now'
import { contextShare, driverWords, owedWords, shortNumber, usageWords } from './agent-words'
import { ContextBar } from './CrewRow'
import { participantOf } from './participant'
import { shownHidden } from '../groups/message/text-pieces'
import { groupName } from '../groups/group-name'

const WAKES: Readonly<Record<WakeLevel, string>> = {
  all: 'woken by every message',
  mentions: 'woken when mentioned',
  none: 'never woken',
}

interface AgentFactsProps {
  readonly state: CrewState
  readonly agent: AgentRecord
  readonly live: LiveAgent | undefined
}

/** What is known about an agent, beside what it said. */
export function AgentFacts({ state, agent, live }: AgentFactsProps) {
  const now = useNow(60_000)
  const all = Object.values(state.tasks)
  const tasks = all.filter(({ agentId }) => agentId === agent.id)
  const given = all.filter(({ by, agentId }) => by === agent.id && agentId !== agent.id)
  const groups = Object.values(state.groups).filter(
    (group) => !group.archived && memberOf(group, agent.id),
  )
  const { kind, command } = driverWords(agent.driver)
  const usage = live?.usage ?? null
  const used = usageWords(usage)
  return (
    <aside className="a-facts" aria-label="About the agent" tabIndex={0}>
      <Fact title={tasks.length > 1 ? 'Tasks' : 'Task'}>
        {tasks.length === 0 ? (
          <p className="a-none">
            {agent.task === null ? 'None.' : `None open. The last was: ${agent.task.slice(0, 240)}`}
          </p>
        ) : (
          tasks.map((task) => <Task key={task.id} state={state} task={task} isOwn />)
        )}
      </Fact>
      {given.length > 0 && (
        <Fact title="Waits for">
          {given.map((task) => (
            <Task key={task.id} state={state} task={task} />
          ))}
        </Fact>
      )}
      <Fact title="Waiting for it">
        <p>{owedWords(live) ?? <span className="a-none">Nothing waits for it.</span>}</p>
      </Fact>
      <Fact title="Usage">
        {used === null ? (
          <p className="a-none">Its program does not report usage.</p>
        ) : (
          <>
            <p>{used}</p>
            {usage?.contextUsed !== null && usage?.contextUsed !== undefined && (
              <p className="a-ctx">
                {shortNumber(usage.contextUsed)}
                {usage.contextSize !== null && ` of ${shortNumber(usage.contextSize)}`} in context
                <ContextBar share={contextShare(usage)} />
              </p>
            )}
          </>
        )}
        <AgentBudget state={state} agentId={agent.id} usage={usage} />
      </Fact>
      <Fact title="Groups">
        {groups.length === 0 && <p className="a-none">In no group.</p>}
        <ul>
          {groups.map((group) => (
            <li key={group.name}>
              <Link className="s-link" to={paths.group(state.lead.id, group.name)}>
                <bdi>{groupName(group)}</bdi>
              </Link>
              <small>{WAKES[memberOf(group, agent.id)?.wake ?? 'all']}</small>
            </li>
          ))}
        </ul>
      </Fact>
      <Fact
        title="Program"
        action={
          (agent.driver.kind !== 'remote' || agent.id !== state.lead.id) && (
            <Link className="ib" to="?edit=1" replace aria-label="Edit its program, name and role">
              <Pencil size={14} />
            </Link>
          )
        }
      >
        <p>{kind}</p>
        {command !== null && <p className="mono a-cmd">{command}</p>}
        {agent.cwd !== null && <p className="mono a-cmd">in {agent.cwd}</p>}
      </Fact>
      <Fact title="In the crew since">
        <p title={fullTime(agent.createdAt)}>
          {dayLabel(agent.createdAt, now)}, {clockTime(agent.createdAt)}, by{' '}
          <SentenceText state={state} parts={['', { who: agent.createdBy }]} />
        </p>
      </Fact>
      <p className="a-more">
        <Link
          className="s-link"
          to={`${paths.section(state.lead.id, 'activity')}?agent=${encodeURIComponent(agent.id)}`}
        >
          Everything it did
        </Link>
      </p>
    </aside>
  )
}

interface FactProps {
  readonly title: string
  readonly action?: ReactNode
  readonly children: ReactNode
}

function Fact({ title, action, children }: FactProps) {
  return (
    <section className="a-fact">
      <h2>{title}</h2>
      {action}
      {children}
    </section>
  )
}

const LONG = 240

function Task({
  state,
  task,
  isOwn = false,
}: {
  readonly state: CrewState
  readonly task: TaskRecord
  readonly isOwn?: boolean
}) {
  return (
    <details className="a-task" open={task.text.length <= LONG}>
      <summary>
        {/* No link: a summary is a button already. */}
        {isOwn ? 'From ' : ''}
        {participantOf(state, isOwn ? task.by : task.agentId, 'You').label}
        <small>
          {' '}
          {task.waits ? 'waits for other tasks' : clockTime(givenAt(task) ?? task.createdAt)}
        </small>
      </summary>
      <p>{shownHidden(task.text)}</p>
    </details>
  )
}
