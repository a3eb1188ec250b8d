import { afterEach, expect, test, vi } from 'vitest'
import { LEAD, posted } from '../../test/samples'
import { api } from '../sync/api'
import { liveLists } from '../sync/live-lists'
import { queryClient } from '../sync/query-client'
import { journalOptions } from './journal-query'
import type { JournalPage, JournalWindow } from './journal-window'

afterEach(() => {
  queryClient.clear()
  vi.restoreAllMocks()
})

const page = (from: number, to: number): JournalPage => ({
  events: Array.from({ length: to - from + 1 }, (_, index) => posted(from + index)),
  hasBefore: from > 1,
})
const range = (from: number, to: number) => page(from, to).events.map(({ seq }) => seq)

/** A journal whose requests are answered one by one. */
function journal(most = Infinity) {
  const asked: { answer(page: JournalPage): void; fail(): void }[] = []
  vi.spyOn(api, 'events').mockImplementation(
    () =>
      new Promise((answer, refuse) =>
        asked.push({ answer, fail: () => refuse(new Error('not there')) }),
      ),
  )
  // Who shows it keeps it; the test asks for it as a hook would.
  const options = { ...journalOptions(LEAD, () => most), gcTime: Infinity, retry: false }
  const newest = async () => {
    const done = queryClient.fetchQuery({ ...options, staleTime: 0 })
    done.catch(() => undefined)
    await Promise.resolve()
    return done
  }
  return {
    newest,
    asked,
    seqs: () =>
      queryClient.getQueryData<JournalWindow>(options.queryKey)?.events.map(({ seq }) => seq),
    arrive: (...seqs: number[]) =>
      liveLists.apply(
        LEAD,
        seqs.map((seq) => posted(seq)),
      ),
  }
}

const settle = () => new Promise((resolve) => setTimeout(resolve))

test('UI111 what arrives while the newest page is on its way, and later, is there once, in order', async () => {
  const { newest, asked, seqs, arrive } = journal()
  const done = newest()
  await settle()
  arrive(9, 10, 11)
  asked[0]?.answer(page(5, 10))
  await done
  arrive(12)
  expect(seqs()).toEqual(range(5, 12))
})

test('UI111 after lost events nothing is put behind the hole, also when the newest page cannot be had at first', async () => {
  const { newest, asked, seqs, arrive } = journal()
  const first = newest()
  await settle()
  asked[0]?.answer(page(5, 10))
  await first
  liveLists.stale(LEAD)
  arrive(300)
  const failed = newest()
  await settle()
  arrive(301)
  asked[1]?.fail()
  await expect(failed).rejects.toThrow('not there')
  arrive(302)
  expect(seqs(), 'what is whole').toEqual(range(5, 10))
  const again = newest()
  await settle()
  arrive(303, 304)
  asked[2]?.answer(page(104, 303))
  await again
  arrive(305)
  expect(seqs()).toEqual(range(104, 305))
})

test('UI111 a journal that is followed for long keeps its newest part', async () => {
  const { newest, asked, seqs, arrive } = journal(100)
  const done = newest()
  await settle()
  asked[0]?.answer(page(1, 120))
  await done
  arrive(...range(121, 130))
  expect(seqs()).toEqual(range(31, 130))
})
