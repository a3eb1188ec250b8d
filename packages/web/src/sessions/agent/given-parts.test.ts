import { expect, test } from 'vitest'
import { givenParts } from './given-parts'

test('UI583 what an agent was given with a round is shown message by message, without the line that is always the same', () => {
  const first =
    '[Round 2 · session "Plan" in group "team"] Answer in plain text; your text is posted for you.'
  const said = `${first}
[System] 2 earlier messages are left out.

[Ada]: Cache by path.
  And by time.

[User]: What breaks?`
  expect(givenParts(said)).toEqual([
    { who: 'System', text: '2 earlier messages are left out.' },
    { who: 'Ada', text: 'Cache by path.\nAnd by time.' },
    { who: 'User', text: 'What breaks?' },
  ])
  expect(givenParts(`${first}\nWhat breaks?`)).toEqual([{ who: null, text: 'What breaks?' }])
  const groups = '== YOUR GROUPS ==\n- "team" (2 members)'
  expect(givenParts(`${groups}\n\n${first}\nWhat\nbreaks?`)).toEqual([
    { who: 'System', text: groups },
    { who: null, text: 'What\nbreaks?' },
  ])
})
