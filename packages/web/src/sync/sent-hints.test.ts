import { SESSION_TEXT } from '@crewroom/shared/text/session-texts'
import { expect, test } from 'vitest'
import { placeOf } from './outbox'
import { forgetHint, heardHint, sentHints } from './sent-hints'

test('UI871 a hint belongs to its place, gives way to what the next answer says, and goes when the person writes again', () => {
  const ada = { leadId: 'l', to: 'ada' }
  const session = { leadId: 'l', group: 'team', sessionId: 's1' }
  heardHint(ada, 'Ada is not connected.')
  heardHint({ ...session, asks: ['ben'] }, 'Ben is not asked.')
  const shown = (to: typeof ada | typeof session) => sentHints.getState()[placeOf(to)]
  expect([shown(ada), shown(session)]).toEqual(['Ada is not connected.', 'Ben is not asked.'])
  heardHint(ada, undefined)
  forgetHint(placeOf({ ...session, sessionId: 's2' }))
  expect([shown(ada), shown(session)]).toEqual([undefined, 'Ben is not asked.'])
  forgetHint(placeOf(session))
  expect(sentHints.getState()).toEqual({})
})

test('UI871 a hint says nothing of fields of requests', () => {
  const to = { leadId: 'l', group: 'team', sessionId: 's1' }
  for (const names of [['Ben'], ['Ben', 'Cy']]) {
    heardHint(to, `${SESSION_TEXT.notAsked(names, 'Plan', 'agents')} Dora is not connected.`)
    const shown = sentHints.getState()[placeOf(to)]
    expect(shown).toMatch(
      /^Ben.* not asked: .* no part in session "Plan"\. Dora is not connected\.$/,
    )
    expect(shown).not.toContain('agents')
  }
  heardHint(to, undefined)
})
