import type { CrewEvent } from '@crewroom/shared/protocol/events'
import { expect, test } from 'vitest'
import { type OverviewData, withTaskEvent } from './use-overview'

const DATA = {
  asOf: 10,
  tasks: { open: 2, completed: 1, failed: 0, cancelled: 0 },
  agents: [
    { agentId: 'ada', tasks: { open: 2, done: 1 } },
    { agentId: 'ben', tasks: { open: 0, done: 0 } },
  ],
} as unknown as OverviewData

const event = (seq: number, type: string, agentId = 'ada') =>
  ({ seq, type, task: { agentId } }) as unknown as CrewEvent
const after = (...events: readonly CrewEvent[]) => {
  const { tasks, agents } = events.reduce(withTaskEvent, DATA)
  return [tasks, agents[0]?.tasks]
}

test('UI401 tasks are counted on from the server’s answer, each event once', () => {
  expect(after(event(10, 'task:created'))).toEqual([DATA.tasks, DATA.agents[0]?.tasks])
  expect(after(event(11, 'task:created'), event(12, 'task:completed'))).toEqual([
    { open: 2, completed: 2, failed: 0, cancelled: 0 },
    { open: 2, done: 2 },
  ])
  expect(after(event(11, 'task:failed'), event(12, 'task:cancelled'))).toEqual([
    { open: 0, completed: 1, failed: 1, cancelled: 1 },
    { open: 0, done: 1 },
  ])
  expect(after(event(11, 'task:created', 'ben'))[1]).toEqual({ open: 2, done: 1 })
  expect(withTaskEvent(DATA, event(11, 'group:message'))).toBe(DATA)
})
