import { expect, test, vi } from 'vitest'
import type { TranscriptChange } from '@crewroom/shared/transcript/views'
import { createMask } from '../../src/rollouts/secret-mask'
import { Books } from '../../src/transcripts/books'
import { SessionList } from '../../src/transcripts/session-list'
import { Watching } from '../../src/transcripts/watching'
import { answered, asked, lines, SessionFolder } from '../harness/session-folder'

const giveWay = () => new Promise<void>((resolve) => setImmediate(resolve))

/** What the thread has, without the thread. */
function watchingIn(folder: SessionFolder, lookEveryMs = 20) {
  const list = new SessionList([folder.path], giveWay)
  const mask = createMask([])
  const books = new Books({
    mask: () => mask,
    open: list.open,
    fileOf: (id) => {
      searches.push(id)
      return list.fileOf(id)
    },
    giveWay,
    hasRoom: () => true,
    revision: 0,
  })
  const told: TranscriptChange[] = []
  const searches: string[] = []
  let arrived = () => {}
  const tell = (change: TranscriptChange) => {
    told.push(change)
    arrived()
  }
  const watching = new Watching(books, tell, lookEveryMs)
  const until = async (fits: (change: TranscriptChange) => boolean) => {
    while (!told.some(fits)) await new Promise<void>((resolve) => (arrived = resolve))
  }
  return { watching, books, told, searches, until }
}

test('TR74 a transcript that nobody watches any more is not looked at, and a file may come, go and come back', async () => {
  using folder = new SessionFolder()
  const one = folder.write('one.jsonl', [asked(1, 'hello')])
  const two = folder.write('two.jsonl', [asked(1, 'hello')])
  const { watching, books, told, until } = watchingIn(folder)
  const isOf = (id: string) => (change: TranscriptChange) => change.id === id
  watching.watch(one)
  watching.watch(two)
  await until(isOf(one))
  await until(isOf(two))
  watching.unwatch(one)
  const before = told.filter(isOf(one)).length
  const read = books.known(one)?.session.bytes
  folder.append('one.jsonl', lines([asked(2, 'more')]))
  folder.append('two.jsonl', lines([asked(2, 'more')]))
  await until((change) => change.id === two && change.changed.length > 0)
  // Nothing notifies of a file that is not there yet: a look at all that are watched finds it, and the next one another.
  const [late, later] = [folder.id('late.jsonl'), folder.id('later.jsonl')]
  watching.watch(late)
  watching.watch(later)
  for (const [id, file] of [
    [late, 'late.jsonl'],
    [later, 'later.jsonl'],
  ] as const) {
    expect(told.filter(isOf(id))).toEqual([])
    folder.write(file, [asked(1, 'now')])
    await until(isOf(id))
  }
  expect(told.filter(isOf(one))).toHaveLength(before)
  expect(books.known(one)?.session.bytes, 'nor read').toBe(read)
  folder.write('late.jsonl', '')
  folder.write('late.jsonl', [asked(2, 'again')])
  await until((change) => change.id === late && change.changed === 'all')
  for (const id of [two, late, later]) watching.unwatch(id)
})

test('TR88 whoever watches a session that was broken off is told when ten minutes are over', async () => {
  using folder = new SessionFolder()
  const content = [{ type: 'tool_use', id: 't', name: 'Bash', input: {} }]
  const id = folder.write('one.jsonl', [
    asked(1, 'Build it.'),
    answered(2, '', { message: { role: 'assistant', content } }),
  ])
  const { watching, books, told, until } = watchingIn(folder)
  const reads = vi.spyOn(books, 'get')
  watching.watch(id)
  // The second look reads what was written during the first; from then on the files alone give no reason for another.
  await expect.poll(() => reads.mock.results.length).toBe(2)
  await reads.mock.results[1]?.value
  expect(books.known(id)?.book.ongoing).toBe(true)
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now + 11 * 60_000)
  try {
    await until((change) => change.changed.length > 0)
  } finally {
    vi.restoreAllMocks()
  }
  watching.unwatch(id)
  expect(told.at(-1)?.changed, 'the group that went on').toEqual(['ai-a-2'])
  expect(books.known(id)?.book.ongoing).toBe(false)
})

interface Written {
  /** Records that are there, and those that were read. */
  there: number
  read: number
}

/** A file that is written to while it is read, and one that is not there. */
function booksOf(file: Written, asked: string[]): Books {
  const open = {
    id: 'grows',
    after: 0,
    book: {
      get revision() {
        return file.read
      },
      changedSince: () => ['item'],
    },
    session: { path: '/none/grows.jsonl', state: () => `${file.there}` },
  }
  return {
    get: async (id: string) => {
      asked.push(id)
      if (id !== 'grows') throw new Error('not there')
      file.read = file.there
      await Promise.resolve()
      if (file.read === 1) file.there = 2
      return open
    },
    revisionOf: () => file.read,
  } as unknown as Books
}

test('TR124 what is written while a transcript is read for the first time is told with the next look', async () => {
  vi.useFakeTimers()
  try {
    const told: TranscriptChange[] = []
    const watching = new Watching(booksOf({ there: 1, read: 0 }, []), (change) => told.push(change))
    watching.watch('grows')
    await vi.advanceTimersByTimeAsync(5_000)
    watching.unwatch('grows')
    expect(told).toEqual([
      { id: 'grows', revision: 1, changed: [] },
      { id: 'grows', revision: 2, changed: ['item'] },
    ])
  } finally {
    vi.useRealTimers()
  }
})

test('TR125 a watched transcript that cannot be read is looked for less and less often, at least every ten seconds', async () => {
  vi.useFakeTimers()
  try {
    const asked: string[] = []
    const watching = new Watching(booksOf({ there: 1, read: 0 }, asked), () => {})
    watching.watch('gone')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(asked.length).toBeLessThan(6)
    asked.length = 0
    await vi.advanceTimersByTimeAsync(600_000)
    watching.unwatch('gone')
    expect(asked.length).toBeGreaterThanOrEqual(60)
    expect(asked.length).toBeLessThan(70)
  } finally {
    vi.useRealTimers()
  }
})

test('TR126 a file that is no transcript is read once, however often it is asked for, until it has a record', async () => {
  using folder = new SessionFolder()
  const id = folder.write('one.jsonl', '{"level":"info"}\n')
  const list = new SessionList([folder.path], giveWay)
  const mask = createMask([])
  let parts = 0
  const books = new Books({
    mask: () => mask,
    open: list.open,
    fileOf: (file) => list.fileOf(file),
    giveWay: () => {
      parts++
      return giveWay()
    },
    hasRoom: () => true,
    revision: 0,
  })
  for (let n = 0; n < 3; n++) {
    await expect(books.get(id)).rejects.toMatchObject({ code: 'bad_file' })
  }
  expect(parts).toBe(1)
  expect(books.size, 'it takes the place of no transcript').toBe(0)
  folder.append('one.jsonl', lines([asked(1, 'hello')]))
  const { book } = await books.get(id)
  expect(book.conversation.items).toHaveLength(1)
  expect(parts).toBe(2)
  const other = folder.write('other.jsonl', '{"level":"info"}\n')
  await expect(books.get(other)).rejects.toMatchObject({ code: 'bad_file' })
  folder.write('other.jsonl', [asked(1, 'replaced by another')])
  expect((await books.get(other)).book.conversation.items).toHaveLength(1)
})
