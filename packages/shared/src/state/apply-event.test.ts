import { CALM } from '../model/conduct'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AgentRecord } from '../model/agent'
import { type GroupRecord, type Member, newGroup } from '../model/group'
import { newMessage } from '../model/message'
import type { CrewEvent } from '../protocol/events'
import { applyEvent } from './apply-event'
import { type CrewState, emptyCrewState, unreadCount } from './crew-state'

const at = '2026-01-01T00:00:00.000Z'
const leadId = 'lead'

function start(viewer: string | null = null): CrewState {
  const lead = {
    id: leadId,
    name: 'atlas',
    parentId: null,
    paused: false,
    autoGroups: true,
    createdAt: at,
  }
  return emptyCrewState(lead, 0, viewer)
}

const agent = (id: string): AgentRecord => ({
  id,
  leadId,
  name: id,
  role: 'developer',
  roleName: 'Developer',
  color: '#036BB9',
  driver: { kind: 'remote' },
  cwd: null,
  task: null,
  ended: null,
  endedReason: null,
  createdBy: 'human',
  createdAt: at,
  hold: null,
  conduct: CALM,
})
const member = (id: string, joinedSeq: number): Member => ({
  id,
  memberRole: 'member',
  joinedAt: at,
  joinedSeq,
  wake: 'all',
})
const group = (name: string, seq: number): GroupRecord =>
  newGroup(
    { id: name, name, displayName: name, purpose: null, leadId, createdAt: at, createdBy: leadId },
    [member('a', seq)],
  )

/** Any sequence of events about a few names; numbers are given when they are put in order. */
const step = fc.record({
  kind: fc.constantFrom('agent', 'create', 'add', 'remove', 'message', 'read'),
  name: fc.constantFrom('one', 'two', '__proto__', 'constructor'),
  who: fc.constantFrom('a', 'b', 'toString'),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

function eventOf({ kind, name, who }: Step, seq: number, n: number): CrewEvent {
  const stamp = { seq, leadId, at }
  switch (kind) {
    case 'agent':
      return { ...stamp, type: 'agent:created', agent: agent(who) }
    case 'create':
      return { ...stamp, type: 'group:created', group: group(name, seq) }
    case 'add':
      return {
        ...stamp,
        type: 'group:member_added',
        group: name,
        agentId: who,
        by: 'a',
        member: member(who, seq),
        roles: [],
        state: group(name, seq),
      }
    case 'remove':
      return {
        ...stamp,
        type: 'group:member_removed',
        group: name,
        agentId: who,
        by: 'a',
        reason: 'left',
      }
    case 'read':
      return {
        ...stamp,
        type: 'group:read',
        readerId: who,
        groupName: name,
        lastSeq: seq,
        n,
        lastSeen: at,
      }
    default:
      return {
        ...stamp,
        type: 'group:message',
        groupName: name,
        message: newMessage({
          id: `m${seq}`,
          seq,
          n,
          group: name,
          leadId,
          kind: 'message',
          from: who,
          fromRole: 'Developer',
          content: 'hello',
          timestamp: at,
        }),
      }
  }
}

const events = fc
  .array(step, { maxLength: 40 })
  .map((steps) => steps.map((one, index) => eventOf(one, index + 1, index + 1)))
const viewer = fc.constantFrom(null, 'a', 'b')

/** Freezes every record, so that changing one in place would throw; the containers stay open. */
function freezeRecords(state: CrewState): void {
  for (const box of [state.agents, state.groups, state.readMarks]) {
    for (const record of Object.values<object>(box)) Object.freeze(record)
  }
}

test('SL3 an event that was seen already changes nothing, in whatever parts a sequence is read', () => {
  fc.assert(
    fc.property(events, viewer, fc.nat(40), (all, who, cut) => {
      const once = start(who)
      for (const event of all) applyEvent(once, event)
      const again = start(who)
      for (const event of [...all.slice(0, cut), ...all]) applyEvent(again, event)
      expect(again).toEqual(once)
    }),
  )
})

test('SL4 records are replaced and never changed: who holds one keeps what it was', () => {
  fc.assert(
    fc.property(events, viewer, (all, who) => {
      const state = start(who)
      for (const event of all) {
        applyEvent(state, event)
        freezeRecords(state)
      }
    }),
  )
})

test('SL5 members and their number agree, and names of every kind are only names', () => {
  fc.assert(
    fc.property(events, (all) => {
      const state = start()
      for (const event of all) applyEvent(state, event)
      for (const [name, { members, memberIds, memberCount }] of Object.entries(state.groups)) {
        expect(memberIds, name).toEqual(members.map(({ id }) => id))
        expect(memberCount).toBe(members.length)
      }
      expect(Object.getPrototypeOf(state.groups)).toBeNull()
      expect(({} as Record<string, unknown>)['seq']).toBeUndefined()
    }),
  )
})

test('SL6 unread is what came after the mark, and everything without one', () => {
  const state = start()
  const steps = ['create', 'message', 'message', 'message'] as const
  steps.forEach((kind, n) => applyEvent(state, eventOf({ kind, name: 'one', who: 'a' }, n + 1, n)))
  const [one] = Object.values(state.groups)
  if (!one) throw new Error('the group is there')
  expect(unreadCount(state, one, 'human')).toBe(3)
  applyEvent(state, eventOf({ kind: 'read', name: 'one', who: 'b' }, 9, 2))
  expect([unreadCount(state, one, 'b'), unreadCount(state, one, 'human')]).toEqual([1, 3])
})
