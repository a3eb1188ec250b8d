import { expect, test } from 'vitest'
import { emptyCrewState } from './crew-state'
import { changeMentions, moveMark } from './reading'

test('MN5, GR92 a changed message counts as an unread mention of those it mentions now, but of nobody who had read it', () => {
  const createdAt = '2026-01-01T00:00:00.000Z'
  const crew = { id: 'lead', name: 'atlas', parentId: null, paused: false, autoGroups: true }
  const state = emptyCrewState({ ...crew, createdAt }, 0, null)
  moveMark(state, 'team', { readerId: 'human', lastSeq: 9, n: 2, lastSeen: createdAt })
  changeMentions(state, 'team', 2, ['human', 'dev'])
  expect(state.mentions).toEqual({ dev: { team: [2] } })
  changeMentions(state, 'team', 3, ['human'])
  expect(state.mentions).toEqual({ dev: { team: [2] }, human: { team: [3] } })
})
