import { expect, test } from 'vitest'
import type { TurnTimes } from '@crewroom/shared/model/turn'
import { sendDirect } from '../../src/agents/direct-messages'
import { readTurns } from '../../src/agents/read-turns'
import { endTurns, seeTurn } from '../../src/delivery/turns'
import { storeTurn } from '../harness/stored-turns'
import { type TestCrew, testCrew } from '../harness/test-crew'
import { TestServer } from '../harness/test-server'

const MINUTE = 60_000

/** Hands something over to an agent; returns how to see and end exactly that. */
function handOver(crew: TestCrew, name: string) {
  const { shard } = crew
  const agentId = crew.id(name)
  sendDirect(shard, crew.crew, crew.by('human'), { to: agentId, content: 'x' })
  const id = crew.act(() => storeTurn(shard, crew.crew, agentId))?.id ?? ''
  return {
    id,
    see: () => crew.act(() => seeTurn(shard, crew.crew, agentId, id)),
    end: (reason = 'end_turn') => {
      const turns = crew.crew.inHand.open(agentId).filter((turn) => turn.id === id)
      crew.act(() => endTurns(shard, crew.crew, turns, reason))
    },
  }
}

/** Ada works from minute 0 to 30, Dora three times in between and then on and on. */
function busy(crew: TestCrew): Record<string, string> {
  const tick = (minutes: number) => crew.clock.advance(minutes * MINUTE)
  const long = handOver(crew, 'ada')
  long.see()
  const dora = [1, 2, 3].map(() => {
    tick(5)
    const turn = handOver(crew, 'dora')
    tick(1)
    turn.see()
    tick(2)
    turn.end()
    return turn.id
  })
  tick(6)
  long.end('cancelled')
  tick(10)
  const open = handOver(crew, 'dora')
  return { long: long.id, one: dora[0] ?? '', two: dora[1] ?? '', three: dora[2] ?? '', open: open.id } // prettier-ignore
}

const at = (minutes: number) =>
  new Date(Date.parse('2026-01-02T03:04:05.000Z') + minutes * MINUTE).toISOString()

test('TN10 turns say when each was handed over, seen and finished, and are the same after a restart', async () => {
  await using crew = testCrew({ agents: { ada: 'architect', dora: 'developer' } })
  const ids = busy(crew)
  const read = () => readTurns(crew.shard, crew.crew, { limit: 500 })
  const { turns, ...rest } = await read()
  const name = (id: string) => Object.entries(ids).find(([, one]) => one === id)?.[0]
  const shown = ({ id, agentId, sentAt, seenAt, endedAt, reason }: TurnTimes) =>
    [name(id), agentId, sentAt, seenAt, endedAt, reason] as const
  const [ada, dora] = [crew.id('ada'), crew.id('dora')]
  expect(turns.map(shown)).toEqual([
    ['open', dora, at(40), null, null, null],
    ['long', ada, at(0), at(0), at(30), 'cancelled'],
    ['three', dora, at(21), at(22), at(24), 'end_turn'],
    ['two', dora, at(13), at(14), at(16), 'end_turn'],
    ['one', dora, at(5), at(6), at(8), 'end_turn'],
  ])
  expect(rest).toEqual({
    hasMore: false,
    cursor: null,
    recordsFrom: null,
    asOf: crew.crew.state.seq,
  })
  crew.restart()
  expect((await read()).turns).toEqual(turns)
})

test('TN10 `since` leaves out turns that had ended by then, and keeps those that had only begun', async () => {
  await using crew = testCrew({ agents: { ada: 'architect', dora: 'developer' } })
  const ids = busy(crew)
  const since = async (time: string) =>
    (await readTurns(crew.shard, crew.crew, { since: time, limit: 500 })).turns.map(({ id }) => id)
  expect(await since(at(20))).toEqual([ids['open'], ids['long'], ids['three']])
  expect(await since(at(24))).toEqual([ids['open'], ids['long'], ids['three']])
  expect(await since(at(31))).toEqual([ids['open']])
  expect(await since(at(99))).toEqual([ids['open']])
  // The same moment in another zone.
  expect(await since('2026-01-02T05:28:05+02:00')).toEqual([ids['open'], ids['long'], ids['three']])
})

test.each([1, 2, 3, 5])(
  'TN10 pages of %i leave none out, though turns end between',
  async (limit) => {
    await using crew = testCrew({
      agents: { ada: 'architect', dora: 'developer', gus: 'designer' },
    })
    busy(crew)
    const ends = [handOver(crew, 'gus'), handOver(crew, 'ada')]
    const wanted = (await readTurns(crew.shard, crew.crew, { limit: 500 })).turns
    const seen = new Map<string, TurnTimes>()
    let before: string | undefined
    let pages = 0
    do {
      const page = await readTurns(crew.shard, crew.crew, { limit, before })
      expect(page.turns.length).toBeLessThanOrEqual(limit)
      expect(page.hasMore).toBe(page.cursor !== null)
      for (const turn of page.turns) seen.set(turn.id, turn)
      before = page.cursor ?? undefined
      crew.clock.advance(MINUTE)
      ends.pop()?.end()
      pages++
    } while (before !== undefined && pages < 20)
    expect(pages).toBeLessThan(20)
    expect([...seen.keys()].toSorted()).toEqual(wanted.map(({ id }) => id).toSorted())
  },
)

test('TN10 GET /api/lead/:id/turns tells of a remote agent’s pages and refuses what does not fit', async () => {
  await using server = await TestServer.start()
  const { leadId, ids, tokens } = await server.crew('atlas', { dora: 'developer' })
  const path = `/api/lead/${leadId}/turns`
  const agent = `/api/agents/${ids['dora']}`
  const by = { token: tokens['dora'] ?? '' }
  await server.call('POST', `${agent}/messages`, { content: 'hi' })
  const { body: page } = await server.call('GET', `${agent}/inbox`, undefined, by)
  const open = { agentId: ids['dora'], seenAt: null, endedAt: null, reason: null }
  expect((await server.call('GET', path)).body['turns']).toMatchObject([open])
  await server.call('POST', `${agent}/inbox/ack`, { cursor: page['cursor'] }, by)
  const time = expect.stringMatching(/Z$/)
  for (const token of [server.owner, server.observer, tokens['lead'] ?? '']) {
    const { body } = await server.call('GET', path, undefined, { token })
    expect(body['turns']).toMatchObject([{ sentAt: time, endedAt: time, reason: 'acked' }])
  }
  const other = await server.crew('other')
  const asStranger = { token: other.tokens['lead'] ?? '' }
  expect((await server.call('GET', path, undefined, asStranger)).status).toBe(404)
  for (const query of [
    'limit=0', 'limit=1001', 'since=yesterday', 'since=2026-02-30T00:00:00Z', 'since=2026-01-01',
    'before=1', 'before=open', 'before=open_x', 'x=1',
  ]) {
    expect((await server.call('GET', `${path}?${query}`)).status, query).toBe(422)
  } // prettier-ignore
  const all = `${path}?since=2026-01-01T00:00:00Z&before=open_${Number.MAX_SAFE_INTEGER}&limit=1000`
  expect((await server.call('GET', all)).status).toBe(200)
})

test('TN10 after a restart, the record still says what a remote agent was handed', async () => {
  await using server = await TestServer.start()
  const { leadId, ids, tokens } = await server.crew('atlas', { dora: 'developer' })
  const agent = `/api/agents/${ids['dora']}`
  const by = { token: tokens['dora'] ?? '' }
  const readAll = async () => {
    const { body: page } = await server.call('GET', `${agent}/inbox`, undefined, by)
    await server.call('POST', `${agent}/inbox/ack`, { cursor: page['cursor'] }, by)
  }
  const told = async (query = '') => {
    const { body } = await server.call('GET', `/api/lead/${leadId}/turns${query}`)
    const turns = body['turns'] as TurnTimes[]
    return { ids: turns.map(({ id }) => id), turns, hasMore: body['hasMore'] as boolean, cursor: body['cursor'] as string } // prettier-ignore
  }
  for (const content of ['one', 'two', 'three']) {
    await server.call('POST', `${agent}/messages`, { content })
    await readAll()
    // Whoever reads its record ends the entry: what is handed over later is another one.
    await server.call('GET', `${agent}/rollout`)
  }
  const before = await told()
  expect(before.ids).toHaveLength(3)
  await server.restart()
  const after = await told()
  expect(after.ids).toEqual(before.ids)
  expect(after.turns).toEqual(
    // Its record has when it was given, and nothing of its end.
    before.turns.map((turn, index) => ({
      ...turn,
      seq: expect.any(Number),
      sentAt: after.turns[index]?.endedAt,
      endedAt: expect.stringMatching(/Z$/),
      reason: null,
    })),
  )
  await server.call('POST', `${agent}/messages`, { content: 'four' })
  await readAll()
  const pages: string[] = []
  for (let page = await told('?limit=1'); ; page = await told(`?limit=1&before=${page.cursor}`)) {
    pages.push(...page.ids)
    if (!page.hasMore) break
  }
  expect(pages.slice(1), 'none twice, none left out').toEqual(before.ids)
  expect(pages).toHaveLength(4)
})
