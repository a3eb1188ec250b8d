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

test('SN29, RN21 a line about a session has its title, and each event has one line', () => {
  const names: Record<string, string> = { 'dora-1': 'Dora', 'ben-1': 'Ben' }
  const lines = new EventLines(false, (id) =>
    names[id] === undefined ? undefined : { name: names[id], color: '#0A64FF' },
  )
  const { leadId, at } = removed
  const said = (type: CrewEvent['type'], data: object) =>
    lines.line({ type, seq: 8, leadId, at, ...data } as unknown as CrewEvent, null)
  const session = {
    id: 's-1',
    groupName: 'plan',
    createdBy: 'human',
    title: 'Na\nmes',
    status: 'active',
  }
  const message = { from: 'dora-1', kind: 'message', content: 'this one' }
  const of = { sessionId: 's-1', groupName: 'plan' }
  expect(said('session:message', { ...of, message })).toBe(
    '03:04:05 #plan (session) Dora: this one',
  )
  expect(said('session:created', { session })).toBe(
    '03:04:05 You open session "Na\n  mes" in #plan',
  )
  expect(said('session:updated', { session: { ...session, title: 'Names' } })).toBe(
    '03:04:05 session "Na\n  mes" in #plan is now called "Names"',
  )
  expect(said('session:message', { ...of, message })).toBe('03:04:05 #plan "Names" Dora: this one')
  const reaction = { ...of, agentId: 'human', emoji: '👍', action: 'add' }
  expect(said('session:reaction', reaction)).toBe('03:04:05 #plan "Names" You react 👍')
  const response = (
    agentId: string,
    status: string,
    error: string | null = null,
    stoppedBy?: string,
  ) => ({
    sessionId: 's-1',
    runId: 's-1',
    n: 2,
    response: { agentId, status, error, stoppedBy },
  })
  const responses = [
    { agentId: 'dora-1', status: 'done' },
    { agentId: 'ben-1', status: 'thinking' },
  ]
  expect(said('round:opened', { round: { ...of, n: 2, ask: 'answer', responses } })).toBe(
    '03:04:05 #plan "Names" round 2 asks Ben',
  )
  const inDiscussion = ['select', 'aggregate', 'manage', 'human'].map((ask) =>
    said('round:opened', { round: { ...of, n: 2, ask, responses } }),
  )
  expect(inDiscussion).toEqual([
    '03:04:05 #plan "Names" round 2 asks Ben who speaks next',
    '03:04:05 #plan "Names" round 2 asks Ben to sum up',
    '03:04:05 #plan "Names" round 2 asks Ben whom to ask next',
    '03:04:05 #plan "Names" round 2: it is your turn',
  ])
  const answers = [
    response('ben-1', 'nested'),
    response('ben-1', 'passed'),
    response('ben-1', 'interrupted'),
    response('ben-1', 'interrupted', null, 'human'),
    response('ben-1', 'interrupted', null, 'dora-1'),
    response('ben-1', 'interrupted', 'the session was archived'),
    response('ben-1', 'error', 'no answer in time'),
    response('ben-1', 'done'),
    response('ben-1', 'skipped'),
    response('ben-1', 'skipped', 'the session was archived'),
  ].map((data) => said('round:responded', data))
  expect(answers).toEqual([
    '03:04:05 #plan "Names" round 2: Ben answers when the discussion that it started has ended',
    '03:04:05 #plan "Names" round 2: Ben has nothing to add',
    '03:04:05 #plan "Names" round 2: the answer of Ben is stopped',
    '03:04:05 #plan "Names" round 2: You stop the answer of Ben',
    '03:04:05 #plan "Names" round 2: Dora stops the answer of Ben',
    '03:04:05 #plan "Names" round 2: the answer of Ben is stopped: the session was archived',
    '03:04:05 #plan "Names" round 2: no answer from Ben: no answer in time',
    null,
    null,
    '03:04:05 #plan "Names" round 2: Ben did not get the question: the session was archived',
  ])
  expect(said('round:closed', { ...response('ben-1', 'done'), why: 'answered' })).toBeNull()
  expect(said('session:read', { ...of, readerId: 'human' })).toBeNull()
  const run = { ...of, id: 'r-1', goal: 'Agree on names', startedBy: 'dora-1', stopReason: null }
  const discussion = (
    type: `run:${'started' | 'updated' | 'ended'}`,
    status: string,
    stopReason: string | null = null,
  ) => said(type, { run: { ...run, status, stopReason } })
  expect([
    discussion('run:started', 'running'),
    discussion('run:updated', 'running'),
    discussion('run:updated', 'paused'),
    discussion('run:updated', 'paused'),
    discussion('run:updated', 'running'),
    said('run:stepped', { ...of, runId: 'r-1', status: 'running' }),
    discussion('run:ended', 'ended', 'stalled'),
  ]).toEqual([
    '03:04:05 #plan "Names" Dora starts a discussion: Agree on names',
    null,
    '03:04:05 #plan "Names" the discussion is paused',
    null,
    '03:04:05 #plan "Names" the discussion is resumed',
    null,
    '03:04:05 #plan "Names" the discussion has ended: nothing new was said',
  ])
  const renamed = { ...session, title: 'Names' }
  const changes = ['active', 'archived', 'active', 'deleted'].map((status) =>
    said('session:updated', { session: { ...renamed, status } }),
  )
  expect(changes).toEqual([
    null,
    '03:04:05 session "Names" in #plan is archived',
    '03:04:05 session "Names" in #plan is in use again',
    '03:04:05 session "Names" in #plan is deleted',
  ])
})
