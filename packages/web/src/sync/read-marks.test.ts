import { expect, test } from 'vitest'
import { crewState, groupWith, LEAD } from '../../test/samples'
import { type LocalMarks, markKey, ReadMarks, unreadIn, unreadTotal } from './read-marks'
import { ServerClock } from './server-clock'

function setUp(
  stored: Record<string, string> = {},
  serverNow: number | null = Date.UTC(2026, 10, 21, 12, 5),
) {
  const storage = new Map(Object.entries(stored))
  const told: { name: string; seq: number; done: () => void }[] = []
  const marks = new ReadMarks({
    storage: {
      getItem: (key) => storage.get(key) ?? null,
      setItem: (key, value) => void storage.set(key, value),
    },
    serverNow: () => serverNow,
    later: (run) => run(),
    tell: (_, name, seq) =>
      new Promise<void>((done) => {
        told.push({ name, seq, done })
      }),
  })
  const mark = (name: string) => marks.store.getState()[markKey(LEAD, name)]
  return { marks, storage, told, mark }
}

test('UI13 reading writes the time of the server and the seq of the newest message', () => {
  const { marks, storage } = setUp()
  marks.markRead(groupWith('team', 3, 30), 0)
  expect(storage.get(`crewroom:lastSeen:${LEAD}:team`)).toBe('2026-11-21T12:05:00.000Z')
  expect(storage.get(`crewroom:lastSeq:${LEAD}:team`)).toBe('30')
  const early = setUp({}, null)
  early.marks.markRead(groupWith('team', 3, 30), 0)
  expect(early.storage.get(`crewroom:lastSeen:${LEAD}:team`)).toBe('2026-11-21T12:00:00.000Z')
})

test('UI14 unread is what came after the mark, wherever the mark was made', () => {
  const team = groupWith('team', 8, 80)
  const state = crewState(80, [team])
  expect(unreadIn(state, team, undefined), 'no mark: everything').toBe(8)
  expect(unreadIn(state, team, { seq: 50, n: 5 })).toBe(3)
  expect(unreadIn(state, team, { seq: 80, n: null })).toBe(0)
  state.readMarks = { human: { team: { seq: 70, n: 7, lastSeen: '' } } }
  expect(unreadIn(state, team, { seq: 50, n: 5 }), 'another device read further').toBe(1)
  expect(unreadIn(state, team, { seq: 50, n: null })).toBe(1)
})

test('UI15 the total leaves archived groups out', () => {
  const state = crewState(90, [
    groupWith('a', 4, 40),
    groupWith('b', 60, 90),
    { ...groupWith('old', 7, 70), archived: true },
  ])
  const marks: LocalMarks = { [markKey(LEAD, 'a')]: { seq: 40, n: 4 } }
  expect(unreadTotal(state, marks)).toBe(60)
})

test('UI16 the server is told one mark at a time, the latest last, and what an earlier visit could not tell', async () => {
  const { marks, told, mark } = setUp({ [`crewroom:lastSeq:${LEAD}:late`]: '20' })
  marks.markRead(groupWith('team', 1, 10), 0)
  marks.markRead(groupWith('team', 2, 11), 0)
  marks.markRead(groupWith('team', 3, 12), 0)
  expect(told.map(({ seq }) => seq)).toEqual([10])
  told[0]?.done()
  await new Promise((resolve) => setTimeout(resolve))
  expect(told.map(({ seq }) => seq)).toEqual([10, 12])
  marks.loadGroup(groupWith('late', 5, 20), 3)
  expect(told.at(-1)).toMatchObject({ name: 'late', seq: 20 })
  expect(mark('late')).toEqual({ seq: 20, n: null })
})

test('UI17 a mark that another tab writes counts here, an older one does not', () => {
  const { marks, mark } = setUp()
  marks.markRead(groupWith('team', 3, 30), 30)
  marks.storageChanged(`crewroom:lastSeq:${LEAD}:team`, '20')
  expect(mark('team')?.seq).toBe(30)
  marks.storageChanged(`crewroom:lastSeq:${LEAD}:team`, '45')
  expect(mark('team')?.seq).toBe(45)
})

test('UI18 the time of the server comes from the answer with the shortest way', () => {
  let now = 1_000
  const clock = new ServerClock(() => now)
  expect(clock.now()).toBeNull()
  now = 1_400
  clock.sample(1_000, new Date(600_000).toISOString())
  expect(clock.now()).toBe(600_200)
  now = 2_000
  clock.sample(1_990, new Date(500_000).toISOString())
  expect(clock.now()).toBe(500_005)
})
