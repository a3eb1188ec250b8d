import type { RoundResponse } from '@crewroom/shared/model/round'
import { expect, test } from 'vitest'
import { AT, roundAt } from '../../../test/samples'
import { agentInRounds } from './view-words'

const NOW = Date.parse(AT) + 75_000
const endedAt = new Date(Date.parse(AT) + 26_000).toISOString()

test.each<[ada: Partial<RoundResponse>, away: string | null, words: string]>([
  [{}, null, 'thinking, 1:15'],
  [{}, 'is not connected', 'asked, not connected'],
  [{}, 'is being asked', 'being asked'],
  [{ status: 'done', endedAt }, 'is not connected', 'answered in 0:26'],
  [{ status: 'done', endedAt, late: true }, null, 'answered late, in 0:26'],
  [{ status: 'interrupted', endedAt }, null, 'stopped after 0:26'],
  [{ status: 'passed', endedAt }, null, 'had nothing to add'],
])('UI580 the view menu says of an agent with %j and %j: %s', (ada, away, words) => {
  const rounds = [roundAt(1, 2, { ada })]
  const isThinking = words.startsWith('thinking')
  expect(agentInRounds(rounds, 'ada', NOW, () => away)).toEqual({ isThinking, words })
  expect(agentInRounds(rounds, 'dora', NOW, () => away).isThinking).toBe(false)
})
