import { NO_USAGE } from '@crewroom/shared/model/usage'
import type { LiveAgent, WhyCode } from '@crewroom/shared/state/crew-state'
import { expect, test } from 'vitest'
import { AT } from '../../test/samples'
import {
  contextShare,
  driverWords,
  owedWords,
  shortNumber,
  usageWords,
  waitLine,
} from './agent-words'

const live = (code: WhyCode, more: Partial<LiveAgent> = {}): LiveAgent => ({
  status: 'idle',
  connection: 'connected',
  owed: { count: 0, oldestAt: null },
  usage: null,
  why: { code, since: AT, text: '' },
  ...more,
})

test('UI115 what an agent is owed and has used is said in plain words, and not where it is not known', () => {
  expect(owedWords(live('idle'))).toBeNull()
  expect(owedWords(live('idle', { owed: { count: 3, oldestAt: AT } }))).toMatch(
    /^3 messages wait for it since \d\d:\d\d$/,
  )
  expect(owedWords(live('idle', { owed: { count: 1, oldestAt: null } }))).toBe(
    '1 message waits for it',
  )
  expect(usageWords(null)).toBeNull()
  expect(usageWords(NO_USAGE)).toBeNull()
  expect(usageWords({ ...NO_USAGE, totalTokens: 62_600, cost: 0.421 })).toBe('62.6k tokens, $0.42')
  expect(usageWords({ ...NO_USAGE, inputTokens: 900, outputTokens: 99 })).toBe('999 tokens')
  expect(usageWords({ ...NO_USAGE, totalTokens: 900, cachedReadTokens: 40_000 })).toBe(
    '900 tokens, 40k from the cache',
  )
  expect(contextShare({ ...NO_USAGE, contextUsed: 50, contextSize: 200 })).toBe(0.25)
  expect(contextShare({ ...NO_USAGE, contextUsed: 50 })).toBeNull()
  expect([999, 1_000, 123_456, 2_500_000].map(shortNumber)).toEqual(['999', '1k', '123k', '2.5M'])
})

test('UI481, US5 a cost that was estimated is called about that', () => {
  const used = { ...NO_USAGE, totalTokens: 10, cost: 0.3, estimatedCost: 0.3 }
  expect(usageWords(used)).toBe('10 tokens, about $0.30')
  expect(usageWords({ ...used, cost: 0.5 }), 'in part').toBe('10 tokens, about $0.50')
})

test('UI115 one line says why nothing happens and what waits, and no number twice', () => {
  const owed = '2 messages wait for it since 14:02'
  expect(waitLine('2 items wait until its program connects', owed)).toBe(
    `${owed}, until its program connects`,
  )
  expect(waitLine('the crew is paused; 2 items wait', owed)).toBe(`The crew is paused; ${owed}`)
  expect(waitLine('idle; 2 items wait for its next turn', owed)).toBe(owed)
  expect(waitLine('2 items wait to be delivered now', owed)).toBe(owed)
  expect(waitLine('its program is not connected', null)).toBe('Its program is not connected')
  expect(waitLine(null, null)).toBeNull()
})

test('UI118 how an agent is reached is told with its command, never with the values it is given', () => {
  expect(driverWords({ kind: 'pipe', command: 'node', args: ['my agent.mjs'] }).command).toBe(
    'node "my agent.mjs"',
  )
  const acp = { kind: 'acp', preset: 'claude', command: null, args: [], envNames: ['KEY'] } as const
  expect(driverWords(acp)).toEqual({ kind: 'Agent Client Protocol, claude', command: null })
})
