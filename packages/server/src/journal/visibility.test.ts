import { expect, test } from 'vitest'
import type { CrewEvent, CrewEventType } from '@crewroom/shared/protocol/events'
import type { Envelope } from './facts'
import { crewEvent, eventFor, type Stays } from './visibility'

const STATE = { name: 'x' }
/** `ann` is in group x from 3 to 7. */
const stays: Stays = {
  sees: (agentId, group, seq) => agentId === 'ann' && group === 'x' && seq >= 3 && seq <= 7,
}
const event = (type: CrewEventType, data: object, seq = 5) =>
  ({ type, seq, leadId: 'lead', at: 't', ...data }) as unknown as CrewEvent

const object = { group: STATE }
const named = { groupName: 'x' }
const IN_GROUP: readonly (readonly [type: CrewEventType, data: object])[] = [
  ['group:created', object],
  ['group:updated', object],
  ['group:archived', object],
  ['group:unarchived', object],
  ['group:paused', object],
  ['group:resumed', object],
  ['group:held', object],
  ['group:imported', object],
  ['group:message', named],
  ['group:reaction', named],
  ['group:member_added', { group: 'x', agentId: 'ben', member: {} }],
  ['group:member_removed', { group: 'x', agentId: 'ben' }],
]

test.each<[seq: number, isSeen: boolean, why: string]>([
  [2, false, 'before it joined'],
  [3, true, 'with which it joined'],
  [7, true, 'with which it left'],
  [8, false, 'after it left'],
])('WS9, GR15 what happens in a group at %i an agent of 3 to 7 sees: %s, %s', (seq, isSeen) => {
  for (const [type, data] of IN_GROUP) {
    const one = event(type, data, seq)
    expect.soft(eventFor(one, 'ann', stays), type).toEqual(isSeen ? one : null)
    expect.soft(eventFor(one, 'zoe', stays), `${type}, who never was in it`).toBeNull()
    expect.soft(eventFor(one, null, stays), `${type}, a person`).toEqual(one)
  }
})

/** Of the crew, wherever they are. */
const OF_ALL: readonly CrewEventType[] = [
  'lead:created',
  'lead:paused',
  'lead:resumed',
  'lead:updated',
  'lead:deleted',
  'agent:created',
  'agent:completed',
  'agent:failed',
  'agent:terminated',
  'agent:resumed',
  'agent:held',
  'agent:released',
  'agent:updated',
  'task:created',
  'task:completed',
  'task:failed',
  'task:cancelled',
]

test.each(OF_ALL)('TK23, WS9 everyone of a crew sees %s', (type) => {
  const one = event(type, {})
  for (const viewer of [null, 'ann', 'zoe']) expect(eventFor(one, viewer, stays)).toBe(one)
})

const direct = (from: string, to: string | null) => ({ message: { from, to } })

test.each<[type: CrewEventType, data: object, agents: string[], why: string]>([
  ['need:opened', {}, [], 'TK23: for people'],
  ['need:closed', {}, [], 'TK23: for people'],
  ['work_files:changed', { shown: true }, [], 'WK1: for people'],
  ['direct:message', direct('ann', 'zoe'), ['ann', 'zoe'], 'TK23: who is in it'],
  ['direct:message', direct('ann', 'human'), ['ann'], 'TK23: not other agents'],
  ['direct:message', direct('human', 'zoe'), ['zoe'], 'TK23: whom a person writes to'],
  ['direct:message', direct('ann', null), ['ann', 'ben', 'zoe'], 'TK11: a broadcast is for all'],
  ['group:read', { ...named, readerId: 'ann' }, ['ann'], 'SL1: a reader its own mark'],
  ['group:read', { ...named, readerId: 'human' }, [], 'SL1: not that of people'],
])('TK23, SL1, WK1 %s with %j is seen by people and %j: %s', (type, data, agents) => {
  const one = event(type, data)
  const seen = ['ann', 'ben', 'zoe'].filter((viewer) => eventFor(one, viewer, stays) !== null)
  expect(seen).toEqual(agents)
  expect(eventFor(one, null, stays)).toBe(one)
})

test('WS9 who is added sees the group with it; nobody else does, people neither', () => {
  const added = { group: 'x', agentId: 'zoe', by: 'ann', member: {}, roles: [] }
  const one = event('group:member_added', { ...added, state: STATE })
  const bare = event('group:member_added', added)
  expect(eventFor(one, 'zoe', stays)).toEqual(one)
  expect(eventFor(one, 'ann', stays)).toEqual(bare)
  expect(eventFor(one, null, stays)).toEqual(bare)
  expect(eventFor(one, 'ben', stays), 'no member').toBeNull()
  for (const viewer of ['ann', null])
    expect(eventFor(one, viewer, stays)).not.toHaveProperty('state')
})

test('WS5 an event has its number and its fields at top level; what is no event is none', () => {
  const envelope = { leadId: 'lead', seq: 5, v: 1, at: 't', actor: {}, cause: {}, type: 'group:message', data: { groupName: 'x', message: { n: 1 } } } // prettier-ignore
  expect(crewEvent(envelope as unknown as Envelope)).toEqual({
    type: 'group:message',
    seq: 5,
    leadId: 'lead',
    at: 't',
    groupName: 'x',
    message: { n: 1 },
  })
  for (const type of ['turn:sent', 'stream:advanced', 'delivery:created']) {
    expect(crewEvent({ ...envelope, type } as unknown as Envelope), type).toBeNull()
  }
  const unknown = { ...envelope, type: 'turn:begun' } as unknown as Envelope
  expect(() => crewEvent(unknown), 'a type that nobody described').toThrow('in no row')
})
