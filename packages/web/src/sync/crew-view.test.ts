import { expect, test } from 'vitest'
import { AT, crewState, group, LEAD, posted, round, run, session } from '../../test/samples'
import { advance, viewOfSnapshot } from './crew-view'
import { readServerFrame } from '@crewroom/shared/client/frames'

const view = () =>
  viewOfSnapshot({
    seq: 10,
    epoch: 'e1',
    state: crewState(10, [group('team')]),
    live: { agents: {} },
  })

test('UI1 what a frame does not change is the same object, and an earlier view stays as it was', () => {
  const before = view()
  const after = advance(before, { events: [posted(11, { n: 1 })], live: [] })
  expect(after.state.groups['team']?.messageCount).toBe(1)
  expect(after.state.agents, 'no agent changed').toBe(before.state.agents)
  expect(after.live).toBe(before.live)
  const task = { id: 't', agentId: 'a', text: 'x', status: 'open' }
  const created = { type: 'task:created', seq: 12, leadId: LEAD, at: AT, task } as never
  expect(advance(after, { events: [created], live: [] }).state.agents).not.toBe(before.state.agents)
  const live = { status: 'working', connection: 'connected', owed: { count: 0, oldestAt: null }, usage: null, why: null } // prettier-ignore
  const frame = { type: 'live:agent', leadId: LEAD, agentId: 'dev', ...live } as never
  const heard = advance(before, { events: [], live: [frame] })
  expect(heard.state).toBe(before.state)
  expect({ ...heard.live.agents }).toEqual({ dev: live })
  expect([before.state.groups['team']?.messageCount, { ...before.live.agents }]).toEqual([0, {}])
})

test('UI1, UI563 an earlier view keeps its sessions and rounds as they were', () => {
  const opened = { type: 'session:created', seq: 11, leadId: LEAD, at: AT, session: session('s1') }
  const begun = { type: 'round:opened', seq: 13, leadId: LEAD, at: AT, round: round(1, []) }
  const first = advance(view(), { events: [opened as never], live: [] })
  const second = advance(first, { events: [begun as never], live: [] })
  expect([first.state.sessions['s1']?.rounds, first.state.rounds['s1']]).toEqual([0, undefined])
  expect([second.state.sessions['s1']?.rounds, second.state.rounds['s1']?.length]).toEqual([1, 1])
})

test('UI1, UI670 an earlier view keeps its discussions and circles as they were', () => {
  const begun = { type: 'run:started', seq: 11, leadId: LEAD, at: AT, run: run() }
  const admission = { id: 'c1', manager: 'dev', status: 'active', admitted: [] }
  const made = { type: 'admission:created', seq: 12, leadId: LEAD, at: AT, admission, by: 'dev' }
  const first = advance(view(), { events: [begun as never], live: [] })
  const second = advance(first, { events: [made as never], live: [] })
  const over = { ...made, type: 'admission:closed', seq: 13, admission: { ...admission, status: 'closed' } } // prettier-ignore
  const third = advance(second, { events: [over as never], live: [] })
  const ids = ({ state }: typeof first) => [Object.keys(state.runs), Object.keys(state.admissions)]
  expect([view(), first, second, third].map(ids)).toEqual([
    [[], []],
    [[run().id], []],
    [[run().id], ['c1']],
    [[run().id], []],
  ])
})

test.each<[text: string, isFrame: boolean, why: string]>([
  ['{"type":"hello","at":{}}', true, 'a hello'],
  ['{"type":"hello"}', false, 'without positions'],
  ['{"type":"pong","at":5}', false, 'no positions'],
  ['{"type":"pong","at":null}', false, 'nor these'],
  ['{"type":"gap","leadId":"l"}', true, 'a gap'],
  ['{"type":"gap"}', false, 'of no crew'],
  ['{"type":"live:text","leadId":"l"}', true, 'a detail'],
  ['{"type":"live:text","seq":1}', false, 'a detail of no crew'],
  ['{"type":"live:server","paused":true}', true, 'the server'],
  ['{"type":"lead:paused","seq":1,"leadId":"l"}', true, 'an event'],
  ['{"type":"lead:paused","leadId":"l"}', false, 'an event without a number'],
  ['{"type":"lead:paused","seq":1}', false, 'an event of no crew'],
  ['{"seq":1,"leadId":"l"}', false, 'of no type'],
  ['[]', false, 'a list'],
  ['null', false, 'nothing'],
  ['{', false, 'half of one'],
])('UI20 %s is a frame: %s, %s', (text, isFrame) => {
  expect(readServerFrame(text) !== null).toBe(isFrame)
})
