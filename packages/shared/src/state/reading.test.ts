import { expect, test } from 'vitest'
import { newMessage } from '../model/message'
import { type CrewState, emptyCrewState } from './crew-state'
import { changeMentions, countMessage, forgetPlace, moveMark, settleMention } from './reading'

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

const AT = '2026-01-01T00:00:00.000Z'
const crewOf = (viewer: string | null = null): CrewState => {
  const lead = { id: 'lead', name: 'atlas', parentId: null, paused: false, autoGroups: true }
  return emptyCrewState({ ...lead, createdAt: AT }, 0, viewer)
}

/** Says something in a place; `to`: whom it mentions. */
function says(state: CrewState, place: string, n: number, from: string, to: string[] = []) {
  const message = newMessage({
    id: `${place}${n}`,
    seq: n,
    n,
    group: 'team',
    leadId: 'lead',
    kind: 'message',
    from,
    fromRole: 'Developer',
    content: 'x',
    timestamp: AT,
    mentions: to,
    clientId: undefined,
    hop: 0,
  })
  countMessage(state, { name: place, messageCount: n - 1 }, message, to)
}

const waiting = ({ asked }: CrewState) =>
  Object.values(asked)
    .flat()
    .map(({ id }) => id)

test('MN24 a mention of the person waits until they write below it, in its place only; reading it settles nothing', () => {
  const state = crewOf()
  says(state, 'team', 1, 'dev', ['human'])
  says(state, 's:a', 1, 'dev', ['human'])
  says(state, 'team', 2, 'dev', ['ada'])
  expect(waiting(state)).toEqual(['team1', 's:a1'])
  moveMark(state, 'team', { readerId: 'human', lastSeq: 2, n: 2, lastSeen: AT })
  expect(waiting(state), 'read').toEqual(['team1', 's:a1'])
  says(state, 'team', 3, 'ada')
  expect(waiting(state), 'others wrote').toEqual(['team1', 's:a1'])
  says(state, 'team', 4, 'human')
  expect(waiting(state)).toEqual(['s:a1'])
  expect(state.asked, 'nothing is left of a place').not.toHaveProperty('team')
  says(state, 'team', 5, 'human', ['human'])
  expect(waiting(state), 'nobody asks themselves').toEqual(['s:a1'])
})

test('MN24 one that is settled, deleted or of a deleted session waits no more, and its neighbours do', () => {
  const state = crewOf()
  for (const n of [1, 2, 3]) says(state, 'team', n, 'dev', ['human'])
  says(state, 's:a', 1, 'dev', ['human'])
  settleMention(state, 'team2')
  expect(waiting(state)).toEqual(['team1', 'team3', 's:a1'])
  changeMentions(state, 'team', 3, [])
  expect(waiting(state)).toEqual(['team1', 's:a1'])
  forgetPlace(state, 's:a')
  expect(waiting(state)).toEqual(['team1'])
})

test('MN24 the newest 100 of a place wait, and an agent sees none of them', () => {
  const [state, view] = [crewOf(), crewOf('dev')]
  for (let n = 1; n <= 130; n++) {
    says(state, 'team', n, 'dev', ['human'])
    says(view, 'team', n, 'dev', ['human'])
  }
  expect(waiting(state)).toHaveLength(100)
  expect(waiting(state).at(-1)).toBe('team130')
  expect(view.asked).toEqual({})
})
