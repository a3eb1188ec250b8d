import type { EndRule } from '@crewroom/shared/model/run'
import { expect, test } from 'vitest'
import { endRuleWords, followWords } from './end-words'
import {
  bodyOf,
  firstWords,
  membersOf,
  missingOf,
  movedTo,
  type Wanted,
  worstWords,
} from './new-discussion'
import { freeName } from './own-group'

const wanted = (more: Partial<Wanted> = {}): Wanted => ({
  goal: 'Which one?',
  kind: 'round_robin',
  participants: ['ada', 'dora'],
  decider: '',
  endsWhen: '',
  rounds: '10',
  usd: '',
  turn: 'ever',
  ends: [],
  endsBy: 'any',
  follow: {},
  ...more,
})
const nameOf = (id: string) => id.charAt(0).toUpperCase() + id.slice(1)

test('UI632 Start says why it is off', () => {
  const missing = (more: Partial<Wanted>) => missingOf(wanted(more))
  expect(missing({})).toBeNull()
  expect(missing({ goal: ' ' })).toBe('Say what they should find out')
  expect(missing({ goal: 'x'.repeat(8_001) })).toBe('The question is 1 character too long')
  expect(missing({ participants: ['ada'] })).toBe('Pick at least two')
  expect(missing({ rounds: '0' })).toBe('Rounds are 1 to 1000')
  expect(missing({ rounds: '2.5' })).toBe('Rounds are 1 to 1000')
  expect(missing({ rounds: 'many' })).toBe('Rounds are 1 to 1000')
  expect(missing({ usd: '-1' })).toBe('Money is an amount, such as 1.00, or nothing')
  expect(missing({ usd: '$1.50' })).toBeNull()
  const managed = { kind: 'hierarchical', decider: 'ada' } as const
  expect(missing({ ...managed, participants: ['ada'] })).toBe(
    'Pick at least one whom the manager asks',
  )
  expect(missing({ ...managed, participants: ['ada', 'dora'] })).toBeNull()
})

test('UI632 the foot says who speaks first and what it costs at worst', () => {
  const first = (more: Partial<Wanted>) => firstWords(wanted(more), nameOf)
  expect(first({})).toBe('Ada speaks first.')
  expect(first({ participants: ['human', 'ada'] })).toBe('You speak first.')
  expect(first({ kind: 'selection', decider: 'dora' })).toBe('Dora chooses first.')
  expect(first({ kind: 'selection', decider: 'human' })).toBe('You choose first.')
  expect(first({ kind: 'selection', decider: 'rules' })).toBe(
    'Whoever knows most about it speaks first.',
  )
  expect(first({ kind: 'parallel' })).toBe('All speak at once.')
  expect(first({ kind: 'hierarchical', decider: 'dora' })).toBe('Dora begins.')
  expect(worstWords({ rounds: '10', usd: '1' })).toBe('At most 10 rounds and $1.00.')
  expect(worstWords({ rounds: '1', usd: '' })).toBe('At most 1 round.')
})

test('UI630 what is filled in is what is asked for', () => {
  expect(bodyOf(wanted())).toEqual({
    goal: 'Which one?',
    policy: { kind: 'round_robin' },
    participants: ['ada', 'dora'],
    limits: { rounds: 10, usd: null },
  })
  const all = wanted({
    kind: 'selection',
    decider: 'lead',
    participants: ['ada', 'human'],
    endsWhen: ' both agree ',
    usd: '$1,50',
    turn: 'skip',
  })
  expect(bodyOf(all)).toEqual({
    goal: 'Which one?',
    policy: { kind: 'selection', by: 'lead', repeat: false },
    participants: ['ada', 'human'],
    terminationCondition: 'both agree',
    limits: { rounds: 10, usd: 1.5, humanSeconds: 300, onHumanTimeout: 'skip' },
  })
  const managed = bodyOf(wanted({ kind: 'hierarchical', decider: 'ada' }))
  expect(managed.policy).toEqual({ kind: 'hierarchical', manager: 'ada' })
  // Whoever manages asks the others, and is none of them.
  expect(managed.participants).toEqual(['dora'])
  expect(bodyOf(wanted({ kind: 'parallel' })).policy).toEqual({
    kind: 'parallel',
    aggregator: null,
  })
})

test('UI631 a participant moves to another place, and not beyond the ends', () => {
  const all = ['ada', 'dora', 'human']
  expect(movedTo(all, 'human', 0)).toEqual(['human', 'ada', 'dora'])
  expect(movedTo(all, 'ada', 1)).toEqual(['dora', 'ada', 'human'])
  expect(movedTo(all, 'ada', -1)).toEqual(all)
  expect(movedTo(all, 'human', 9)).toEqual(all)
})

test('UI850 words that end it and who may follow whom are asked for as far as their people take part', () => {
  const of = (more: Partial<Wanted>) => bodyOf(wanted(more))
  const agreed = { word: ' AGREED ', from: '' }
  const ship = { word: 'SHIP IT', from: 'dora' }
  expect(of({ ends: [agreed, { word: ' ', from: '' }] }).limits?.until).toEqual({ word: 'AGREED' })
  const both = [{ word: 'AGREED' }, { word: 'SHIP IT', from: 'dora' }]
  expect(of({ ends: [agreed, ship] }).limits?.until).toEqual({ any: both })
  expect(of({ ends: [agreed, ship], endsBy: 'all' }).limits?.until).toEqual({ all: both })
  // Whoever was taken out cannot say it.
  const without = of({ ends: [ship], participants: ['ada', 'rhea'] })
  expect(without.limits?.until).toEqual({ word: 'SHIP IT' })
  const follow = { ada: ['dora', 'gone'], dora: [], gone: ['ada'] }
  const transitions = { ada: ['dora'] }
  expect(of({ follow }).policy).toEqual({ kind: 'round_robin', transitions })
  const chosen = { kind: 'selection', by: 'rules', repeat: false, transitions }
  expect(of({ follow, kind: 'selection', decider: 'rules' }).policy).toEqual(chosen)
  expect(of({ follow, kind: 'parallel' }).policy).toEqual({ kind: 'parallel', aggregator: null })
})

test('UI849 a new group has whoever takes part and decides, and a name that is free', () => {
  expect(membersOf(wanted({ participants: ['ada', 'human', 'dora'] }))).toEqual(['ada', 'dora'])
  const chosen = (decider: string) => membersOf(wanted({ kind: 'selection', decider }))
  expect(chosen('rhea')).toEqual(['ada', 'dora', 'rhea'])
  expect(chosen('rules')).toEqual(['ada', 'dora'])
  expect(chosen('ada')).toEqual(['ada', 'dora'])
  expect(freeName([])).toBe('discussion')
  expect(freeName(['discussion', 'discussion-2'])).toBe('discussion-3')
})

test('UI851 what ends a discussion and who may follow whom, in words', () => {
  const words = (rule: EndRule) => endRuleWords(rule, nameOf)
  expect(words({ word: 'AGREED', from: 'ada' })).toBe('“AGREED” by Ada')
  expect(words({ any: [{ word: 'OK', from: 'human' }, { messages: 20 }] })).toBe(
    '“OK” by you or 20 answers',
  )
  expect(words({ all: [{ rounds: 1 }, { any: [{ tokens: 5_000 }, { usd: 2 }] }] })).toBe(
    '1 round and (5k tokens or $2.00)',
  )
  const transitions = { ada: ['dora', 'human'], human: ['ada'] }
  expect(followWords({ kind: 'round_robin', transitions }, nameOf)).toEqual([
    ['Ada', 'Dora or you'],
    ['you', 'Ada'],
  ])
  expect(followWords({ kind: 'parallel', aggregator: null }, nameOf)).toEqual([])
})
