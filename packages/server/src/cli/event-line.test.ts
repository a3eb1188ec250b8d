import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import { EventLines, shownAgent } from './event-line'

beforeEach(() => void vi.stubEnv('TZ', 'UTC'))
afterEach(() => void vi.unstubAllEnvs())

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

test('CL1 verbs fit who does it, and a lead is called what it is', () => {
  const find = (id: string) => (id === 'dora-1' ? { name: 'Dora', color: '#0A64FF' } : undefined)
  const lines = new EventLines(false, find)
  const { by: _by, reason: _reason, ...left } = removed
  const reaction = {
    ...left,
    type: 'group:reaction',
    groupName: 'plan',
    messageId: 'm',
    emoji: '👍',
  }
  const said = (agentId: string, action: 'add' | 'remove') =>
    lines.line({ ...reaction, agentId, action } as CrewEvent, null)
  expect(said('human', 'add')).toBe('03:04:05 #plan You react 👍')
  expect(said('human', 'remove')).toBe('03:04:05 #plan You remove 👍')
  expect(said('dora-1', 'add')).toBe('03:04:05 #plan Dora reacts 👍')
  expect(said('dora-1', 'remove')).toBe('03:04:05 #plan Dora removes 👍')
  expect(lines.line({ ...removed, agentId: 'human' }, null)).toBe('03:04:05 You leave #plan')
  const lead = { id: 'lead-1', leadId: 'lead-1', name: 'atlas', roleName: 'Project Lead' }
  expect(shownAgent({ ...lead, color: '#000000' }).name).toBe('Project Lead')
  expect(shownAgent({ ...lead, id: 'dora-1', name: 'Dora', color: '#000000' }).name).toBe('Dora')
})

test('CL1 times are those of the clock beside the terminal', () => {
  vi.stubEnv('TZ', 'Asia/Tokyo')
  const lines = new EventLines(false, () => ({ name: 'Dora', color: '#0A64FF' }))
  expect(lines.line(removed, null)).toBe('12:04:05 Dora leaves #plan')
})

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

test('PM18 a request for permission says how to answer it in a terminal; other needs are answered on the dashboard', () => {
  const lines = new EventLines(false, () => ({ name: 'Dora', color: '#0A64FF' }))
  const options = [
    { optionId: 'go', name: 'Go ahead', kind: 'allow_once' },
    { optionId: 'no', name: 'Stop\u001b[2J', kind: 'reject_once' },
  ]
  const said = (permission: object | null) => {
    const need = { id: '12345678-90ab', agentId: 'dora-1', text: 'May I?', permission }
    return lines.line({ ...removed, type: 'need:opened', need } as unknown as CrewEvent, null)
  }
  expect(said(null)).toBe('03:04:05 Needs you: Dora: May I?')
  const asked = said({ options }) ?? ''
  expect(asked).toContain('May I? (crewroom needs answer 12345678 "Go ahead" or "Stop')
  expect(asked).not.toContain('\u001b')
})
