import { expect, test } from 'vitest'
import { TEXT } from '@crewroom/shared/text/catalogue'
import { roundPrompt } from '@crewroom/shared/transcript/openai/round-prompt'

const ASKED = {
  n: 3,
  of: 10,
  session: 'Off or inherit?',
  group: 'config-team',
  note: null,
  until: 'both have a name',
  speakers: ['- Ada: Architect'],
  goal: 'What does it mean?',
  result: null,
  leftOut: 0,
  said: [{ who: 'Rhea', isPerson: false, content: 'Make it explicit.' }],
} as const

test.each(['answer', 'manage', 'aggregate', 'select'] as const)(
  'VB83 the view of an agent has what a discussion gave it to read (%s), without the line for its program',
  (ask) => {
    const said = roundPrompt(`Replies first.\n${TEXT.discussionRound({ ...ASKED, ask })}`)
    expect(said?.n).toBe(ask === 'select' ? null : 3)
    expect(said?.before).toBe('Replies first.')
    expect(said?.said).toMatch(/(^|\n\n)\[Rhea\]: Make it explicit\.$/)
    expect(said?.said).not.toMatch(/plain text|NEXT:/)
  },
)
