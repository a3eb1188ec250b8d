import type { CrewEvent } from '@crewroom/shared/protocol/events'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { LEAD, posted } from '../../test/samples'
import { LiveQueries, oneByOne } from './live-queries'

interface List {
  readonly seqs: readonly number[]
  readonly asOf: number
}

const withSeq = (list: List, { seq }: CrewEvent): List =>
  seq <= list.asOf || list.seqs.includes(seq) ? list : { ...list, seqs: [...list.seqs, seq] }

const KEY = ['lead', LEAD, 'list']

function begin(withEvent: (list: List, event: CrewEvent) => List = withSeq) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const live = new LiveQueries(client)
  let answer: (list: List) => void = () => undefined
  let refuse: (error: Error) => void = () => undefined
  const fetch = () =>
    client.fetchQuery({
      queryKey: KEY,
      queryFn: () => {
        live.begin<List>(LEAD, KEY, oneByOne(withEvent))
        return new Promise<List>((resolve, reject) => {
          answer = resolve
          refuse = reject
        })
      },
    })
  return {
    client,
    live,
    fetch,
    answer: (list: List) => answer(list),
    refuse: () => refuse(new Error('no')),
    tell: (...events: CrewEvent[]) => live.apply(LEAD, events),
    tellAnother: (...events: CrewEvent[]) => live.apply('another', events),
    seqs: () => client.getQueryData<List>(KEY)?.seqs,
  }
}

test('UI93 what arrives during the first request and after it is added once', async () => {
  const { fetch, answer, seqs, tell, tellAnother } = begin()
  const done = fetch()
  await Promise.resolve()
  tell(posted(2), posted(3))
  answer({ seqs: [1, 2], asOf: 2 })
  await done
  expect(seqs()).toEqual([1, 2, 3])
  tell(posted(4))
  tellAnother({ ...posted(5), leadId: 'another' })
  expect(seqs()).toEqual([1, 2, 3, 4])
})

test('UI93 a later request that overwrites the list brings back what came meanwhile, also when it fails', async () => {
  const { fetch, answer, refuse, seqs, tell } = begin()
  const first = fetch()
  await Promise.resolve()
  answer({ seqs: [1], asOf: 1 })
  await first
  const second = fetch()
  await Promise.resolve()
  tell(posted(2))
  expect(seqs(), 'it is shown at once').toEqual([1, 2])
  answer({ seqs: [1], asOf: 1 })
  await second
  expect(seqs()).toEqual([1, 2])
  const third = fetch()
  await Promise.resolve()
  tell(posted(3))
  refuse()
  await expect(third).rejects.toThrow('no')
  expect(seqs()).toEqual([1, 2, 3])
})

test('UI93, UI4 what came during a request that failed is not brought into the answer of a later one', async () => {
  const { live, fetch, answer, refuse, seqs, tell } = begin()
  const first = fetch()
  await Promise.resolve()
  answer({ seqs: [1], asOf: 1 })
  await first
  const failed = fetch()
  await Promise.resolve()
  tell(posted(9))
  refuse()
  await expect(failed).rejects.toThrow('no')
  // The server comes back with a journal of another epoch, in which fewer events have a number.
  live.stale(LEAD)
  const second = fetch()
  await Promise.resolve()
  answer({ seqs: [1, 2], asOf: 2 })
  await second
  expect(seqs()).toEqual([1, 2])
})

test('UI93 an event that arrives during a request that fails counts once', async () => {
  // As sums do, which cannot say afterwards what is in them.
  const add = (list: List, { seq }: CrewEvent): List =>
    seq <= list.asOf ? list : { ...list, seqs: [...list.seqs, seq] }
  const { fetch, answer, refuse, seqs, tell } = begin(add)
  const first = fetch()
  await Promise.resolve()
  answer({ seqs: [1], asOf: 1 })
  await first
  const failed = fetch()
  await Promise.resolve()
  tell(posted(2))
  refuse()
  await expect(failed).rejects.toThrow('no')
  expect(seqs()).toEqual([1, 2])
})

test('UI93 a list is followed once for as long as it is there, and a list that was dropped by nobody', async () => {
  const { client, live, fetch, answer } = begin()
  const again = async (list: List) => {
    const done = fetch()
    await Promise.resolve()
    answer(list)
    await done
  }
  expect(live.size).toBe(0)
  for (const round of [1, 2]) {
    await again({ seqs: [1], asOf: 1 })
    await again({ seqs: [1, 2], asOf: 2 })
    expect(live.size, `round ${round}`).toBe(1)
    client.removeQueries({ queryKey: KEY })
    expect(live.size, `round ${round}`).toBe(0)
  }
  const dropped = fetch()
  await Promise.resolve()
  client.clear()
  answer({ seqs: [1], asOf: 1 })
  await dropped.catch(() => undefined)
  expect(live.size, 'dropped while it was fetched').toBe(0)
})

test('UI421 a list that lost events is asked for again when it is opened, whatever came to it since', async () => {
  const { client, live, fetch, answer, seqs, tell } = begin()
  const first = fetch()
  await Promise.resolve()
  answer({ seqs: [1], asOf: 1 })
  await first
  const isOld = () => client.getQueryState(KEY)?.isInvalidated
  live.stale(LEAD)
  tell(posted(9))
  expect([seqs(), isOld()]).toEqual([[1, 9], true])
  live.change<List>(KEY, (list) => ({ ...list }))
  expect(isOld(), 'changed by the page itself').toBe(true)

  // Who opens it leaves before it is answered.
  const left = fetch()
  await Promise.resolve()
  tell(posted(10))
  await client.cancelQueries({ queryKey: KEY })
  await left.catch(() => undefined)
  expect([seqs(), isOld()]).toEqual([[1, 9, 10], true])

  const opened = fetch()
  await Promise.resolve()
  answer({ seqs: [1, 5, 9, 10], asOf: 10 })
  await opened
  tell(posted(11))
  expect([seqs(), isOld()]).toEqual([[1, 5, 9, 10, 11], false])
})

test('UI3, UI421 lost events of one crew make its lists old, those that are not shown too, and no list of another', async () => {
  const client = new QueryClient()
  const live = new LiveQueries(client)
  const keyOf = (leadId: string) => ['lead', leadId, 'list']
  const fetch = (leadId: string) =>
    client.fetchQuery({
      queryKey: keyOf(leadId),
      queryFn: () => {
        live.begin<List>(leadId, keyOf(leadId), oneByOne(withSeq))
        return { seqs: [1], asOf: 1 }
      },
    })
  await fetch(LEAD)
  await fetch('another')
  const isOld = () => [LEAD, 'another'].map((id) => client.getQueryState(keyOf(id))?.isInvalidated)
  live.stale(LEAD)
  expect(isOld()).toEqual([true, false])
  for (const id of [LEAD, 'another']) live.apply(id, [posted(9)])
  expect(isOld()).toEqual([true, false])
  await fetch(LEAD)
  expect(isOld()).toEqual([false, false])
})
