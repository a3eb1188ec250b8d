import { expect, test } from 'vitest'
import type { AgentRecord, TerminalStatus } from '../model/agent'
import { type GroupRecord, isSilenced, type Member, type WakeLevel } from '../model/group'
import { type Calling, calledBy, isWokenBy, wakesOf } from './wakes'

const agent = (name: string, role: string, roleName: string, ended: TerminalStatus | null = null) =>
  ({ id: `${name}-id`, name, role, roleName, ended }) as AgentRecord

const AGENTS: Record<string, AgentRecord> = Object.fromEntries(
  [
    agent('lead', 'lead', 'Project Lead'),
    agent('dora', 'developer', 'Developer'),
    agent('ben', 'developer', 'Developer'),
    agent('quin', 'qa-tester', 'QA Tester'),
    agent('gone', 'architect', 'Architect', 'completed'),
  ].map((one) => [one.id, one]),
)

const LEVELS: Record<string, WakeLevel> = {
  'lead-id': 'mentions',
  'dora-id': 'all',
  'ben-id': 'none',
  'gone-id': 'all',
  human: 'all',
}
const members = (ids: readonly string[]) =>
  ids.map((id) => ({ id, wake: LEVELS[id] ?? 'all' }) as Member)
const group = (part: Partial<GroupRecord> = {}, ids = Object.keys(LEVELS)): GroupRecord =>
  ({
    name: 'x',
    members: members(ids),
    memberIds: ids,
    archived: false,
    paused: false,
    hold: null,
    ...part,
  }) as GroupRecord

const state = (paused = false) =>
  ({ agents: AGENTS, lead: { paused } }) as Parameters<typeof wakesOf>[0]
const HOLD = { reason: 'hops', since: '', until: '', count: 40, agentIds: [] } as const

test.each<[from: string, content: string, called: string[], why: string]>([
  ['dora-id', '@lead come', ['lead-id'], 'by its role'],
  ['dora-id', '@developer', ['ben-id'], 'the writer calls itself by no name'],
  ['human', '@developer', ['dora-id', 'ben-id'], 'all of a role, in the order of members'],
  ['dora-id', '@quin', [], 'no member of the group'],
  ['dora-id', '@human', ['human'], 'the person'],
  ['dora-id', '@mira-voss', ['human'], 'by the name that the page has for them'],
  ['human', '@human and @mira-voss', [], 'the person calls nobody so'],
  ['dora-id', '@here', ['lead-id', 'ben-id', 'gone-id', 'human'], 'everybody but the writer'],
  ['dora-id', '@all', ['lead-id', 'ben-id', 'gone-id', 'human'], 'MN23: by another name'],
  ['dora-id', 'ben, look', [], 'no @'],
])('MN3 %s writes %j and calls %j: %s', (from, content, called) => {
  expect(calledBy(state(), group(), from, content, 'Mira Voss')).toEqual(called)
})

const WITHOUT_PERSON = ['lead-id', 'dora-id']

test.each<[content: string, called: string[], why: string]>([
  ['@human', ['human'], 'who has not joined is called all the same'],
  ['@you, @mira-voss', ['human'], 'by each of their names, once'],
  ['@here', ['lead-id'], 'but is not here'],
  ['@everyone', ['lead-id'], 'MN23: nor is one of everyone'],
])('MN3, MN20 where the person is no member %j calls %j: %s', (content, called) => {
  expect(calledBy(state(), group({}, WITHOUT_PERSON), 'dora-id', content, 'Mira Voss')).toEqual(
    called,
  )
})

const says = (from: string, ...mentions: string[]) => ({ from, mentions })

test.each<[member: string, message: Calling, woken: boolean, why: string]>([
  ['dora-id', says('lead-id'), true, 'level all: everything'],
  ['lead-id', says('dora-id'), false, 'level mentions: not what does not mention it'],
  ['lead-id', says('dora-id', 'lead-id'), true, 'what mentions it'],
  ['lead-id', says('dora-id', 'ben-id'), false, 'not what mentions another'],
  ['lead-id', says('human'), true, 'GR11: what a person writes'],
  ['ben-id', says('dora-id', 'ben-id'), false, 'level none: nothing'],
  ['ben-id', says('human', 'ben-id'), false, 'a person neither'],
  ['quin-id', says('human', 'quin-id'), false, 'no member'],
])('MN4, GR18 %s is woken by %j: %s, %s', (member, message, woken) => {
  expect(isWokenBy(group(), member, message)).toBe(woken)
})

const WAKES: readonly (readonly [
  message: Calling,
  of: GroupRecord,
  wakes: string[],
  why: string,
])[] = [
  [says('human'), group(), ['lead-id', 'dora-id'], 'who has ended is not woken, nor the person'],
  [says('lead-id'), group(), ['dora-id'], 'by levels'],
  [says('dora-id', 'dora-id'), group(), [], 'nobody wakes itself'],
  [says('dora-id', 'gone-id'), group(), [], 'LC40: who has ended, though it is called'],
  [says('dora-id', 'lead-id'), group(), ['lead-id'], 'whom it calls'],
  [says('human'), group({ archived: true }), [], 'AR1: of an archived group nobody'],
  [says('human'), group({ paused: true }), [], 'PS1: of a paused one nobody'],
  [says('lead-id'), group({ hold: HOLD }), [], 'CD1: of a held one nobody'],
  [says('human'), group({ hold: HOLD }), ['lead-id', 'dora-id'], 'CD5: but a person ends that'],
  [says('human'), group({ hold: HOLD, paused: true }), [], 'PS1: and no pause'],
  [
    says('human'),
    group({}, ['dora-id', 'lead-id']),
    ['dora-id', 'lead-id'],
    'in the order of members',
  ],
]

test('MN7 a message wakes, of the active agents, those whose level it meets', () => {
  for (const [message, of, wakes, why] of WAKES) {
    expect.soft(wakesOf(state(), of, message), why).toEqual(wakes)
  }
})

test('MN7, PS2 in a paused crew nobody is woken', () => {
  expect(wakesOf(state(true), group(), says('human'))).toEqual([])
})

test.each<[part: Partial<GroupRecord>, still: boolean, why: string]>([
  [{}, false, 'in use'],
  [{ paused: true }, true, 'paused by a person'],
  [{ hold: HOLD }, true, 'held by the server'],
])('PS1, CD1 whether nothing of a group with %j is handed over: %s, %s', (part, still) => {
  expect(isSilenced(group(part))).toBe(still)
})
