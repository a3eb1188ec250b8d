import { expect, test } from 'vitest'
import { crewState, group, message, session } from '../../test/samples'
import { countNeeds, waitsForAnswer } from './count-needs'

test('UI587, UI98 mentions that wait count in groups in use and their sessions in use, read or not', () => {
  const groups = [group('team'), group('old', { archived: true })]
  const state = crewState(9, groups)
  state.sessions = {
    a: session('a', { groupName: 'team' }),
    b: session('b', { groupName: 'team', status: 'archived' }),
    c: session('c', { groupName: 'old' }),
  }
  const asked = (...ids: string[]) => ids.map((id, index) => ({ id, n: index + 1 }))
  state.asked = {
    team: asked('m1'),
    old: asked('m2', 'm3'),
    's:a': asked('m4', 'm5'),
    's:b': asked('m6'),
    's:c': asked('m7'),
  }
  // Another set of marks changes nothing: having read it is not an answer.
  state.mentions = { human: { team: [1, 2, 3] } }
  expect(countNeeds(state)).toBe(3)
  const waits = (id: string, name: string, sessionId = 'main') =>
    waitsForAnswer(state, message(1, { id, group: name, sessionId }))
  expect(waits('m1', 'team')).toBe(true)
  expect(waits('m9', 'team'), 'answered').toBe(false)
  expect(waits('m2', 'old'), 'in an archived group').toBe(false)
  expect(waits('m4', 'team', 'a')).toBe(true)
  expect(waits('m6', 'team', 'b'), 'in an archived session').toBe(false)
})
