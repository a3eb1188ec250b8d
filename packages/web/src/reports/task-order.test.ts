import type { TaskRecord } from '@crewroom/shared/model/task'
import { expect, test } from 'vitest'
import { awaitedBy, dependenciesOf } from './task-order'

const task = (id: string, more: Partial<TaskRecord> = {}) =>
  ({ id, status: 'open', ...more }) as TaskRecord
const done = task('done', { status: 'completed' })
const failed = task('failed', { status: 'failed' })
const open = task('open')
const next = task('next', {
  after: ['done', 'failed', 'open', 'unknown'],
  waits: { lost: ['failed'] },
})
const all = [done, failed, open, next]
const taskOf = (id: string) => all.find((one) => one.id === id)

test('UI713 a task waits for prerequisites that are open, and in vain for those that are lost', () => {
  expect(awaitedBy(next, taskOf)).toEqual({ open: [open], lost: [failed] })
  expect(awaitedBy(task('given', { after: ['done'] }), taskOf)).toBe(null)
})

test('UI714 lines lead to tasks that wait, from what they still wait for', () => {
  const given = task('given', { after: ['done', 'open'] })
  expect(dependenciesOf([...all, given], taskOf)).toEqual([
    { from: 'open', to: 'next', isLost: false },
    { from: 'failed', to: 'next', isLost: true },
  ])
})
