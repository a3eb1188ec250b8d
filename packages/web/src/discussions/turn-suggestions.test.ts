import { expect, test } from 'vitest'
import { suggestionsOf } from './turn-suggestions'

test.for([
  ['Keep None or add Inherit?', ['Keep None', 'Add Inherit']],
  ['Should we use Redis or Postgres?', ['Redis', 'Postgres']],
  ['What should it mean: off, or inherit from base?', ['Off', 'Inherit from base']],
  ['Which one: red, green or blue?', ['Red', 'Green', 'Blue']],
  ['Is it ready (yes/no)?', ['Yes', 'No']],
  ['Shall we go on, yes or no?', ['Yes', 'No']],
  ['Do you want it or not?', ['Yes', 'No']],
  ['We have two ways. `A` or `B`?', ['A', 'B']],
] as const)('UI629 alternatives of a question: %s', ([question, answers]) => {
  expect(suggestionsOf(question)).toEqual(answers)
})

test.for([
  '',
  'It is your turn.',
  'Use A or B.',
  'What do you think of it?',
  'Is a third state worth it, or should presets say the base by name?',
  'Should we rewrite the whole loader in one step this week or leave the old one where it is?',
  'Is it the cache or the cache?',
])('UI629 no answers are made up: %s', (question) => {
  expect(suggestionsOf(question)).toEqual([])
})
