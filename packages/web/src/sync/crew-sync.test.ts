import type { CrewEvent } from '@crewroom/shared/protocol/events'
import { beforeEach, expect, test } from 'vitest'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { FakeTime } from '../../test/fake-time'
import { AT, crewState, group, LEAD, posted } from '../../test/samples'
import type { Snapshot } from './api/crews'
import { ApiError } from './request'
import { type Crews, CrewSync } from './crew-sync'

let store: StoreApi<Crews>
let time: FakeTime
let frames: (() => void)[]
let snapshots: { leadId: string; answer(snapshot: Snapshot): void; fail(error: Error): void }[]
let lists: { applied: CrewEvent[]; stale: string[] }
let sync: CrewSync

beforeEach(() => {
  store = createStore<Crews>(() => ({ ids: null, views: {} }))
  time = new FakeTime()
  frames = []
  snapshots = []
  lists = { applied: [], stale: [] }
  sync = new CrewSync({
    store,
    fetchSnapshot: (leadId) =>
      new Promise((answer, fail) => snapshots.push({ leadId, answer, fail })),
    frame: (run) => frames.push(run),
    after: time.after,
    random: () => 0.5,
    lists: {
      apply: (_, events) => lists.applied.push(...events),
      stale: (leadId) => lists.stale.push(leadId),
    },
  })
})

const hello = (epoch: string, at: Record<string, number>) =>
  sync.hello({ type: 'hello', serverTime: AT, version: '1', epoch, at })
const snapshot = (seq: number, epoch = 'e1'): Snapshot => ({
  seq,
  epoch,
  state: crewState(seq, [group('team')]),
  live: { agents: {} },
})
const settle = () => new Promise((resolve) => setTimeout(resolve))
const draw = () => {
  for (const run of frames.splice(0)) run()
}
const count = () => store.getState().views[LEAD]?.state.groups['team']?.messageCount

const WORKING = {
  type: 'live:agent',
  leadId: LEAD,
  agentId: 'dev',
  status: 'working',
  connection: 'connected',
  owed: { count: 0, oldestAt: null },
  usage: null,
  why: { code: 'working', since: AT, text: 'working' },
} as const

async function begin(seq: number): Promise<void> {
  hello('e1', { [LEAD]: seq })
  snapshots.at(-1)?.answer(snapshot(seq))
  await settle()
}

test('UI1 the events of one animation frame change the page once', async () => {
  await begin(10)
  let changes = 0
  store.subscribe(() => (changes += 1))
  const before = store.getState().views[LEAD]
  for (let seq = 11; seq <= 40; seq++) sync.event(posted(seq, { n: seq - 10 }))
  expect(changes).toBe(0)
  expect(frames).toHaveLength(1)
  draw()
  expect(changes).toBe(1)
  expect(count()).toBe(30)
  expect(before?.state.groups['team']?.messageCount, 'the earlier view is untouched').toBe(0)
})

test('UI2 events that arrive while the snapshot is on its way are applied after it', async () => {
  hello('e1', { [LEAD]: 9 })
  sync.event(posted(10, { n: 10 }))
  sync.event(posted(12, { n: 12 }))
  sync.live(WORKING)
  expect(store.getState().views[LEAD]).toBeUndefined()
  snapshots[0]?.answer({
    ...snapshot(11),
    state: crewState(11, [group('team', { messageCount: 11 })]),
  })
  await settle()
  expect(count()).toBe(12)
  expect(store.getState().views[LEAD]?.state.seq).toBe(12)
  expect(store.getState().views[LEAD]?.live.agents['dev']?.status).toBe('working')
  expect(lists.applied.map((event) => event.seq)).toEqual([10, 12])
})

test('UI3 a gap takes a new snapshot and has the messages fetched again', async () => {
  await begin(10)
  sync.gap(LEAD)
  sync.event(posted(31, { n: 31 }))
  expect(lists.stale).toEqual([LEAD])
  expect(snapshots).toHaveLength(2)
  expect(sync.positions(), 'a reconnect now must not resume').toEqual({})
  snapshots[1]?.answer(snapshot(30))
  await settle()
  expect(count()).toBe(31)
  expect(sync.positions()).toEqual({ [LEAD]: 31 })
})

test('UI3 what waits for the next frame when events are lost is neither lost nor forgotten', async () => {
  await begin(10)
  sync.event(posted(11, { n: 1 }))
  sync.live(WORKING)
  sync.gap(LEAD)
  // As it was before the event: the snapshot is computed when it is computed.
  snapshots[1]?.answer(snapshot(10))
  await settle()
  draw()
  expect(count()).toBe(1)
  expect(store.getState().views[LEAD]?.live.agents['dev']?.status).toBe('working')
  expect(lists.applied.map((event) => event.seq)).toEqual([11])
})

test('UI3 a snapshot that comes late is not put in the place of a newer one, nor is its failure', async () => {
  await begin(10)
  sync.gap(LEAD)
  sync.gap(LEAD)
  sync.gap(LEAD)
  const [, old, failed, newest] = snapshots
  newest?.answer(snapshot(50))
  await settle()
  old?.answer(snapshot(20))
  failed?.fail(new ApiError(404, 'lead_not_found', 'Gone.'))
  await settle()
  expect(store.getState().ids).toEqual([LEAD])
  expect(store.getState().views[LEAD]?.state.seq).toBe(50)
  expect(sync.positions()).toEqual({ [LEAD]: 50 })
  sync.event(posted(51, { n: 1 }))
  draw()
  expect(count()).toBe(1)
})

test('UI4 the same epoch resumes, another one begins anew', async () => {
  await begin(10)
  hello('e1', { [LEAD]: 10 })
  expect(snapshots).toHaveLength(1)
  hello('e2', { [LEAD]: 3 })
  expect(snapshots).toHaveLength(2)
  expect(lists.stale).toEqual([LEAD])
  snapshots[1]?.answer(snapshot(3, 'e2'))
  await settle()
  expect(store.getState().views[LEAD]?.state.seq).toBe(3)
  expect(sync.positions()).toEqual({ [LEAD]: 3 })
})

test('UI5 the position to resume from is the larger of the last event and what the server says was sent', async () => {
  await begin(10)
  sync.event(posted(12, { n: 1 }))
  expect(sync.positions()).toEqual({ [LEAD]: 12 })
  sync.at({ [LEAD]: 15 })
  sync.at({ [LEAD]: 14 })
  expect(sync.positions()).toEqual({ [LEAD]: 15 })
})

test('UI6 a crew that is founded meanwhile appears, one that is gone disappears', async () => {
  hello('e1', {})
  expect(store.getState().ids).toEqual([])
  sync.event(posted(1, { n: 1 }))
  expect(store.getState().ids).toEqual([LEAD])
  snapshots[0]?.answer(snapshot(0))
  await settle()
  expect(count()).toBe(1)
  hello('e1', {})
  expect(store.getState()).toEqual({ ids: [], views: {} })
})

test('UI6 a crew that was imported appears, as it is', async () => {
  hello('e1', {})
  sync.gap(LEAD)
  expect(store.getState().ids).toEqual([LEAD])
  snapshots[0]?.answer(snapshot(30))
  await settle()
  expect(store.getState().views[LEAD]?.state.seq).toBe(30)
  expect(lists.stale).toEqual([])
})

test('UI6 a crew that is deleted disappears at once, and is not loaded for what still comes of it', async () => {
  await begin(10)
  sync.event({
    type: 'lead:deleted',
    seq: 11,
    leadId: LEAD,
    at: AT,
    lead: crewState(10, []).lead,
    agentIds: [],
  })
  expect(store.getState().ids).toEqual([])
  expect(store.getState().views).toEqual({})
  expect(snapshots).toHaveLength(1)
})

test('UI7 a snapshot that fails is asked for again', async () => {
  hello('e1', { [LEAD]: 1 })
  snapshots[0]?.fail(new ApiError(503, 'busy', 'Later.'))
  await settle()
  expect(snapshots).toHaveLength(1)
  time.advance(500)
  expect(snapshots).toHaveLength(2)
  snapshots[1]?.fail(new ApiError(404, 'lead_not_found', 'Gone.'))
  await settle()
  expect(store.getState().ids).toEqual([])
})

const DELETED: CrewEvent = {
  type: 'lead:deleted',
  seq: 11,
  leadId: LEAD,
  at: AT,
  lead: crewState(10, []).lead,
  agentIds: [],
}

test('UI6 a crew that goes while its snapshot is on its way, or waits to be asked for again, does not come back', async () => {
  const goes: readonly (() => void)[] = [
    () => sync.event(DELETED),
    () => hello('e1', {}),
    () => sync.clear(),
  ]
  for (const go of goes) {
    hello('e1', { [LEAD]: 10 })
    go()
    const ids = store.getState().ids
    snapshots.at(-1)?.answer(snapshot(10))
    await settle()
    expect(store.getState()).toEqual({ ids, views: {} })

    hello('e1', { [LEAD]: 10 })
    const asked = snapshots.length
    snapshots.at(-1)?.fail(new ApiError(503, 'busy', 'Later.'))
    await settle()
    go()
    time.advance(60_000)
    expect([snapshots.length, store.getState()]).toEqual([asked, { ids, views: {} }])
  }
})

test('UI7 a snapshot is asked for later each time, once, and at once when the connection is back', async () => {
  hello('e1', { [LEAD]: 10 })
  const fails = async () => {
    snapshots.at(-1)?.fail(new ApiError(500, 'internal', 'Later.'))
    await settle()
  }
  const waits = async (ms: number) => {
    await fails()
    const asked = snapshots.length
    time.advance(ms - 1)
    expect(snapshots).toHaveLength(asked)
    time.advance(1)
    expect(snapshots).toHaveLength(asked + 1)
  }
  for (const ms of [500, 1_000, 2_000]) await waits(ms)
  await fails()
  const asked = snapshots.length
  hello('e1', { [LEAD]: 12 })
  time.advance(60_000)
  expect(snapshots, 'in the place of the wait').toHaveLength(asked + 1)
  snapshots.at(-1)?.answer(snapshot(12))
  await settle()
  expect(store.getState().views[LEAD]?.state.seq).toBe(12)
  sync.gap(LEAD)
  await waits(500)
})

test('UI4, UI184 a snapshot that was on its way when the connection went is asked for again', async () => {
  hello('e1', { [LEAD]: 10 })
  sync.event(posted(11, { n: 1 }))
  hello('e1', { [LEAD]: 20 })
  expect(snapshots).toHaveLength(2)
  snapshots[0]?.answer(snapshot(10))
  await settle()
  expect(store.getState().views).toEqual({})
  snapshots[1]?.answer(snapshot(20))
  await settle()
  expect(store.getState().views[LEAD]?.state.seq).toBe(20)
})

test('UI37 after a sign-out nothing of the person before is there: no crew, no epoch, no position, no number of crews', async () => {
  await begin(10)
  sync.event(posted(11, { n: 1 }))
  sync.clear()
  expect([store.getState(), sync.epoch, sync.positions()]).toEqual([
    { ids: null, views: {} },
    null,
    {},
  ])
  draw()
  expect(store.getState().views).toEqual({})
  await begin(5)
  expect(store.getState().views[LEAD]?.state.seq).toBe(5)
  expect(lists.stale, 'what is asked for now is not old').toEqual([])
})

test('UI1, UI3 every frame changes every crew that is complete, and none that is not', async () => {
  hello('e1', { [LEAD]: 10, other: 10 })
  for (const { answer } of snapshots.splice(0)) answer(snapshot(10))
  await settle()
  const seqs = () => Object.values(store.getState().views).map(({ state }) => state.seq)
  for (const seq of [11, 12]) {
    sync.event(posted(seq, { n: seq - 10 }))
    sync.event({ ...posted(seq, { n: seq - 10 }), leadId: 'other' })
    expect(frames, 'one for both').toHaveLength(1)
    draw()
    expect(seqs()).toEqual([seq, seq])
  }
  sync.live(WORKING)
  draw()
  expect(store.getState().views[LEAD]?.live.agents['dev']?.status).toBe('working')
  expect(store.getState().views['other']?.live.agents).toEqual({})
  const before = store.getState().views[LEAD]
  sync.event({ ...posted(13, { n: 3 }), leadId: 'other' })
  draw()
  expect(store.getState().views[LEAD], 'nothing came of it').toBe(before)
  sync.event(posted(15, { n: 5 }))
  sync.gap(LEAD)
  draw()
  expect(seqs(), 'with a hole in it, it is not shown').toEqual([12, 13])
  snapshots[0]?.answer(snapshot(14))
  await settle()
  expect(seqs()).toEqual([15, 13])
})

test('UI5 an event that comes late does not set the position back, and what was sent during a load counts', async () => {
  await begin(10)
  sync.event(posted(13, { n: 1 }))
  sync.event(posted(12, { n: 2 }))
  expect(sync.positions()).toEqual({ [LEAD]: 13 })
  sync.gap(LEAD)
  sync.at({ [LEAD]: 20, unknown: 3 })
  snapshots.at(-1)?.answer(snapshot(15))
  await settle()
  expect(sync.positions()).toEqual({ [LEAD]: 20 })
})

test('UI4 the lists of every crew are fetched again in another epoch', async () => {
  hello('e1', { [LEAD]: 10, other: 10 })
  for (const { answer } of snapshots.splice(0)) answer(snapshot(10))
  await settle()
  expect(lists.stale, 'the first epoch is no other one').toEqual([])
  hello('e2', { [LEAD]: 3, other: 3, later: 1 })
  expect(snapshots.map(({ leadId }) => leadId)).toEqual([LEAD, 'other', 'later'])
  expect(lists.stale).toEqual(expect.arrayContaining([LEAD, 'other']))
})

test('UI4 what another epoch said, and is not shown yet, is not brought into this one', async () => {
  await begin(10)
  sync.event(posted(11, { n: 1 }))
  sync.live(WORKING)
  hello('e2', { [LEAD]: 3 })
  sync.event(posted(4, { n: 4 }))
  snapshots[1]?.answer(snapshot(3, 'e2'))
  await settle()
  draw()
  expect(store.getState().views[LEAD]?.state.seq).toBe(4)
  expect(store.getState().views[LEAD]?.live.agents).toEqual({})
  expect(lists.applied.map(({ seq }) => seq)).toEqual([4])
})

test('UI184 lists are fetched again when the connection goes while lost events are made up for', async () => {
  await begin(10)
  sync.gap(LEAD)
  lists.stale = []
  hello('e1', { [LEAD]: 40 })
  expect(lists.stale, 'what happened between the connections was told to nobody').toEqual([LEAD])
})
