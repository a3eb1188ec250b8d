import { expect, test } from 'vitest'
import { crewState, group, session } from '../../test/samples'
import { countNeeds } from './count-needs'

test('UI587 mentions in sessions in use count, of groups in use', () => {
  const groups = [group('team'), group('old', { archived: true })]
  const state = crewState(9, groups)
  state.sessions = {
    a: session('a', { groupName: 'team' }),
    b: session('b', { groupName: 'team', status: 'archived' }),
    c: session('c', { groupName: 'old' }),
  }
  state.mentions = { human: { team: [1], old: [1, 2], 's:a': [2, 3], 's:b': [4], 's:c': [5] } }
  expect(countNeeds(state)).toBe(3)
})
