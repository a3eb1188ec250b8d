import { expect, test } from 'vitest'
import { AT, crewState, groupWith, LEAD } from '../../test/samples'
import {
  type LocalMarks,
  markKey,
  purgeMarks,
  ReadMarks,
  unreadIn,
  unreadTotal,
} from './read-marks'
import { ServerClock } from './server-clock'

function setUp(
  stored: Record<string, string> = {},
  serverNow: number | null = Date.UTC(2026, 10, 21, 12, 5),
) {
  const storage = new Map(Object.entries(stored))
  const told: { name: string; seq: number; force: boolean; done: () => void }[] = []
  const marks = new ReadMarks({
    storage: {
      getItem: (key) => storage.get(key) ?? null,
      setItem: (key, value) => void storage.set(key, value),
    },
    serverNow: () => serverNow,
    later: (run) => run(),
    tell: (_, name, seq, force) =>
      new Promise<void>((done) => {
        told.push({ name, seq, force, done })
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

test('UI16 what is marked unread is told behind what is on its way, and nothing that waited undoes it', async () => {
  const { marks, told } = setUp()
  const settle = () => new Promise((resolve) => setTimeout(resolve))
  const seqs = () => told.map(({ seq, force }) => (force ? -seq : seq))
  marks.markRead(groupWith('team', 1, 10), 0)
  marks.markRead(groupWith('team', 2, 20), 0)
  marks.markUnread(groupWith('team', 2, 20), { seq: 6, n: 1, timestamp: AT })
  expect(seqs(), 'one at a time').toEqual([10])
  told[0]?.done()
  await settle()
  expect(seqs(), 'the mark of 20 is void').toEqual([10, -5])
  marks.markRead(groupWith('team', 3, 30), 0)
  expect(seqs()).toEqual([10, -5])
  told[1]?.done()
  await settle()
  expect(seqs(), 'what is read after it counts').toEqual([10, -5, 30])
  told[2]?.done()
  await settle()
  expect(seqs()).toEqual([10, -5, 30])
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

test('UI151 marks of groups that the server no longer knows are forgotten after 90 days', () => {
  const now = Date.parse('2026-11-21T00:00:00.000Z')
  const storage = new Map([
    ['crewroom:lastSeen:l:known', '2020-01-01T00:00:00.000Z'],
    ['crewroom:lastSeen:l:old', '2026-08-01T00:00:00.000Z'],
    ['crewroom:lastSeq:l:old', '7'],
    ['crewroom:lastSeen:l:young', '2026-11-01T00:00:00.000Z'],
    ['another', 'thing'],
  ])
  const of = () =>
    new Proxy({} as Storage, {
      ownKeys: () => [...storage.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
      get: (_, name) =>
        name === 'getItem'
          ? (key: string) => storage.get(key) ?? null
          : (key: string) => storage.delete(key),
    })
  purgeMarks(of, new Set([markKey('l', 'known')]), now)
  expect([...storage.keys()]).toEqual([
    'crewroom:lastSeen:l:known',
    'crewroom:lastSeen:l:young',
    'another',
  ])
})

test('UI152 a mark that went back on purpose makes what follows unread, here and at the server', () => {
  const { marks, mark, told } = setUp()
  const group = groupWith('team', 3, 30)
  marks.markRead(group, 30)
  marks.markUnread(group, { seq: 20, n: 2, timestamp: AT })
  expect(mark('team')).toEqual({ seq: 19, n: 1 })
  expect(told.at(-1)).toMatchObject({ name: 'team', seq: 19, force: true })
  marks.markRead(group, 19)
  marks.wentBack(LEAD, 'team', 5, 0)
  expect(mark('team')).toEqual({ seq: 5, n: 0 })
  marks.wentBack(LEAD, 'team', 9, 1)
  expect(mark('team'), 'a mark behind it is no news').toEqual({ seq: 5, n: 0 })
})

test('UI153 an older build wrote only a time: it decides where it can', () => {
  const { marks, mark, storage } = setUp()
  storage.set(`crewroom:lastSeen:${LEAD}:team`, '2099-01-01T00:00:00.000Z')
  marks.loadGroup(groupWith('team', 3, 30), 0)
  expect(mark('team')?.seq).toBe(30)
  storage.set(`crewroom:lastSeen:${LEAD}:other`, '2000-01-01T00:00:00.000Z')
  marks.loadGroup(groupWith('other', 3, 30), 0)
  expect(mark('other')).toBeUndefined()
})
