import type { NeedRecord } from '@crewroom/shared/model/need'
import type { TaskRecord } from '@crewroom/shared/model/task'
import { expect, test } from 'vitest'
import { inboxKindOf } from './inbox-kinds'
import { reportKey, reportsToRead } from './read-reports'

test.each([
  ['turn', 'still'],
  ['question', 'questions'],
  ['failed', 'failed'],
  ['files', 'failed'],
  ['rules', 'other'],
  ['held', 'other'],
  ['budget', 'other'],
  ['stalled', 'other'],
  ['refused', 'other'],
] as const)('UI800, UI891 a need of kind %s is among those that are %s', (kind, expected) => {
  const need = { id: 'n', kind, createdAt: '' } as NeedRecord
  expect(inboxKindOf({ key: 'n', at: '', need })).toBe(expected)
})

test('UI804 reports to read are those of tasks that the person gave and that have ended', () => {
  const task = (id: string, by: string, status: TaskRecord['status'], endedAt: string | null) =>
    ({ id, by, status, endedAt }) as TaskRecord
  const tasks = [
    task('open', 'human', 'open', null),
    task('late', 'human', 'completed', '2026-11-22T11:00:00.000Z'),
    task('early', 'human', 'failed', '2026-11-22T10:00:00.000Z'),
    task('taken back', 'human', 'cancelled', '2026-11-22T09:00:00.000Z'),
    task('of the lead', 'lead', 'completed', '2026-11-22T09:00:00.000Z'),
    task('read', 'human', 'completed', '2026-11-22T09:00:00.000Z'),
  ]
  expect(reportsToRead(tasks, ['read']).map(({ id }) => id)).toEqual(['early', 'late'])
})

test('UI717 a task that lost a prerequisite is reported to the person that gave it, and later its end', () => {
  const waits = (by: string, lost: readonly string[]) =>
    ({ id: `${by} ${lost.length}`, by, status: 'open', endedAt: null, waits: { lost } }) as unknown as TaskRecord // prettier-ignore
  const own = waits('human', ['x'])
  const tasks = [waits('human', []), waits('lead', ['x']), own]
  expect(reportsToRead(tasks, [])).toEqual([own])
  expect(reportsToRead(tasks, [reportKey(own)])).toEqual([])
  const { waits: _, ...begun } = own
  const ended: TaskRecord = { ...begun, status: 'completed', endedAt: 'later' }
  expect(reportsToRead([ended], [reportKey(own)])).toEqual([ended])
})
