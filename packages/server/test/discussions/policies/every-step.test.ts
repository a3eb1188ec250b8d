import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Policy } from '@crewroom/shared/model/run'
import { transitionsOf } from '../../../src/discussions/policy-settings'
import type { RunView, Step } from '../../../src/discussions/policies/policy'
import { HUMAN, PlayedDiscussion, speaker, type Act } from '../../harness/played-discussion'

const ALL = [
  speaker('Ann', { role: 'Writer' }),
  speaker('Ben', { expertise: ['parser'] }),
  HUMAN,
  speaker('Cat', { role: 'Writer' }),
  speaker('Ann', { id: 'ann2' }),
]
const FOLLOW = { ann: ['ben', 'human'], ben: ['cat'], human: ['ann'] }
const policies = fc.oneof(
  fc.constant<Policy>({ kind: 'round_robin' }),
  fc.constant<Policy>({ kind: 'round_robin', transitions: FOLLOW }),
  fc.constant<Policy>({ kind: 'selection', by: 'boss', repeat: false, transitions: FOLLOW }),
  fc.record({
    kind: fc.constant('selection' as const),
    by: fc.constantFrom('boss', 'ben', 'rules', 'human'),
    repeat: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('parallel' as const),
    aggregator: fc.constantFrom('boss', 'ben', null),
  }),
  fc.record({
    kind: fc.constant('hierarchical' as const),
    manager: fc.constantFrom('boss', 'ben'),
  }),
)
const acts = fc.oneof(
  fc.constantFrom<Act>({ fails: 'error' }, { fails: 'passed' }, { fails: 'interrupted' }),
  fc.constantFrom(
    'NEXT: Ben',
    'Cat.',
    'NEXT: ann',
    'NEXT: ann2',
    'human',
    'TERMINATE',
    'NEXT: Ben and Cat',
    '@ben @cat look at the parser',
    '@human?',
    'enough',
  ),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
)
const moments = fc.array(
  fc.record({
    eligible: fc.subarray(ALL.map(({ id }) => id)),
    stays: fc.nat(2),
    acts: fc.array(acts, { minLength: 1, maxLength: 4 }),
  }),
  { maxLength: 30 },
)

/** Whoever is asked to choose, sum up or manage need not take part. */
function expectValid(step: Step, view: RunView): void {
  const { policy, progress } = view.run
  const eligible = view.speakers.filter(({ isEligible }) => isEligible).map(({ id }) => id)
  if (step.do === 'end') return
  expect(step.reason.trim()).not.toBe('')
  expect(eligible).not.toEqual([])
  const asked = step.do === 'human' ? ['human'] : step.speakers
  if (step.do === 'ask') {
    expect(asked).not.toEqual([])
    expect(asked).not.toContain('human')
    expect(new Set(asked).size).toBe(asked.length)
  }
  const answers = step.do === 'ask' ? step.ask === 'answer' : step.asks === 'answer'
  if (!answers) return
  for (const id of asked) expect(eligible).toContain(id)
  const after = transitionsOf(policy)[progress.previous ?? ''] ?? []
  const there = after.filter((id) => view.speakers.some((one) => one.id === id))
  if (there.length > 0) for (const id of asked) expect(there).toContain(id)
  if (policy.kind === 'hierarchical') expect(asked).not.toContain(policy.manager)
  if (policy.kind === 'selection') expect(asked).toHaveLength(1)
  const others = view.speakers.filter((one) => one.isEligible && one.id !== progress.previous)
  if (policy.kind === 'selection' && !policy.repeat && others.some(({ hasNew }) => hasNew)) {
    expect(asked).not.toContain(progress.previous)
  }
}

test('RU76, RU30, RU31, RU32, RU38, RU39, RU41 whatever is said and whoever fails, every step is valid', () => {
  const ends = new Set<string>()
  fc.assert(
    fc.property(policies, fc.shuffledSubarray(ALL), moments, (policy, speakers, course) => {
      const played = new PlayedDiscussion({ policy, speakers, goal: 'Write the parser' })
      let selects = 0
      let failures = 0
      for (const { eligible, stays, acts: list } of course) {
        if (stays === 0) played.setEligible((id) => eligible.includes(id))
        const step = played.step()
        expectValid(step, played.view)
        expect(played.step()).toEqual(step)
        if (step.do === 'end') {
          ends.add(step.why)
          return
        }
        if (step.do === 'human' && step.asks === 'choose') return
        let at = 0
        played.play(step, () => list[at++ % list.length] ?? '')
        const isSelect = step.do === 'ask' && step.ask === 'select'
        const hasFailed = isSelect && typeof list[0] !== 'string' && list[0]?.fails === 'error'
        failures = hasFailed ? failures + 1 : 0
        selects = isSelect ? selects + (hasFailed ? 0 : 1) : 0
        expect(selects).toBeLessThanOrEqual(3)
        expect(failures).toBeLessThanOrEqual(3)
      }
    }),
    { numRuns: 1000, seed: 20_261_124 },
  )
  expect([...ends].toSorted()).toEqual([
    'alone',
    'done',
    'no_speakers',
    'policy_failed',
    'stalled',
    'terminated',
  ])
})
