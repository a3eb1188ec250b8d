import type { NeedRecord, PermissionAsk } from '@crewroom/shared/model/need'
import { expect, test } from 'vitest'
import { crewState, LEAD } from '../../test/samples'
import { asksByAgent } from './asks'

const PERMISSION = { command: 'npm test' } as PermissionAsk
const at = (second: number) => `2026-11-21T12:00:0${second}.000Z`
const need = (
  id: string,
  agentId: string,
  second: number,
  kind: NeedRecord['kind'],
): NeedRecord => ({
  id,
  leadId: LEAD,
  kind,
  agentId,
  text: '',
  messageId: null,
  groupName: null,
  permission: kind === 'permission' ? PERMISSION : null,
  createdAt: at(second),
})
const asked = (id: string, agentId: string, second: number) =>
  need(id, agentId, second, 'permission')
const stateWith = (...needs: readonly NeedRecord[]) => ({
  ...crewState(1, []),
  needs: Object.fromEntries(needs.map((own) => [own.id, own])),
})
const ended = (own: NeedRecord) => ({
  [own.id]: { need: own, answer: undefined, isMine: false, rule: null },
})

test('UI455 the agent that has waited longest is first, with its requests in the order in which they were opened', () => {
  const state = stateWith(
    asked('z', 'qa', 2),
    asked('y', 'dev', 1),
    asked('b', 'dev', 3),
    asked('a', 'dev', 3),
    need('q', 'dev', 0, 'question'),
  )
  expect(
    asksByAgent(state, {}).map(({ agentId, asks }) => [agentId, ...asks.map((own) => own.need.id)]),
  ).toEqual([
    ['dev', 'y', 'b', 'a'],
    ['qa', 'z'],
  ])
})

test('UI453 a request that has just ended keeps its place, only in its crew, and is not listed twice', () => {
  const [first, second] = [asked('first', 'dev', 1), asked('second', 'dev', 2)]
  const elsewhere = { ...asked('other', 'dev', 0), leadId: 'another' }
  const [card] = asksByAgent(stateWith(second), { ...ended(first), ...ended(elsewhere) })
  expect(card?.asks.map((own) => [own.need.id, own.settled !== null])).toEqual([
    ['first', true],
    ['second', false],
  ])
  // The list and the state change together; if they do not yet, requests that still wait count.
  const [both] = asksByAgent(stateWith(first), ended(first))
  expect(both?.asks.map((own) => own.settled)).toEqual([null])
})
