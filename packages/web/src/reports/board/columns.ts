import { listedIds } from '@crewroom/shared/model/group'
import type { NeedRecord } from '@crewroom/shared/model/need'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { givenAt, type TaskRecord } from '@crewroom/shared/model/task'
import type { CrewState, LiveAgent } from '@crewroom/shared/state/crew-state'
import { isWorking } from '../../crew/agent-status'

export const COLUMNS = ['open', 'working', 'waits', 'done', 'failed'] as const
export type Column = (typeof COLUMNS)[number]

/** On a phone one column is seen at a time: what a person must look at comes first. */
export const NARROW_COLUMNS: readonly Column[] = ['waits', 'failed', 'working', 'open', 'done']

export const COLUMN_WORDS: Readonly<Record<Column, string>> = {
  open: 'Open',
  working: 'Working',
  waits: 'Waits for you',
  done: 'Done',
  failed: 'Failed',
}

/** So many ended tasks are enough here; the list has all of them. */
export const DONE_SHOWN = 10

export interface BoardTask {
  readonly task: TaskRecord
  readonly column: Column
  /** The oldest open task of its agent is the one that its agent works on, and that ends next. */
  readonly isFirst: boolean
  /** Since when it is that one; null for every other task. */
  readonly firstSince: string | null
  /** The open needs of its agent, oldest first, while they wait for a person. */
  readonly needs: readonly NeedRecord[]
}

type Lives = Readonly<Record<string, LiveAgent>>
export type Board = Readonly<Record<Column, readonly BoardTask[]>>

/** The tasks of a crew in their columns. Cancelled ones are in none. */
export function boardOf(
  tasks: readonly TaskRecord[],
  state: Pick<CrewState, 'agents' | 'needs'>,
  live: Lives,
): Board {
  const board: Record<Column, BoardTask[]> = {
    open: [],
    working: [],
    waits: [],
    done: [],
    failed: [],
  }
  const first = new Map<string, TaskRecord>()
  const lastEnd = new Map<string, string>()
  for (const task of tasks) {
    const { agentId, endedAt } = task
    if (task.status === 'open' && !task.waits && !first.has(agentId)) first.set(agentId, task)
    if (endedAt !== null && endedAt > (lastEnd.get(agentId) ?? '')) lastEnd.set(agentId, endedAt)
  }
  const needs = needsByAgent(state)
  for (const task of tasks) {
    const agent = state.agents[task.agentId]
    const isFirst = first.get(task.agentId) === task
    const works = agent !== undefined && isWorking({ needs: {} }, agent, live[agent.id])
    const own = needs.get(task.agentId) ?? []
    const asked = own.filter((need) => isWaiting(need, works))
    const column = columnOf(task, { isFirst, works, waits: asked.length > 0 })
    if (column === null) continue
    const before = lastEnd.get(task.agentId) ?? ''
    const since = givenAt(task) ?? task.createdAt
    const firstSince = before > since ? before : since
    board[column].push({
      task,
      column,
      isFirst,
      firstSince: isFirst ? firstSince : null,
      needs: column === 'waits' && isFirst ? asked : [],
    })
  }
  const askedAt = ({ needs: [oldest] }: BoardTask) => oldest?.createdAt ?? ''
  const newestEnd = (a: BoardTask, b: BoardTask) =>
    (b.task.endedAt ?? '').localeCompare(a.task.endedAt ?? '')
  board.waits.sort((a, b) => askedAt(a).localeCompare(askedAt(b)))
  board.done.sort(newestEnd)
  board.failed.sort(newestEnd)
  return board
}

interface Stand {
  readonly isFirst: boolean
  /** Its agent is in a turn. */
  readonly works: boolean
  /** Its agent waits for a person. */
  readonly waits: boolean
}

function columnOf(
  { status, waits: order, by }: Pick<TaskRecord, 'status' | 'waits' | 'by'>,
  { isFirst, works, waits }: Stand,
): Column | null {
  switch (status) {
    case 'open':
      // Whoever delegated a task that lost a prerequisite decides what becomes of it.
      if (order) return order.lost.length > 0 && by === HUMAN_ID ? 'waits' : 'open'
      if (!isFirst) return 'open'
      if (waits) return 'waits'
      return works ? 'working' : 'open'
    case 'completed':
      return 'done'
    case 'failed':
      return 'failed'
    case 'cancelled':
      return null
    default:
      status satisfies never
      return null
  }
}

/** Whether the task of a need's agent waits for its answer, by the same rule as the agent's own status. */
function isWaiting({ kind }: Pick<NeedRecord, 'kind'>, works: boolean): boolean {
  switch (kind) {
    case 'question':
    case 'permission':
      return true
    // The agent may be at work all the same: without what it was refused, within what is left of a budget.
    case 'failed':
    case 'held':
    case 'budget':
    case 'refused':
    case 'stalled':
      return !works
    // No task waits for a discussion, for the files of group chats, or for rules.
    case 'turn':
    case 'mention':
    case 'files':
    case 'rules':
      return false
    default:
      kind satisfies never
      return false
  }
}

function needsByAgent({ needs }: Pick<CrewState, 'needs'>): ReadonlyMap<string, NeedRecord[]> {
  const found = new Map<string, NeedRecord[]>()
  for (const need of Object.values(needs)) {
    const own = found.get(need.agentId)
    if (own) own.push(need)
    else found.set(need.agentId, [need])
  }
  for (const own of found.values()) own.sort((a, b) => a.createdAt.localeCompare(b.createdAt))
  return found
}

const inOneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/**
 * The group that a task is known to belong to: the server made it for this task, or the task names it. Its agent is
 * there, too. Null where nothing says so.
 */
export function groupOfTask(
  { text, agentId }: TaskRecord,
  groups: CrewState['groups'],
): string | null {
  const words = inOneLine(text)
  const lower = ` ${words.toLowerCase()} `
  const names = (name: string) => {
    const at = lower.indexOf(name.toLowerCase())
    if (name.length < 3 || at < 0) return false
    return !/[\p{L}\p{N}-]/u.test((lower[at - 1] ?? '') + (lower[at + name.length] ?? ''))
  }
  const found = Object.values(groups).find(
    (group) =>
      !group.archived &&
      listedIds(group).includes(agentId) &&
      ((group.auto && group.purpose?.includes(words)) ||
        names(group.name) ||
        names(group.displayName)),
  )
  return found?.name ?? null
}

/** Failed tasks whose text was given to somebody again later: they need no second try. */
export function givenAgain(tasks: readonly TaskRecord[]): ReadonlySet<string> {
  const latest = new Map<string, string>()
  for (const { text, createdAt } of tasks) {
    if (createdAt > (latest.get(text) ?? '')) latest.set(text, createdAt)
  }
  return new Set(
    tasks.flatMap(({ id, status, text, endedAt }) =>
      status === 'failed' && (latest.get(text) ?? '') > (endedAt ?? '') ? [id] : [],
    ),
  )
}

export interface Step {
  readonly text: string
  readonly status: 'done' | 'now' | 'next'
}

/** The steps of the newest plan that a program has reported, with one that it is at. */
export function stepsOf(entries: unknown): readonly Step[] {
  if (!Array.isArray(entries)) return []
  const told = entries.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null || !('content' in entry)) return []
    const status = 'status' in entry ? entry.status : null
    return typeof entry.content === 'string' ? [{ text: inOneLine(entry.content), status }] : []
  })
  const named = told.findIndex(({ status }) => status === 'in_progress')
  const now = named >= 0 ? named : told.findIndex(({ status }) => status !== 'completed')
  return told.map(({ text, status }, index) => ({
    text,
    status: index === now ? 'now' : status === 'completed' ? 'done' : 'next',
  }))
}

const STEPS = 5

/** As many steps as a card has room for, around the one that is now; the others are numbers. */
export function shownSteps(steps: readonly Step[]): {
  readonly before: number
  readonly shown: readonly Step[]
  readonly after: number
} {
  const now = steps.findIndex(({ status }) => status === 'now')
  const at = now < 0 ? steps.length : now
  const begin = Math.max(0, Math.min(at - 2, steps.length - STEPS))
  const shown = steps.slice(begin, begin + STEPS)
  return { before: begin, shown, after: steps.length - begin - shown.length }
}

/** Whether a task has all of these words, in its text, its agent's name or its group's. */
export function hasWords(words: readonly string[], ...texts: readonly (string | null)[]): boolean {
  const all = texts.join(' ').toLowerCase()
  return words.every((word) => all.includes(word))
}
