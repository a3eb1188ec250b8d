import { expect, test } from 'vitest'
import type { Actor } from '@crewroom/shared/model/participant'
import type { Envelope } from './facts'
import { isOfTimeline, timelineEvent } from './timeline-event'

const ANN: Actor = { kind: 'agent', id: 'ann' }
const GROUP = { displayName: 'X', purpose: 'why', memberIds: ['lead', 'ann'], archivedBy: null }
const ROW = { kind: 'event', seq: 5, at: 't', by: 'ann', memberIds: [], displayName: null, purpose: null } // prettier-ignore

/** Its type, its data, and what is said of it. */
const ROWS: readonly (readonly [type: string, data: object, says: object, why: string])[] = [
  [
    'group:created',
    { group: GROUP },
    { event: 'created', memberIds: ['lead', 'ann'], displayName: 'X', purpose: 'why' },
    'who was there, what it is called and for',
  ],
  [
    'group:member_added',
    { group: 'x', agentId: 'ben' },
    { event: 'joined', memberIds: ['ben'] },
    'who joined',
  ],
  [
    'group:member_removed',
    { group: 'x', agentId: 'ben', reason: 'removed' },
    { event: 'removed', memberIds: ['ben'] },
    'who was removed',
  ],
  [
    'group:member_removed',
    { group: 'x', agentId: 'ann', reason: 'left' },
    { event: 'left', memberIds: ['ann'] },
    'who left',
  ],
  [
    'group:updated',
    { group: GROUP },
    { event: 'updated', displayName: 'X', purpose: 'why' },
    'what it is called and for from then on',
  ],
  [
    'group:updated',
    { group: { ...GROUP, purpose: null } },
    { event: 'updated', displayName: 'X' },
    'without a purpose',
  ],
  ['group:archived', { group: { ...GROUP, archivedBy: 'ann' } }, { event: 'archived' }, 'by whom'],
  [
    'group:archived',
    { group: { ...GROUP, archivedBy: 'system' } },
    { event: 'archived', by: 'system' },
    'TI6: its agents had ended',
  ],
  [
    'group:archived',
    { group: { ...GROUP, archivedBy: undefined } },
    { event: 'archived' },
    'what an earlier version stored',
  ],
  ['group:unarchived', { group: GROUP }, { event: 'unarchived' }, 'its name did not change'],
  ['group:paused', { group: GROUP }, { event: 'paused' }, 'paused'],
  ['group:resumed', { group: GROUP }, { event: 'resumed' }, 'resumed'],
  ['group:held', { group: GROUP }, { event: 'held' }, 'held'],
  ['group:imported', { group: GROUP }, { event: 'imported' }, 'imported'],
  [
    'group:imported',
    { group: { ...GROUP, archivedBy: 'system' } },
    { event: 'imported' },
    'an archived one, too, by who imported it',
  ],
]

test('TI1, TI2, TI6 a row says what happened, when, who did it and whom it is about', () => {
  for (const [type, data, says, why] of ROWS) {
    const row = timelineEvent({ seq: 5, type, at: 't', actor: ANN, data })
    expect.soft(row, `${type}: ${why}`).toEqual({ ...ROW, ...says })
  }
})

test('TI1 of an imported group the row is what it was elsewhere, at its number here', () => {
  const item = { ...ROW, event: 'left', by: 'old', at: 'then', memberIds: ['old'] }
  const data = { group: 'x', item }
  const row = timelineEvent({ seq: 9, type: 'group:history', at: 't', actor: ANN, data })
  expect(row).toEqual({ ...item, seq: 9 })
})

test.each<[type: string, data: object, isRow: boolean, why: string]>([
  ['group:updated', { group: GROUP }, true, 'another name or purpose'],
  ['group:updated', { group: GROUP, wakeOf: 'ann' }, false, 'GR19: a wake level'],
  ['group:message', { message: {} }, false, 'a message is a row of another kind'],
  ['group:reaction', {}, false, 'a reaction is none'],
  ['group:read', {}, false, 'nor a read mark'],
  ['task:created', {}, false, 'nor what is of no group'],
  ...ROWS.map(([type, data]) => [type, data, true, 'above'] as [string, object, boolean, string]),
])('TI1, GR19 whether %s with %j is a row: %s, %s', (type, data, isRow) => {
  expect(isOfTimeline({ type, data } as unknown as Envelope)).toBe(isRow)
})
