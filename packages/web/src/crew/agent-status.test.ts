import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { LiveAgent, WhyCode } from '@crewroom/shared/state/crew-state'
import { expect, test } from 'vitest'
import { AT } from '../../test/samples'
import { statusLook, whyLine } from './agent-status'

const agent = (ended: AgentRecord['ended'] = null) => ({ ended }) as AgentRecord
const live = (code: WhyCode, more: Partial<LiveAgent> = {}): LiveAgent => ({
  status: 'idle',
  connection: 'connected',
  owed: { count: 0, oldestAt: null },
  usage: null,
  why: { code, since: AT, text: `because of ${code}` },
  ...more,
})

test('UI43 an agent’s status word is what it does or what keeps it, and what has ended stays ended', () => {
  const words = (['working', 'starting', 'restarting', 'paused', 'waiting', 'idle'] as const).map(
    (code) => statusLook(agent(), live(code)).word,
  )
  expect(words).toEqual(['Working', 'Starting', 'Restarting', 'Paused', 'Waiting', 'Idle'])
  expect(statusLook(agent(), live('idle', { connection: 'lost' })).word).toBe('Connection lost')
  expect(statusLook(agent(), live('idle', { connection: 'none' })).word).toBe('Not connected')
  expect(statusLook(agent(), undefined).word).toBe('Not connected')
  expect(statusLook(agent('failed'), live('working')).word).toBe('Failed')
})

test('UI44 a line says why nothing is happening, where the status word does not', () => {
  expect(whyLine(live('waiting'))).toBe('because of waiting')
  expect(whyLine(live('ended'))).toBe('because of ended')
  expect(whyLine(live('idle', { owed: { count: 2, oldestAt: AT } }))).toBe('because of idle')
  expect(whyLine(live('idle'))).toBeNull()
  expect(whyLine(live('working'))).toBeNull()
  expect(whyLine(undefined)).toBeNull()
})
