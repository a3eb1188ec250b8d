import { expect, test } from 'vitest'
import { stepOf } from '../../../src/discussions/policies/policies'
import { readChoice } from '../../../src/discussions/policies/read-choice'
import { keptOf } from '../../../src/rounds/choice-line'
import { closedRound, speaker, viewOf } from '../../harness/played-discussion'

const ALICE = speaker('Alice', { id: 'a1b2c3d4e5', role: 'Researcher' })
const BOB = speaker('Bob', { id: 'b1b2c3d4e5', role: 'C++ Expert' })
const JOSE = speaker('José', { id: 'c1b2c3d4e5', role: 'C# Expert' })
const LI = speaker('李明', { id: 'd1b2c3d4e5' })
const ALL = [ALICE, BOB, JOSE, LI]

function read(decision: string, speakers = ALL): string {
  const choice = readChoice(decision, {
    speakers,
    candidates: speakers.filter(({ isEligible }) => isEligible),
  })
  return choice.is === 'speaker' ? choice.speaker.name : choice.is
}

test('RU35, RU36 what a coordinator may answer', () => {
  const answers: Readonly<Record<string, string>> = {
    Alice: 'Alice',
    'Alice.': 'Alice',
    '@alice': 'Alice',
    'NEXT: Alice': 'Alice',
    'next: @alice!': 'Alice',
    '**NEXT:** Alice': 'Alice',
    'NEXT: [Alice]': 'Alice',
    '- NEXT: “Alice”.': 'Alice',
    'NEXT: a1b2c3d4': 'Alice',
    'NEXT: researcher': 'Alice',
    'NEXT: C++ Expert': 'Bob',
    'NEXT: c# expert': 'José',
    'NEXT: José': 'José',
    'next: 李明。': '李明',
    李明: '李明',
    'Bob has a point.\nNEXT: Bob\nNEXT: Alice': 'Alice',
    'NEXT: Alice\nbecause Bob spoke already': 'Alice',
    'NEXT: Alice\r\n': 'Alice',
    TERMINATE: 'over',
    'terminate.': 'over',
    '**TERMINATE**': 'over',
    'All is said.\n\nTERMINATE': 'over',
    'NEXT: Alice\nTERMINATE': 'over',
    'TERMINATE\nNEXT: Alice': 'Alice',
    'We should not TERMINATE before Alice has looked at it once more.': 'nothing',
    'Do not TERMINATE yet': 'nothing',
    'I think that Alice should speak next.': 'nothing',
    '': 'nothing',
    ' \n ': 'nothing',
    '...': 'nothing',
    'NEXT:': 'nothing',
    'NEXT: ?': 'nothing',
    'NEXT: Alic': 'nothing',
    'NEXT: Alice and Bob': 'nothing',
    'NEXT: Alice, Bob': 'nothing',
    'Alice Bob': 'nothing',
    'Alice\nBob': 'nothing',
  }
  for (const [answer, means] of Object.entries(answers)) {
    expect.soft(read(answer), answer).toBe(means)
  }
})

test('RU35 choices as models write them, with a reason behind them', () => {
  const answers: Readonly<Record<string, string>> = {
    'NEXT: TERMINATE': 'over',
    'TERMINATE - the task is complete': 'over',
    '**TERMINATE**: everything is said.': 'over',
    'TERMINATE (the goal is reached)': 'over',
    'NEXT: Alice (she knows it)': 'Alice',
    'NEXT: Alice (Bob has spoken already)': 'Alice',
    'NEXT: Alice because Bob has spoken already': 'Alice',
    'NEXT: Alice - she knows the parser': 'Alice',
    'NEXT: Alice, who knows the parser.': 'Alice',
    'NEXT: Alice. She knows the parser.': 'Alice',
    'Next speaker: Alice': 'Alice',
    '**Next speaker**: Alice': 'Alice',
    '`NEXT: Alice`': 'Alice',
    'NEXT: Alice\n\nTERMINATE when she is done.': 'Alice',
    'TERMINATE - not done yet': 'nothing',
    'TERMINATE: only if Alice agrees': 'nothing',
    'Terminate, she said, would be wrong here.': 'nothing',
    'NEXT: Alice - Bob': 'nothing',
    'NEXT: Alice, and then Bob': 'nothing',
    'NEXT: Alicia (she knows it)': 'nothing',
    'NEXT: we should look at the tests, they fail': 'nothing',
  }
  for (const [answer, means] of Object.entries(answers)) {
    expect.soft(read(answer), answer).toBe(means)
  }
  const doctor = speaker('Rhea (QA)')
  expect(read('NEXT: Rhea (QA)', [doctor, speaker('Rhea')])).toBe('Rhea (QA)')
})

test('RU35 a long answer is cut so that its choice stays what it was', () => {
  const reasons = 'Because the parser and its tests are what matters now. '.repeat(12)
  const answers: readonly string[] = [
    `NEXT: Bob\n\n${reasons}`,
    `${reasons}\nNEXT: Bob`,
    `${reasons}\nNEXT: Bob\n${reasons}`,
    `NEXT: Bob\n${'x'.repeat(480)}\nTERMINATE the discussion only when the tests pass`,
    `NEXT: Bob (${'y'.repeat(700)})`,
    `${'z'.repeat(700)} TERMINATE`,
    `${'z'.repeat(700)} NEXT: Alice`,
    `${'We should not say '.repeat(40)}NEXT: Alice${' '.repeat(488)}`,
  ]
  const means = ['Bob', 'Bob', 'Bob', 'Bob', 'Bob', 'nothing', 'nothing', 'nothing']
  const kept = answers.map((answer) => keptOf(answer, 500))
  expect(kept.map((text) => text.length <= 500)).toEqual(answers.map(() => true))
  expect(kept.map((text) => read(text))).toEqual(means)
})

test('RU36 the best kind of name counts, and a name of two agents counts for neither', () => {
  const handled = speaker('Xaver', { names: ['bob', 'xaver', 'x1', ''] })
  expect(read('NEXT: Bob', [BOB, handled])).toBe('Xaver')
  const alexes = [
    speaker('Alex', { id: 'one', names: ['alex-1', 'alex', 'one', ''] }),
    speaker('Alex', { id: 'two', names: ['alex-2', 'alex', 'two', ''], isEligible: false }),
  ]
  expect(read('NEXT: Alex', [...alexes, BOB])).toBe('nothing')
  expect(read('NEXT: Alex-1', [...alexes, BOB])).toBe('Alex')
  const languages = ['C', 'C++', 'C#'].map((name) => speaker(name))
  expect(['NEXT: C++', 'C#', 'NEXT: c'].map((answer) => read(answer, languages))).toEqual([
    'C++',
    'C#',
    'C',
  ])
})

test('RU39 a coordinator that is asked again reads what was wrong and which names it may give', () => {
  const gone = speaker('Dave', { isEligible: false })
  const one = speaker('Alex', { id: 'one', names: ['alex-1', 'alex', 'one', ''] })
  const two = speaker('Alex', { id: 'two', names: ['alex-2', 'alex', 'two', ''] })
  const view = viewOf({
    policy: { kind: 'selection', by: 'boss', repeat: false },
    speakers: [ALICE, BOB, gone, one, two],
    progress: { previous: ALICE.id },
  })
  const table: Readonly<Record<string, readonly [why: string, fault: string]>> = {
    '': ['the coordinator named nobody', 'Your answer named nobody who can speak now.'],
    'NEXT: Alice or Bob': ['the coordinator named two', 'Your answer named more than one.'],
    'Alice, Bob, Dave': ['the coordinator named several', 'Your answer named more than one.'],
    'NEXT: Alex': [
      'the coordinator named “Alex”, a name that more than one has',
      'Your answer gave a name that more than one has.',
    ],
    'NEXT: Zed': [
      'the coordinator named “Zed”, a name that nobody here has',
      'Your answer named nobody who can speak now.',
    ],
    'NEXT: Dave': [
      'the coordinator named Dave, who cannot speak now',
      'Your answer named nobody who can speak now.',
    ],
    'NEXT: Alice': [
      'the coordinator named Alice, who spoke last',
      'Your answer named the one that spoke last.',
    ],
  }
  for (const [decision, [why, fault]] of Object.entries(table)) {
    expect.soft(stepOf(view, closedRound('select', { boss: { decision } })), decision).toEqual({
      do: 'ask',
      ask: 'select',
      speakers: ['boss'],
      reason: `asked again: ${why}`,
      again: 1,
      note: `${fault} Reply with one line: NEXT: <name> or TERMINATE. Names: Bob, alex-1, alex-2.`,
    })
  }
})

test('RU38, RU40 the one that spoke last is chosen again only with repeat, or if nobody else can speak', () => {
  const gone = speaker('Dave', { isEligible: false })
  const closed = closedRound('select', { boss: { decision: 'NEXT: Alice' } })
  const nobody = closedRound('select', { boss: { decision: '' } })
  const step = (repeat: boolean, speakers: readonly (typeof ALICE)[], of = closed) =>
    stepOf(
      viewOf({
        policy: { kind: 'selection', by: 'boss', repeat },
        speakers,
        progress: { previous: ALICE.id, again: 2 },
      }),
      of,
    )
  expect(step(true, [ALICE, BOB])).toMatchObject({
    speakers: [ALICE.id],
    reason: 'Boss chose Alice',
  })
  expect(step(false, [ALICE, gone])).toMatchObject({ speakers: [ALICE.id] })
  expect(step(false, [ALICE, gone, BOB])).toEqual({
    do: 'ask',
    ask: 'answer',
    speakers: [BOB.id],
    reason: 'fallback: the coordinator named Alice, who spoke last',
  })
  expect(step(true, [ALICE, gone, BOB], nobody)).toMatchObject({ speakers: [BOB.id] })
  expect(step(false, [ALICE, gone], nobody)).toMatchObject({ speakers: [ALICE.id] })
})
