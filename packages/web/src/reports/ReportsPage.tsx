import { ClipboardList, List, Plus, SquareKanban } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { knownAs } from '../crew/participant'
import { useCurrentCrew, useUnreadTotal } from '../crew/use-crew'
import { Page } from '../shell/Page'
import { usePageTitle } from '../shell/page-title'
import { useKey } from '../shell/use-key'
import { person } from '../sync/sync'
import { setOrDelete, useAddressParams } from '../ui/use-address-params'
import { useNow } from '../ui/use-now'
import '../shell/section.css'
import './reports.css'
import { countTasks, inReadingOrder, TASK_FILTERS, type TaskFilter } from './task-list'
import { awaitedBy } from './task-order'
import { TaskRow } from './TaskRow'
import { Pills } from '../ui/Pills'
import { useTasks } from './use-tasks'
import { openedLater } from '../ui/opened-later'
import { drawnLater } from '../ui/drawn-later'

const DelegateDialog = openedLater(() =>
  import('./DelegateDialog').then((own) => own.DelegateDialog),
)

const Board = drawnLater(() => import('./board/Board').then((own) => own.Board))

const FILTER_WORDS: Readonly<Record<TaskFilter, string>> = {
  all: 'All',
  open: 'Open',
  completed: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
}
/** More are drawn when they are asked for. */
const SHOWN = 100

/** Tasks, and what came of them. */
export function ReportsPage() {
  const state = useCurrentCrew()
  const leadId = state.lead.id
  usePageTitle(useUnreadTotal(state), 'Reports', state.lead.name)
  const { name: personName } = useStore(person)
  const [search, changeSearch] = useAddressParams()
  const [filter, setFilter] = useState<TaskFilter>('all')
  const agentId = search.get('agent')
  const openId = search.get('task')
  const [shown, setShown] = useState(SHOWN)
  const query = useTasks(leadId)
  const now = useNow(20_000)
  // What is open is known before the answer is there.
  const all = query.data?.tasks ?? Object.values(state.tasks)
  const ofAgent = useMemo(
    () => (agentId === null ? all : all.filter((task) => task.agentId === agentId)),
    [all, agentId],
  )
  const byId = useMemo(() => new Map(all.map((task) => [task.id, task])), [all])
  const counts = countTasks(ofAgent)
  const ordered = useMemo(() => inReadingOrder(ofAgent), [ofAgent])
  const listed = ordered.filter(({ status }) => filter === 'all' || status === filter)
  const agents = [...new Set(all.map((task) => task.agentId))]
  const change = (key: string, value: string | null, isPushed = false) =>
    changeSearch((next) => setOrDelete(next, key, value), isPushed ? 'push' : 'replace')
  const isBoard = search.get('view') === 'board'
  const show = (view: string | null) => change('view', view, true)
  const newTask = () => change('new', 'task', true)
  useKey('newTask', newTask)
  const open = listed.filter(({ status }) => status === 'open').slice(0, shown)
  const ended = listed.filter(({ status }) => status !== 'open').slice(0, shown - open.length)
  const row = (task: (typeof listed)[number]) => (
    <li key={task.id}>
      <TaskRow
        {...{ task, state, personName, now }}
        awaited={awaitedBy(task, (id) => byId.get(id))}
        isOpen={task.id === openId}
        toggle={() => change('task', task.id === openId ? null : task.id)}
      />
    </li>
  )
  const problem = query.isError && (
    <p className="none" role="alert">
      Reports could not be loaded. {query.error.message}{' '}
      <button type="button" onClick={() => void query.refetch()}>
        Retry
      </button>
    </p>
  )
  return (
    <Page
      title="Reports"
      count={all.length}
      actions={
        <>
          <div className="view-switch" role="group" aria-label="View">
            <button type="button" aria-pressed={isBoard} onClick={() => show('board')}>
              <SquareKanban size={15} aria-hidden="true" /> Board
            </button>
            <button type="button" aria-pressed={!isBoard} onClick={() => show(null)}>
              <List size={15} aria-hidden="true" /> List
            </button>
          </div>
          <button type="button" className="btn p" title="New task (N)" onClick={newTask}>
            <Plus size={16} />
            New task
          </button>
        </>
      }
      tools={
        isBoard ? undefined : (
          <div className="page-tools">
            <Pills label="Show">
              {TASK_FILTERS.map((value) => (
                <button
                  key={value}
                  type="button"
                  aria-pressed={filter === value}
                  onClick={() => setFilter(value)}
                >
                  {FILTER_WORDS[value]} <span className="cnt">{counts[value]}</span>
                </button>
              ))}
            </Pills>
            {agents.length > 1 && (
              <select
                className="input slim"
                aria-label="Agent"
                value={agentId ?? ''}
                onChange={({ target }) =>
                  change('agent', target.value === '' ? null : target.value)
                }
              >
                <option value="">Every agent</option>
                {agents.map((id) => (
                  <option key={id} value={id}>
                    {knownAs(state, id)}
                  </option>
                ))}
              </select>
            )}
          </div>
        )
      }
    >
      {isBoard ? (
        <>
          {problem}
          {!query.isPending && (
            <Suspense fallback={<div aria-busy="true" />}>
              <Board
                {...{ state, agentId, newTask }}
                tasks={all}
                setAgent={(id) => change('agent', id)}
                showDone={() => {
                  setFilter('completed')
                  show(null)
                }}
              />
            </Suspense>
          )}
        </>
      ) : (
        <div className="scroll" tabIndex={-1}>
          {problem}
          {open.length > 0 && <Part title="Open">{open.map(row)}</Part>}
          {ended.length > 0 && <Part title="Reports">{ended.map(row)}</Part>}
          {listed.length > shown && (
            <button
              type="button"
              className="btn more-tasks"
              onClick={() => setShown(shown + SHOWN)}
            >
              Show {Math.min(SHOWN, listed.length - shown)} more
            </button>
          )}
          {!query.isPending && listed.length === 0 && (
            <Nothing isFiltered={all.length > 0} what={FILTER_WORDS[filter].toLowerCase()} />
          )}
        </div>
      )}
      {search.get('new') === 'task' && (
        <DelegateDialog state={state} onClose={() => change('new', null)} />
      )}
    </Page>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <section className="part" aria-label={title}>
      <h2>{title}</h2>
      <ul>{children}</ul>
    </section>
  )
}

function Nothing({ isFiltered, what }: { readonly isFiltered: boolean; readonly what: string }) {
  if (isFiltered) {
    return (
      <div className="panel">
        <h2>None of these</h2>
        <p>No {what === 'all' ? '' : `${what} `}task is in this selection.</p>
      </div>
    )
  }
  return (
    <div className="panel">
      <ClipboardList size={28} strokeWidth={1.6} />
      <h2>No tasks yet</h2>
      <p>
        A task appears here when the lead or you give one to an agent. Its report follows when the
        agent completes it or fails.
      </p>
    </div>
  )
}
