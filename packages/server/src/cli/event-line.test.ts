import { expect, test } from 'vitest'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import { EventLines } from './event-line'

const removed: CrewEvent = {
  type: 'group:member_removed',
  seq: 7,
  leadId: 'lead-1',
  at: '2026-01-02T03:04:05.678Z',
  group: 'plan',
  agentId: 'dora-1',
  by: 'lead-1',
  reason: 'left',
}

test('CL1 names wear the colour of their role, and the crew is named where there are several', () => {
  const dora = { name: 'Dora', color: '#0A64FF' }
  const find = (id: string) => (id === 'dora-1' ? dora : undefined)
  expect(new EventLines(true, find).line(removed, null)).toContain(
    '\u001b[1;38;2;10;100;255mDora\u001b[0m leaves',
  )
  expect(new EventLines(false, find).line(removed, 'atlas')).toBe(
    '03:04:05 atlas Dora leaves #plan',
  )
})
