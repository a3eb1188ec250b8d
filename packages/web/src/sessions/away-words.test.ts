import type { Why, WhyCode } from '@crewroom/shared/state/crew-state'
import { expect, test } from 'vitest'
import { waitsWords } from './away-words'

const here = { session: 's1', n: 2 }

test.each<[code: WhyCode, round: Why['round'], words: string | null]>([
  ['working', here, null],
  ['waiting', here, null],
  ['ended', undefined, null],
  ['disconnected', undefined, 'is not connected'],
  ['disconnected', here, 'is not connected'],
  ['paused', undefined, 'is paused'],
  ['starting', undefined, 'is starting'],
  ['restarting', undefined, 'is starting'],
  ['working', undefined, 'is busy'],
  ['working', { session: 's2', n: 2 }, 'is busy'],
  ['working', { session: 's1', n: 1 }, 'is busy'],
  ['waiting', undefined, 'is busy'],
  ['behind', undefined, 'is being asked'],
  ['idle', undefined, 'is being asked'],
])('UI567, UI591 an agent that is %s, and answers %j, %s', (code, round, words) => {
  const why = { code, since: null, text: '', round }
  expect(waitsWords({ why }, { sessionId: 's1', n: 2 })).toBe(words)
  expect(waitsWords(undefined, { sessionId: 's1', n: 2 })).toBeNull()
})
