import { expect, test } from 'vitest'
import { stepOf } from '../../../src/discussions/policies/policies'
import type { Said, Speaker } from '../../../src/discussions/policies/policy'
import { HUMAN, said, speaker, viewOf } from '../../harness/played-discussion'

const ANN = speaker('Ann', { role: 'Writer' })
const BEN = speaker('Ben', { role: 'Developer', expertise: ['parser', 'Größenordnung'] })
const CAT = speaker('Cat', { description: 'Knows the parser and SQLite indexes' })

function chosen(
  goal: string,
  last: readonly Said[],
  more: { previous?: string; repeat?: boolean; speakers?: readonly Speaker[] } = {},
) {
  const { previous = null, repeat = false, speakers = [ANN, BEN, CAT] } = more
  const policy = { kind: 'selection', by: 'rules', repeat } as const
  return stepOf(viewOf({ policy, speakers, goal, last, progress: { previous } }), null)
}
const asks = (id: string, reason: string) => ({ do: 'ask', ask: 'answer', speakers: [id], reason })

test('RU42, RU38 whoever the newest message mentions speaks, the first in order, but not twice in a row', () => {
  const named = 'named in the last message'
  const last = [said('ann', '@cat no'), said('ben', 'ask @cat or @ann about the parser')]
  expect(chosen('x', last, { previous: 'ben' })).toEqual(asks('ann', named))
  expect(chosen('x', last, { previous: 'ann' })).toEqual(asks('cat', named))
  expect(chosen('x', last, { previous: 'ann', repeat: true })).toEqual(asks('ann', named))
  const gone = { ...ANN, isEligible: false }
  expect(chosen('x', last, { speakers: [gone, BEN, CAT] })).toEqual(asks('cat', named))
})

test('RU42, RU32 the person is asked in the words of the message that mentions the person', () => {
  const step = chosen('x', [said('ann', 'What do you say, @human?')], { speakers: [ANN, HUMAN] })
  expect(step).toEqual({
    do: 'human',
    asks: 'answer',
    reason: 'named in the last message',
    prompt: 'What do you say, @human?',
  })
})

test('RU43 whoever knows most about the goal and the newest message speaks', () => {
  const parser = [said('human', 'The PARSER needs indexes, and SQLite too')]
  expect(chosen('Speed it up', parser)).toEqual(asks('cat', 'knows about: parser, indexes, sqlite'))
  expect(chosen('Fix the parser', [])).toEqual(asks('ben', 'knows about: parser'))
  expect(chosen('Fix the parser', [], { previous: 'ben' })).toEqual(
    asks('cat', 'knows about: parser'),
  )
  expect(chosen('Fix the parser', [], { previous: 'cat' })).toEqual(
    asks('ben', 'knows about: parser'),
  )
  expect(chosen('Die größenordnung prüfen', [])).toEqual(asks('ben', 'knows about: größenordnung'))
})

test('RU43 words in common use, short ones and parts of words are nobody’s knowledge, and then the next in order speaks', () => {
  const next = 'next in order'
  expect(chosen('and the parse', [said('human', 'an SQL')])).toEqual(asks('ann', next))
  expect(chosen('', [], { previous: 'ann' })).toEqual(asks('ben', next))
  expect(chosen('', [], { previous: 'cat' })).toEqual(asks('ann', next))
})

test('RU43, RU38 the one that knows most does not speak twice in a row unless it may, or nobody else can', () => {
  const goal = 'SQLite indexes'
  const knows = 'knows about: sqlite, indexes'
  expect(chosen(goal, [], { previous: 'cat' })).toEqual(asks('ann', 'next in order'))
  expect(chosen(goal, [], { previous: 'cat', repeat: true })).toEqual(asks('cat', knows))
  expect(chosen(goal, [], { previous: 'cat', speakers: [CAT] })).toEqual(asks('cat', knows))
})
