import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { TaskRecord } from '@crewroom/shared/model/task'
import { expect, test } from 'vitest'
import type { BoardTask, Column } from './columns'
import { keyOf, nextTarget, targetsOf } from './targets'

const AGENTS = [
  { id: 'ada', ended: null },
  { id: 'dora', ended: 'completed' },
  { id: 'quinn', ended: 'terminated' },
  { id: 'kay', ended: null },
] as readonly Partial<AgentRecord>[] as readonly AgentRecord[]

test.each<[Column, boolean, readonly string[]]>([
  ['open', true, ['dora', 'kay', 'done']],
  ['working', true, ['dora', 'kay', 'done']],
  ['waits', true, ['dora', 'kay', 'done']],
  // Closing ends the oldest task of an agent, and this one is not.
  ['open', false, ['dora', 'kay']],
  ['failed', false, ['dora', 'kay']],
  ['done', false, []],
])('UI706 a task in %s (oldest: %s) can go to %j', (column, isFirst, expected) => {
  const task = { agentId: 'ada' } as TaskRecord
  const item: BoardTask = { task, column, isFirst, firstSince: null, needs: [] }
  expect(targetsOf(item, AGENTS).map(keyOf)).toEqual(expected)
})

test('UI707 arrows go round among the targets', () => {
  const from = (key: string, at: number) => nextTarget(key, at, 3)
  expect([from('ArrowRight', 0), from('ArrowDown', 2), from('ArrowLeft', 0), from('ArrowUp', 1)]).toEqual([1, 0, 2, 0]) // prettier-ignore
  expect([from('Home', 2), from('End', 0), from('x', 1)]).toEqual([0, 2, null])
})
