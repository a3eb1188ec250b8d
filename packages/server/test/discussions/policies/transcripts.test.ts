import { expect, test } from 'vitest'
import { POLICY_KINDS } from '@crewroom/shared/model/run'
import { POLICIES, stepOf } from '../../../src/discussions/policies/policies'
import {
  closedRound,
  FAILS,
  HUMAN,
  PASSES,
  PlayedDiscussion,
  said,
  speaker,
  viewOf,
} from '../../harness/played-discussion'

const ALICE = speaker('Alice')
const BOB = speaker('Bob')
const CAROL = speaker('Carol')
const GONE = speaker('Dave', { isEligible: false })

test('RU33, RU31, RU32 round robin goes around, past those that cannot speak, and gives the person a turn', () => {
  const played = new PlayedDiscussion({
    policy: { kind: 'round_robin' },
    speakers: [ALICE, GONE, HUMAN, CAROL],
  })
  expect(
    played.transcript({ alice: ['one', FAILS], human: ['two'], carol: ['three', PASSES] }),
  ).toEqual([
    'answer alice: next in order',
    'human answer: next in order',
    'answer carol: next in order',
    'answer alice: next in order',
    'human answer: next in order',
  ])
})

test('RU33 round robin begins at the first participant when the one that spoke last has left, and repeats the only one', () => {
  const policy = { kind: 'round_robin' } as const
  const closed = closedRound('answer', { zed: {} })
  const left = viewOf({ policy, speakers: [ALICE, BOB], progress: { previous: 'zed' } })
  expect(stepOf(left, closed)).toMatchObject({ speakers: ['alice'] })
  const alone = viewOf({ policy, speakers: [ALICE, GONE], progress: { previous: 'alice' } })
  expect(stepOf(alone, closed)).toMatchObject({ speakers: ['alice'] })
})

test('RU34, RU37, RU32 an agent chooses every speaker and ends the discussion', () => {
  const played = new PlayedDiscussion({
    policy: { kind: 'selection', by: 'boss', repeat: false },
    speakers: [ALICE, BOB, HUMAN],
  })
  const boss = [
    'Bob knows\nthe parser.\n\nNEXT: Bob\n',
    'Which database\ndo you want?\nNEXT: You',
    'alice.',
    'TERMINATE',
  ]
  expect(played.transcript({ boss, bob: ['b'], human: ['h'], alice: ['a'] })).toEqual([
    'select boss: chooses who speaks next',
    'answer bob: Boss chose Bob: Bob knows the parser.',
    'select boss: chooses who speaks next',
    'human answer: Boss chose You: Which database do you want?',
    'select boss: chooses who speaks next',
    'answer alice: Boss chose Alice',
    'select boss: chooses who speaks next',
    'end terminated',
  ])
})

test('RU34 the person is asked in the coordinator’s words, which are cut', () => {
  const policy = { kind: 'selection', by: 'boss', repeat: false } as const
  const decision = `${'long '.repeat(100)}\nNEXT: human`
  const step = stepOf(
    viewOf({ policy, speakers: [ALICE, HUMAN] }),
    closedRound('select', { boss: { decision } }),
  )
  const words = 'long '.repeat(60)
  expect(step).toEqual({
    do: 'human',
    asks: 'answer',
    reason: `Boss chose You: ${words}`,
    prompt: words,
  })
})

test('RU39, RU40, RU38 a choice of no use is asked for twice more, and then the next one in order speaks, never the last one', () => {
  const played = new PlayedDiscussion({
    policy: { kind: 'selection', by: 'boss', repeat: false },
    speakers: [ALICE, BOB, CAROL],
    progress: { previous: 'alice' },
  })
  const boss = ['', 'NEXT: Zed', 'Alice or Bob', 'NEXT: Bob', PASSES, PASSES, PASSES]
  expect(played.transcript({ boss, bob: ['b'], carol: ['c'] })).toEqual([
    'select boss: chooses who speaks next',
    'select boss: asked again: the coordinator named nobody',
    'select boss: asked again: the coordinator named “Zed”, a name that nobody here has',
    'answer bob: fallback: the coordinator named two',
    'select boss: chooses who speaks next',
    'select boss: asked again: the coordinator named Bob, who spoke last',
    'select boss: asked again: the coordinator named nobody',
    'answer carol: fallback: the coordinator named nobody',
    'select boss: chooses who speaks next',
    'select boss: asked again: the coordinator named nobody',
  ])
})

test('RU41 a coordinator’s third failure in a row ends the discussion, and failures do not count as choices of no use', () => {
  const policy = { kind: 'selection', by: 'boss', repeat: false } as const
  const speakers = [ALICE, BOB]
  const failing = new PlayedDiscussion({ policy, speakers })
  expect(failing.transcript({ boss: [FAILS, FAILS, FAILS] })).toEqual([
    'select boss: chooses who speaks next',
    'select boss: asked again: the coordinator failed to answer',
    'select boss: asked again: the coordinator failed to answer',
    'end policy_failed',
  ])
  const mixed = new PlayedDiscussion({ policy, speakers })
  const boss = [{ fails: 'interrupted' } as const, FAILS, '', '?']
  expect(mixed.transcript({ boss })).toEqual([
    'select boss: chooses who speaks next',
    'select boss: asked again: the coordinator was interrupted',
    'select boss: asked again: the coordinator failed to answer',
    'select boss: asked again: the coordinator named nobody',
    'answer alice: fallback: the coordinator named nobody',
  ])
})

test('RU44 the person chooses each time', () => {
  const view = viewOf({
    policy: { kind: 'selection', by: 'human', repeat: false },
    speakers: [ALICE, BOB],
  })
  const step = { do: 'human', asks: 'choose', reason: 'you choose who speaks next' }
  expect(stepOf(view, null)).toEqual(step)
  expect(stepOf(view, closedRound('answer', { bob: {} }))).toEqual(step)
})

test('RU45, RU32 all answer at once, then the person, then the aggregator sums up', () => {
  const played = new PlayedDiscussion({
    policy: { kind: 'parallel', aggregator: 'carol' },
    speakers: [ALICE, HUMAN, BOB, GONE],
  })
  expect(
    played.transcript({
      alice: ['a'],
      bob: [FAILS],
      human: ['h'],
      carol: [PASSES, FAILS, 'All agree.'],
    }),
  ).toEqual([
    'answer alice bob: all at once',
    'human answer: everybody else has answered',
    'aggregate carol: sums up the answers',
    'aggregate carol: asked again: Carol said nothing',
    'aggregate carol: asked again: Carol failed to answer',
    'end done: All agree.',
  ])
})

test('RU45 a parallel discussion without an aggregator is done when all have answered, even if only the person is asked', () => {
  const policy = { kind: 'parallel', aggregator: null } as const
  expect(
    new PlayedDiscussion({ policy, speakers: [ALICE, BOB] }).transcript({
      alice: ['a'],
      bob: ['b'],
    }),
  ).toEqual(['answer alice bob: all at once', 'end done'])
  expect(
    new PlayedDiscussion({ policy, speakers: [GONE, HUMAN] }).transcript({ human: ['h'] }),
  ).toEqual(['human answer: nobody else can answer', 'end done'])
})

test('RU41, RU49 an aggregator or manager that fails three times, or says nothing three times, ends it', () => {
  const parallel = { kind: 'parallel', aggregator: 'boss' } as const
  const managed = { kind: 'hierarchical', manager: 'boss' } as const
  for (const policy of [parallel, managed]) {
    for (const act of [FAILS, PASSES, { fails: 'interrupted' } as const]) {
      const lines = new PlayedDiscussion({ policy, speakers: [ALICE] }).transcript({
        alice: ['a'],
        boss: [act, act, act, act],
      })
      expect.soft(lines.filter((line) => line.includes(' boss: '))).toHaveLength(3)
      expect.soft(lines.at(-1)).toBe('end policy_failed')
    }
  }
})

test('RU46, RU47, RU32 the manager asks those whom it mentions, the person first, until it mentions nobody', () => {
  const played = new PlayedDiscussion({
    policy: { kind: 'hierarchical', manager: 'alice' },
    speakers: [ALICE, BOB, HUMAN, CAROL, GONE],
  })
  expect(
    played.transcript({
      alice: [
        '@carol gather, @bob check, @human decide, @dave and @alice listen',
        '@human is that all?',
        'We ship on Monday. — @alice',
      ],
      human: ['go', 'yes'],
      bob: ['checked @carol'],
      carol: [PASSES],
    }),
  ).toEqual([
    'manage alice: the manager begins',
    'human answer: Alice asks you',
    'answer bob carol: Alice asks them',
    'manage alice: the answers are in',
    'human answer: Alice asks you',
    'manage alice: the answers are in',
    'end done: We ship on Monday. — @alice',
  ])
})

test('RU46 the person is asked in the manager’s words, which are cut', () => {
  const content = `@human ${'x'.repeat(600)}`
  const step = stepOf(
    viewOf({
      policy: { kind: 'hierarchical', manager: 'boss' },
      speakers: [ALICE, HUMAN],
      last: [said('boss', content)],
    }),
    closedRound('manage', { boss: { messageId: 'm1' } }),
  )
  expect(step).toEqual({
    do: 'human',
    asks: 'answer',
    reason: 'Boss asks you',
    prompt: content.slice(0, 500),
  })
})

test('RU46 the agents that the manager mentioned beside the person are asked once', () => {
  const policy = { kind: 'hierarchical', manager: 'boss' } as const
  const asked = said('boss', '@human @alice @bob')
  const step = (...since: readonly string[]) =>
    stepOf(
      viewOf({
        policy,
        speakers: [ALICE, BOB, HUMAN],
        last: [said('bob', 'before'), asked, ...since.map((id) => said(id, 'x'))],
      }),
      closedRound('human', { human: { messageId: 'm1' } }),
    )
  expect(step('human')).toMatchObject({ ask: 'answer', speakers: ['alice', 'bob'] })
  expect(step('alice', 'human')).toMatchObject({ ask: 'answer', speakers: ['bob'] })
  expect(step('alice', 'bob', 'human')).toMatchObject({ ask: 'manage', speakers: ['boss'] })
})

test('RU47 a manager that mentions only itself, or agents that do not take part, asks nobody', () => {
  const manager = speaker('Boss')
  for (const text of ['I do it: @boss', 'as @stranger said']) {
    const played = new PlayedDiscussion({
      policy: { kind: 'hierarchical', manager: 'boss' },
      speakers: [manager, ALICE],
    })
    expect(played.transcript({ boss: [text, 'x'] })).toEqual([
      'manage boss: the manager begins',
      `end done: ${text}`,
    ])
  }
})

test('RU48 a manager that mentions only those that cannot be asked is asked again twice', () => {
  const parts = {
    policy: { kind: 'hierarchical', manager: 'boss' },
    speakers: [ALICE, GONE, BOB],
  } as const
  const reason = 'asked again: nobody whom Boss mentions can be asked now'
  const boss = ['@dave 1', '@dave 2', '@dave 3']
  expect(new PlayedDiscussion(parts).transcript({ boss })).toEqual([
    'manage boss: the manager begins',
    `manage boss: ${reason}`,
    `manage boss: ${reason}`,
    'end done: @dave 3',
  ])
  const view = viewOf({ ...parts, last: [said('boss', '@dave 1')] })
  expect(stepOf(view, closedRound('manage', { boss: { messageId: 'm1' } }))).toEqual({
    do: 'ask',
    ask: 'manage',
    speakers: ['boss'],
    reason,
    again: 1,
    note:
      'Nobody whom you mentioned can be asked now. You can ask: Alice, Bob. ' +
      'Without a mention your answer ends the discussion.',
  })
})

test('RU30 a discussion in which nobody is eligible ends, whatever its policy is', () => {
  const policies = [
    { kind: 'round_robin' },
    { kind: 'selection', by: 'boss', repeat: false },
    { kind: 'selection', by: 'rules', repeat: false },
    { kind: 'selection', by: 'human', repeat: true },
    { kind: 'parallel', aggregator: 'boss' },
    { kind: 'hierarchical', manager: 'boss' },
  ] as const
  expect(Object.keys(POLICIES)).toEqual([...POLICY_KINDS])
  for (const policy of policies) {
    const view = viewOf({ policy, speakers: [GONE] })
    for (const closed of [null, closedRound('answer', { dave: {} })]) {
      expect.soft(stepOf(view, closed), policy.kind).toEqual({ do: 'end', why: 'no_speakers' })
    }
  }
})
