import { expect, test } from 'vitest'
import { response, round } from '../../test/samples'
import { type RoundAsk } from '@crewroom/shared/model/round'
import { stepsOf } from './steps'

const of = (n: number, ask: RoundAsk, own: number, ids: readonly string[], run = 'r1') => ({
  ...round(
    n,
    ids.map((id) => response(id)),
  ),
  ask,
  run: { id: run, n: own },
})

const told = (rounds: Parameters<typeof stepsOf>[0]) =>
  stepsOf(rounds).map(
    ({ n, choices, round: own }) =>
      `${n}: ${choices.map((choice) => choice.n).join('+')} → ${own?.n ?? '…'}`,
  )

test('UI622 a choice belongs to the round that follows it, and those of persons’ messages to none', () => {
  const rounds = [
    round(1, [response('ada')]),
    of(2, 'select', 1, ['lead']),
    of(3, 'select', 1, ['lead']),
    of(4, 'answer', 1, ['ada']),
    of(5, 'select', 2, ['lead']),
    of(6, 'human', 2, ['human']),
    of(7, 'select', 3, ['lead']),
  ]
  expect(told(rounds)).toEqual(['1: 2+3 → 4', '2: 5 → 6', '3: 7 → …'])
})

test('UI622 a step keeps its key from the choice to the answer', () => {
  const choice = of(2, 'select', 1, ['lead'])
  const before = stepsOf([choice])[0]
  const after = stepsOf([choice, of(3, 'answer', 1, ['ada'])])[0]
  expect(after?.key).toBe(before?.key)
})

test('UI622 rounds that do not count, and those of another discussion, are steps of their own', () => {
  const rounds = [
    of(1, 'answer', 1, ['ada', 'dora']),
    of(2, 'aggregate', 2, ['lead']),
    of(3, 'aggregate', 2, ['lead']),
    of(4, 'select', 1, ['lead'], 'r2'),
    of(5, 'answer', 1, ['ada'], 'r3'),
  ]
  expect(told(rounds)).toEqual(['1:  → 1', '2:  → 2', '2:  → 3', '1: 4 → …', '1:  → 5'])
})
