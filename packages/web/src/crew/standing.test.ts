import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { LiveAgent, WhyCode } from '@crewroom/shared/state/crew-state'
import { expect, test } from 'vitest'
import { AT } from '../../test/samples'
import { countStandings, crewLine, standingOf, standingWord } from './standing'

const agent = (id: string, more: Partial<AgentRecord> = {}) =>
  ({ id, ended: null, hold: null, ...more }) as AgentRecord
const live = (code: WhyCode, connection: LiveAgent['connection'] = 'connected'): LiveAgent => ({
  status: 'idle',
  connection,
  owed: { count: 0, oldestAt: null },
  usage: null,
  why: { code, since: AT, text: '' },
})
const nobody = { needs: {} }

test('UI115 agents are sorted by the words of their states; what passes by itself under one that stays', () => {
  const asks = { needs: { n1: { agentId: 'dev', kind: 'question' } } } as never
  const dev = agent('dev')
  const stands = (code: WhyCode, connection?: LiveAgent['connection']) =>
    standingWord(standingOf(nobody, dev, live(code, connection)))
  expect(stands('working')).toBe('Working')
  expect(stands('idle')).toBe('Idle')
  expect(stands('waiting')).toBe('Idle')
  expect(stands('paused')).toBe('Idle')
  expect(stands('asleep', 'none')).toBe('Idle')
  expect(stands('restarting')).toBe('Idle')
  expect(stands('held')).toBe('Waits for you')
  expect(stands('disconnected', 'lost')).toBe('Not connected')
  expect(standingOf(nobody, dev, undefined)).toBe('off')
  expect(standingOf(asks, dev, live('working'))).toBe('waits')
  expect(standingOf(nobody, agent('dev', { ended: 'failed' }), live('ended'))).toBe('failed')
  expect(standingOf(nobody, agent('dev', { ended: 'completed' }), live('ended'))).toBe('done')
})

test('UI292 a crew is counted by who works and who is not connected, and nothing that is 0 is said', () => {
  const many = (count: number, from: number) =>
    Array.from({ length: count }, (_, n) => agent(`a${from + n}`))
  const lines = (working: number, off: number, idle: number) => {
    const agents = many(working + off + idle, 0)
    const lives = Object.fromEntries(
      agents.flatMap(({ id }, n) =>
        n < working ? [[id, live('working')]] : n < working + idle ? [[id, live('idle')]] : [],
      ),
    )
    return crewLine(countStandings(nobody, agents, lives))
  }
  expect(lines(2, 61, 1)).toBe('2 working · 61 not connected')
  expect(lines(2, 0, 5)).toBe('2 working')
  expect(lines(0, 3, 5)).toBe('3 not connected')
  expect(lines(0, 0, 8)).toBe('8 agents')
  expect(lines(0, 0, 1)).toBe('1 agent')
})
