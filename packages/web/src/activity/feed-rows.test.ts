import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { TaskRecord } from '@crewroom/shared/model/task'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import { expect, test } from 'vitest'
import { AT, LEAD, posted } from '../../test/samples'
import { plainText } from './sentence'
import { feedRows, isIn } from './feed-rows'

const LATER = '2026-11-21T13:00:00.000Z'
const stamp = (seq: number, at = AT) => ({ seq, leadId: LEAD, at })
const finished = (seq: number, agentId: string, at = AT): CrewEvent => ({
  ...stamp(seq, at),
  type: 'task:completed',
  task: { agentId, by: 'human', summary: 'All green.' } as TaskRecord,
})
const done = (seq: number, id: string, at = AT): CrewEvent => ({
  ...stamp(seq, at),
  type: 'agent:completed',
  agent: { id, endedReason: 'All green.' } as AgentRecord,
})
const said = (events: readonly CrewEvent[]) =>
  feedRows(events, false).flatMap((row) =>
    row.kind === 'event' ? [plainText(row.sentence.parts, { nameOf: (id) => id })] : [],
  )

test('UI293 that an agent is done is said once, with its last task or alone', () => {
  expect(said([finished(1, 'dev'), done(2, 'dev')])).toEqual(['dev finished its task for human:'])
  expect(said([done(2, 'dev')]), 'a filter shows no tasks').toEqual(['dev is done:'])
  expect(said([finished(1, 'qa'), done(2, 'dev')])).toHaveLength(2)
  expect(said([finished(1, 'dev'), done(2, 'dev', LATER)])).toHaveLength(2)
})

test('UI27 the first message of a new day names its sender, however soon it follows', () => {
  const sent = (seq: number, day: number, hour: number, minute: number): CrewEvent => ({
    ...posted(seq),
    at: new Date(2026, 10, day, hour, minute).toISOString(),
  })
  const events = [sent(1, 21, 23, 58), sent(2, 21, 23, 59), sent(3, 22, 0, 1), sent(4, 22, 0, 2)]
  const rows = feedRows(events, false).map((row) =>
    row.kind === 'event' && row.isFollowing ? 'following' : row.kind,
  )
  expect(rows).toEqual(['day', 'event', 'following', 'day', 'event', 'following'])
})

test('VB68 the feed leaves out the placeholder of a workspace', () => {
  const joined = (id: string): CrewEvent => ({
    ...stamp(1),
    type: 'agent:created',
    agent: { id, createdBy: 'human' } as AgentRecord,
  })
  const names = { nameOf: (id: string) => id, isPlaceholder: (id: string) => id === LEAD }
  const all = { kinds: [], agent: null, group: null, text: '' }
  expect([joined(LEAD), joined('dev')].filter((event) => isIn(event, all, names))).toEqual([
    joined('dev'),
  ])
})
