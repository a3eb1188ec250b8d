import { lastMessageOf } from '@crewroom/shared/model/message'
import { expect, test } from 'vitest'
import { AT, crewState, group, groupWith, LEAD, message, session } from '../../test/samples'
import {
  type LocalMarks,
  markKey,
  purgeMarks,
  readableSession,
  ReadMarks,
  unreadIn,
  unreadTotal,
} from './read-marks'
import { ServerClock } from './server-clock'

function setUp(
  stored: Record<string, string> = {},
  serverNow: number | null = Date.UTC(2026, 10, 21, 12, 5),
  isPatient = false,
) {
  const storage = new Map(Object.entries(stored))
  const told: { name: string; seq: number; force: boolean; done(): void; fail(): void }[] = []
  const pauses: (() => void)[] = []
  const marks = new ReadMarks({
    storage: {
      getItem: (key) => storage.get(key) ?? null,
      setItem: (key, value) => void storage.set(key, value),
    },
    serverNow: () => serverNow,
    later: (run) => (isPatient ? pauses.push(run) : run()),
    tell: (_, name, seq, force) =>
      new Promise<void>((done, fail) => {
        told.push({ name, seq, force, done, fail: () => fail(new Error()) })
      }),
  })
  const mark = (name: string) => marks.store.getState()[markKey(LEAD, name)]
  return { marks, storage, told, mark, pauses }
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

test('UI13 a message that is newer than the server’s time is read, too', () => {
  const { marks, storage } = setUp({}, Date.UTC(2026, 10, 21, 11))
  marks.markRead(groupWith('team', 3, 30), 30)
  expect(storage.get(`crewroom:lastSeen:${LEAD}:team`)).toBe(AT)
})

test('UI16 what the server knows, or was told, is not told again, and a smaller one is not written', () => {
  const { marks, storage, told, mark } = setUp()
  const seqIn = () => storage.get(`crewroom:lastSeq:${LEAD}:team`)
  marks.markRead(groupWith('team', 3, 30), 30)
  marks.markRead(groupWith('empty', 0, 0), 0)
  expect(told).toEqual([])
  storage.clear()
  marks.markRead(groupWith('team', 3, 30), 0)
  marks.markRead(groupWith('team', 2, 20), 0)
  expect([told.length, storage.size], 'read already').toEqual([0, 0])
  marks.storageChanged(`crewroom:lastSeq:${LEAD}:team`, '45')
  expect(mark('team')).toEqual({ seq: 45, n: null })
  // The other tab was shown more than this one; from here on the number of messages is known.
  marks.markRead(groupWith('team', 4, 40), 40)
  expect([seqIn(), mark('team')?.n]).toEqual(['45', 4])
})

test('UI845 a place is read up to one of its messages: that is written, told and counted', () => {
  const { marks, storage, told, mark } = setUp()
  const team = groupWith('team', 5, 50)
  const at = '2026-11-21T11:00:00.000Z'
  marks.markRead(team, 0, { seq: 30, n: 3, at })
  expect(storage.get(`crewroom:lastSeq:${LEAD}:team`)).toBe('30')
  // By its own time: an older version takes what is newer for unread.
  expect(storage.get(`crewroom:lastSeen:${LEAD}:team`)).toBe(at)
  expect(mark('team')).toEqual({ seq: 30, n: 3 })
  expect(told).toMatchObject([{ name: 'team', seq: 30, force: false }])
  expect(unreadIn(crewState(50, [team]), team, mark('team'))).toBe(2)
  marks.markRead(team, 0, { seq: 50, n: 5, at })
  expect(mark('team')).toEqual({ seq: 50, n: 5 })
})

const settle = () => new Promise((resolve) => setTimeout(resolve))

test('UI16 there is a pause between two marks, also after one that could not be told, and the group goes on', async () => {
  const { marks, told, pauses } = setUp({}, null, true)
  const read = (seq: number) => marks.markRead(groupWith('team', seq, seq), 0)
  const seqs = () => told.map(({ seq }) => seq)
  read(10)
  read(11)
  marks.markRead(groupWith('other', 1, 5), 0)
  expect(seqs(), 'groups do not wait for each other').toEqual([10, 5])
  told[0]?.fail()
  await settle()
  expect([seqs(), pauses.length]).toEqual([[10, 5], 1])
  read(12)
  pauses[0]?.()
  expect(seqs(), 'the latest of them').toEqual([10, 5, 12])
  told[2]?.done()
  await settle()
  pauses[1]?.()
  expect(seqs(), 'nothing is left to tell').toHaveLength(3)
  read(13)
  expect(seqs()).toEqual([10, 5, 12, 13])
})

test('UI16 a mark that was told is not told again behind itself', async () => {
  const stored = { [`crewroom:lastSeq:${LEAD}:team`]: '20' }
  const { marks, told } = setUp(stored)
  const team = groupWith('team', 5, 25)
  marks.load(team, 3)
  marks.load(team, 3)
  told[0]?.done()
  await settle()
  expect(told.map(({ seq }) => seq)).toEqual([20])
})

test.each<[kept: number, newest: number, onServer: number, tells: boolean, why: string]>([
  [20, 25, 3, true, 'read here, and not told'],
  [20, 20, 20, false, 'the server knows'],
  [20, 25, 21, false, 'read further elsewhere'],
  [900, 5, 5, false, 'of a journal that was replaced'],
  [900, 6, 5, true, 'the group has something newer'],
])(
  'UI16 a kept mark of %i, newest %i, at the server %i is told: %s, %s',
  (kept, newest, onServer, tells) => {
    const { marks, told, mark } = setUp({ [`crewroom:lastSeq:${LEAD}:team`]: String(kept) })
    marks.load(groupWith('team', 5, newest), onServer)
    expect(told.map(({ seq }) => seq)).toEqual(tells ? [kept] : [])
    expect(mark('team')).toEqual({ seq: kept, n: null })
  },
)

test('UI16 a mark that is loaded again does not set back what was read meanwhile, nor forget how much that was', () => {
  const { marks, mark, storage } = setUp()
  marks.markRead(groupWith('team', 3, 30), 30)
  for (const kept of ['20', '30']) {
    storage.set(`crewroom:lastSeq:${LEAD}:team`, kept)
    marks.load(groupWith('team', 3, 30), 30)
    expect(mark('team')).toEqual({ seq: 30, n: 3 })
  }
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

test('UI14 what was read up to its newest message has nothing unread, and never less', () => {
  const team = groupWith('team', 8, 80)
  const state = crewState(80, [team])
  expect(unreadIn(state, team, { seq: 79, n: 7 })).toBe(1)
  expect(unreadIn(state, team, { seq: 80, n: 7 })).toBe(0)
  expect(unreadIn(state, team, { seq: 70, n: 12 }), 'of a journal that was replaced').toBe(0)
  const empty = group('empty')
  expect(unreadIn(crewState(1, [empty]), empty, { seq: 0, n: 0 })).toBe(0)
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
  marks.load(groupWith('late', 5, 20), 3)
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

test.each<[key: string | null, value: string | null, why: string]>([
  [null, null, 'everything was cleared'],
  ['crewroom:lastSeq:KEY', null, 'it was removed'],
  ['crewroom:lastSeq:KEY', 'x', 'no number'],
  ['crewroom:lastSeq:KEY', '1e99', 'no number that is one'],
  ['crewroom:lastSeq:KEY', '30', 'the same'],
  ['crewroom:lastSeen:KEY', '99', 'a time'],
  ['crewroom:LASTSEQ:KEY', '99', 'something else'],
])('UI17 another tab’s %s of %s says nothing here: %s', (key, value) => {
  const { marks, mark } = setUp()
  marks.markRead(groupWith('team', 3, 30), 30)
  const before = marks.store.getState()
  marks.storageChanged(key?.replace('KEY', `${LEAD}:team`) ?? null, value)
  expect(mark('team')).toEqual({ seq: 30, n: 3 })
  expect(marks.store.getState()).toBe(before)
})

test('UI18 the time is that of the latest eight answers, and an unreadable one counts for nothing', () => {
  let now = 0
  const clock = new ServerClock(() => now)
  const answer = (rtt: number, offset: number) => {
    now += 1_000
    clock.sample(now - rtt, new Date(now + offset - rtt / 2).toISOString())
    return (clock.now() ?? 0) - now
  }
  expect(answer(10, 500)).toBe(500)
  for (let later = 0; later < 7; later++) expect(answer(100, 900)).toBe(500)
  expect(answer(100, 900), 'the shortest is too old').toBe(900)
  expect(answer(20, 700)).toBe(700)
  clock.sample(now, 'never')
  expect((clock.now() ?? 0) - now).toBe(700)
  // The local clock was set back while the question was on its way.
  clock.sample(now + 50, new Date(now + 300).toISOString())
  expect((clock.now() ?? 0) - now).toBe(300)
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
    ['crewroom:lastSeen:l:edge', '2026-08-23T00:00:00.000Z'],
    ['crewroom:lastSeen:l:younger', '2026-08-23T00:00:00.001Z'],
    ['crewroom:lastSeen:l:odd', 'never'],
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
    'crewroom:lastSeen:l:younger',
    'another',
  ])
})

test('UI152 what is marked unread is so after a reload, and what went back elsewhere, too', () => {
  const { marks, storage, told } = setUp()
  const team = groupWith('team', 3, 30)
  marks.markRead(team, 30)
  marks.markUnread(team, { seq: 20, n: 2, timestamp: AT })
  expect(storage.get(`crewroom:lastSeq:${LEAD}:team`)).toBe('19')
  expect(storage.get(`crewroom:lastSeen:${LEAD}:team`)).toBe('2026-11-21T11:59:59.999Z')
  expect(told).toHaveLength(1)
  const before = marks.store.getState()
  marks.wentBack(LEAD, 'team', 19, 1)
  expect(marks.store.getState(), 'its own echo').toBe(before)
  marks.wentBack(LEAD, 'team', 5, 0)
  expect(storage.get(`crewroom:lastSeq:${LEAD}:team`)).toBe('5')
  expect(told, 'the server said so').toHaveLength(1)
})

test('UI15 the total takes each crew’s own marks', () => {
  const state = crewState(90, [groupWith('a', 4, 40)])
  expect(
    unreadTotal(state, { [markKey('other', 'a')]: { seq: 40, n: 4 }, a: { seq: 40, n: 4 } }),
  ).toBe(4)
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
  marks.load(groupWith('team', 3, 30), 0)
  expect(mark('team')?.seq).toBe(30)
  storage.set(`crewroom:lastSeen:${LEAD}:same`, AT)
  marks.load(groupWith('same', 3, 30), 0)
  expect(mark('same')?.seq, 'seen when it was written').toBe(30)
  storage.set(`crewroom:lastSeen:${LEAD}:other`, '2000-01-01T00:00:00.000Z')
  marks.load(groupWith('other', 3, 30), 0)
  expect(mark('other')).toBeUndefined()
})

test('UI562 a session is read like a group: it has a mark of its own, and counts while it is in use', () => {
  const { marks, storage, told } = setUp()
  const own = session('s1', { messageCount: 3, lastMessage: lastMessageOf(message(30)) })
  const state = { ...crewState(30, [groupWith('team', 2, 20)]), sessions: { s1: own } }
  const total = (all = state) => unreadTotal(all, marks.store.getState())
  expect(total()).toBe(5)
  expect(total({ ...state, sessions: { s1: { ...own, status: 'archived' } } })).toBe(2)
  expect(total({ ...state, groups: { team: group('team', { archived: true }) } })).toBe(0)
  marks.markRead(readableSession(own), 0)
  expect(storage.get(`crewroom:lastSeq:${LEAD}:s:s1`)).toBe('30')
  expect(told).toMatchObject([{ name: 's:s1', seq: 30 }])
  expect(total(), 'what is unread in the group is not read by that').toBe(2)
})
