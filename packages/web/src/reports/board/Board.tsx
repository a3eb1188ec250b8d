import type { TaskRecord } from '@crewroom/shared/model/task'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { agents as api } from '../../sync/api/agents'
import { toast } from '../../ui/toasts'
import { awaitedBy, dependenciesOf } from '../task-order'
import { BoardLines } from './BoardLines'
import { knownAs } from '../../crew/participant'
import { crewOrder, useLive } from '../../crew/use-crew'
import { groupNameIn } from '../../groups/group-name'
import { useOverview } from '../../overview/use-overview'
import { person } from '../../sync/sync'
import { FindField } from '../../ui/FindField'
import { NARROW, useMedia } from '../../ui/use-media'
import { AgentChips } from './AgentChips'
import './board.css'
import { BoardColumn } from './BoardColumn'
import {
  type BoardTask,
  boardOf,
  type Column,
  COLUMNS,
  givenAgain,
  groupOfTask,
  hasWords,
  NARROW_COLUMNS,
} from './columns'
import { ColumnChips } from './ColumnChips'
import { GiveDialog } from './GiveDialog'
import { useBoardKeys } from './use-board-keys'
import { moveWords, useMove } from './use-move'

interface BoardProps {
  readonly state: CrewState
  readonly tasks: readonly TaskRecord[]
  /** Only the tasks of this agent are shown. */
  readonly agentId: string | null
  readonly setAgent: (agentId: string | null) => void
  readonly newTask: () => void
  readonly showDone: () => void
}

/** The tasks of a crew by how they stand, each with how far it is. They are moved to others here, and answered. */
export function Board({ state, tasks, agentId, setAgent, newTask, showDone }: BoardProps) {
  const leadId = state.lead.id
  const live = useLive(leadId)
  const { data } = useOverview(leadId, live)
  const isReader = useStore(person, (all) => all.isReader)
  const isNarrow = useMedia(NARROW)
  const [text, setText] = useState('')
  const [given, setGiven] = useState<BoardTask | null>(null)
  const grid = useRef<HTMLDivElement>(null)
  const keys = useBoardKeys(grid)

  const { agents: records, needs } = state
  const board = useMemo(
    () => boardOf(tasks, { agents: records, needs }, live),
    [tasks, records, needs, live],
  )
  const groups = useMemo(
    () => new Map(tasks.map((task) => [task.id, groupOfTask(task, state.groups)])),
    [tasks, state.groups],
  )
  const byId = useMemo(() => new Map(tasks.map((task) => [task.id, task])), [tasks])
  const dependencies = useMemo(() => dependenciesOf(tasks, (id) => byId.get(id)), [tasks, byId])
  const again = useMemo(() => givenAgain(tasks), [tasks])
  const told = useMemo(() => new Map(data?.agents.map((own) => [own.agentId, own])), [data])
  const agents = useMemo(() => {
    const lead = state.agents[leadId]
    return [...crewOrder(state, live), ...(lead ? [lead] : [])].filter(
      ({ ended }) => ended !== 'terminated',
    )
  }, [state, live, leadId])

  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const isShown = ({ task }: BoardTask) => {
    if (agentId !== null && task.agentId !== agentId) return false
    const group = groups.get(task.id) ?? null
    const name = group === null ? null : groupNameIn(state, group)
    return hasWords(words, task.text, knownAs(state, task.agentId), name)
  }
  const columns = (isNarrow ? NARROW_COLUMNS : COLUMNS).map(
    (column) => [column, board[column].filter(isShown)] as const,
  )
  const items = useMemo(() => Object.values(board).flat(), [board])
  const move = useMove(state, agents, items, keys.follow, !isReader)
  // The Tab key stops at one card of all.
  const all = columns.flatMap(([, own]) => own)
  const stop = all.find(({ task }) => task.id === keys.stop)?.task.id ?? all[0]?.task.id

  return (
    <div className="bd-page">
      <div className="bd-tools">
        <FindField label="Filter by words, agent or group" value={text} onChange={setText} />
        {isNarrow ? (
          <ColumnChips columns={columns} grid={grid} />
        ) : (
          <AgentChips {...{ state, agents, agentId, setAgent, move }} />
        )}
      </div>
      <div className="bd-columns" ref={grid} role="group" aria-label="Board">
        {!isNarrow && <BoardLines {...{ grid, dependencies }} />}
        {columns.map(([column, own]) => (
          <BoardColumn
            key={column}
            column={column}
            items={own}
            place={column === 'done' ? move.place('done') : {}}
            isOver={column === 'done' && move.over === 'done'}
            newTask={column === 'open' && !isReader ? newTask : null}
            showRest={column === 'done' ? showDone : null}
            card={(item) => ({
              state,
              item,
              group: groups.get(item.task.id) ?? null,
              live: live[item.task.agentId],
              told: told.get(item.task.agentId) ?? null,
              heard: data?.heard[item.task.agentId] ?? '',
              move,
              isStop: item.task.id === stop,
              isReader,
              isGivenAgain: again.has(item.task.id),
              awaited: awaitedBy(item.task, (id) => byId.get(id)),
              startAnyway: (own) => void startAnyway(own),
              cancel: (own) => void cancel(own),
              onKeyDown: keys.onKeyDown,
              onFocus: keys.onFocus,
              give: setGiven,
              tryAgain: (own) => void move.put(own, { agentId: own.task.agentId }),
            })}
          />
        ))}
      </div>
      <p className="bd-move" role="status">
        {moveWords(state, move)}
      </p>
      {given && (
        <GiveDialog
          {...{ state, agents }}
          item={given}
          put={move.put}
          startAnyway={(own) => void startAnyway(own)}
          cancel={(own) => void cancel(own)}
          onClose={() => setGiven(null)}
        />
      )}
    </div>
  )
}

/** Gives a waiting task to its agent now. */
async function startAnyway({ task }: BoardTask): Promise<void> {
  try {
    await api.startTask(task.leadId, task.id)
    toast.news('The task was given to its agent.')
  } catch (error) {
    toast.failed('The task was not started.', error)
  }
}

async function cancel({ task }: BoardTask): Promise<void> {
  try {
    await api.cancelTask(task.leadId, task.id)
    toast.news('The task is cancelled.')
  } catch (error) {
    toast.failed('The task was not cancelled.', error)
  }
}

export type Columns = readonly (readonly [Column, readonly BoardTask[]])[]
