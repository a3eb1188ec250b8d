import { afterEach, expect, test } from 'vitest'
import { message } from '../../../test/samples'
import { wantedKey, wantedReactions } from '../../sync/reactions'
import { reactedBy, shownReactions } from './reacted-by'

afterEach(() => {
  wantedReactions.setState({}, true)
})

test('UI80 what the person wants of a message is shown there, and on no other', () => {
  const one = message(1, { reactions: { '👍': ['dev'], '🎉': ['human'] } })
  const others = [message(2, { reactions: { '🎉': ['human'] } }), message(11), message(12)]
  const wanted = {
    [wantedKey(one.id, '👍')]: true,
    [wantedKey(one.id, '🎉')]: false,
    [wantedKey(one.id, '👀')]: true,
    // An id that begins like the other one's.
    [wantedKey('m12', '👎')]: true,
  }
  expect(shownReactions(one, wanted)).toEqual([
    { emoji: '👍', who: ['dev', 'human'] },
    { emoji: '👀', who: ['human'] },
  ])
  const shown = others.map((other) => shownReactions(other, wanted))
  expect(shown).toEqual([[{ emoji: '🎉', who: ['human'] }], [], [{ emoji: '👎', who: ['human'] }]])
  wantedReactions.setState(wanted)
  expect([one, ...others].map((each) => reactedBy(each, '👍'))).toEqual([true, false, false, false])
  expect([one, ...others].map((each) => reactedBy(each, '🎉'))).toEqual([false, true, false, false])
})
