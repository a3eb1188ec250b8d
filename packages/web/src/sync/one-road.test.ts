import { notifyManager, type QueryKey, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { AT, crewState, group, LEAD, posted } from '../../test/samples'
import { api } from './api'
import { type Crews, CrewSync } from './crew-sync'
import { liveLists } from './live-lists'
import { oneByOne } from './live-queries'
import { queryClient } from './query-client'
import { rowsOf, type TimelineWindow } from './timeline-window'
import { windowOptions } from './timeline-windows'

afterEach(() => {
  queryClient.clear()
  vi.restoreAllMocks()
})

const SEQS: QueryKey = ['lead', LEAD, 'seqs']
const ROWS = windowOptions(LEAD, 'team', { at: 'latest' })

/** A crew at number 10 whose state, timeline and another list are shown. */
async function shown() {
  const store = createStore<Crews>(() => ({ ids: null, views: {} }))
  const frames: (() => void)[] = []
  const sync = new CrewSync({
    store,
    fetchSnapshot: () =>
      Promise.resolve({
        seq: 10,
        epoch: 'e1',
        state: crewState(10, [group('team')]),
        live: { agents: {} },
      }),
    frame: (run) => frames.push(run),
    after: () => () => undefined,
    random: () => 0.5,
    lists: liveLists,
  })
  sync.hello({ type: 'hello', serverTime: AT, version: '1', epoch: 'e1', at: { [LEAD]: 10 } })
  vi.spyOn(api, 'timeline').mockResolvedValue({
    rows: [],
    hasBefore: false,
    hasAfter: false,
    asOf: 10,
  })
  await queryClient.fetchInfiniteQuery(ROWS)
  await queryClient.fetchQuery<readonly number[]>({
    queryKey: SEQS,
    queryFn: () => {
      liveLists.begin<readonly number[]>(
        LEAD,
        SEQS,
        oneByOne((seqs, { seq }) => [...seqs, seq]),
      )
      return []
    },
  })
  const now = () => ({
    state: store.getState().views[LEAD]?.state.seq,
    rows: rowsOf(queryClient.getQueryData<TimelineWindow>(ROWS.queryKey) ?? { pages: [] }).map(
      ({ seq }) => seq,
    ),
    seqs: queryClient.getQueryData(SEQS),
  })
  // What each part of the page finds when it is told.
  const told: { by: string; found: ReturnType<typeof now> }[] = []
  store.subscribe(() => told.push({ by: 'state', found: now() }))
  for (const queryKey of [ROWS.queryKey, SEQS]) {
    const tell = () => told.push({ by: String(queryKey.at(2)), found: now() })
    // As a component's hook does it.
    const observer = new QueryObserver(queryClient, { queryKey, enabled: false })
    observer.subscribe(notifyManager.batchCalls(tell))
  }
  return { sync, now, told, frames }
}

test('UI420 the events of one frame reach the state and every list together, each once', async () => {
  const { sync, now, told, frames } = await shown()
  const before = now()
  for (let seq = 11; seq <= 13; seq++) sync.event(posted(seq, { n: seq - 10 }))
  await new Promise((resolve) => setTimeout(resolve))
  expect([now(), told], 'before the frame').toEqual([before, []])
  expect(frames).toHaveLength(1)
  frames[0]?.()
  // Nothing but microtasks, so that it is drawn with this frame and not with the next.
  for (let turn = 0; turn < 5; turn++) await Promise.resolve()
  const found = { state: 13, rows: [11, 12, 13], seqs: [11, 12, 13] }
  expect(told.toSorted((a, b) => a.by.localeCompare(b.by))).toEqual([
    { by: 'place', found },
    { by: 'seqs', found },
    { by: 'state', found },
  ])
})
