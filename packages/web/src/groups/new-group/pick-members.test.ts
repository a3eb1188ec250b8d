import type { AgentRecord } from '@crewroom/shared/model/agent'
import { expect, test } from 'vitest'
import { matchesAgent, pickedAgents, readPasted, roleCounts } from './pick-members'

const agent = (id: string, role: string, ended: AgentRecord['ended'] = null) =>
  ({ id, role, roleName: role.toUpperCase(), name: role, ended }) as AgentRecord
const DEV = agent('a1b2c3d4-1', 'dev')
const DEV2 = agent('a1b2ffff-2', 'dev')
const QA = agent('c9d0e1f2-3', 'qa')
const GONE = agent('deadbeef-4', 'qa', 'completed')
const ACTIVE = [DEV, DEV2, QA]

test('UI59 a pick means its agents and everyone of its roles, each once', () => {
  const picked = pickedAgents(ACTIVE, { ids: [QA.id, DEV.id], roles: ['dev'] })
  expect(picked.map(({ id }) => id)).toEqual([DEV.id, DEV2.id, QA.id])
  expect(roleCounts(ACTIVE).map(({ id, count }) => [id, count])).toEqual([
    ['dev', 2],
    ['qa', 1],
  ])
  expect(ACTIVE.filter((own) => matchesAgent(own, 'QA'))).toEqual([QA])
  expect(ACTIVE.filter((own) => matchesAgent(own, 'a1b2'))).toEqual([DEV, DEV2])
})

test('UI60 pasted ids are picked by their beginnings; what names nobody says why', () => {
  const read = (text: string) => readPasted(text, ACTIVE, [...ACTIVE, GONE])
  expect(read('A1B2C3, c9d0e1f2\nzz99')).toEqual({
    ids: [DEV.id, QA.id],
    unknown: [{ text: 'zz99', why: 'no agent starts with zz99' }],
  })
  expect(read('a1b2').unknown).toEqual([{ text: 'a1b2', why: '2 agents start with a1b2' }])
  expect(read('deadbeef').unknown[0]?.why).toBe('QA deadbeef has ended')
  expect(read('a1b').unknown[0]?.why).toBe('no agent starts with a1b')
})
