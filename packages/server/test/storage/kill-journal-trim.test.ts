import path from 'node:path'
import { expect, test } from 'vitest'
import { openForReading, openForWriting, type Sqlite } from '../../src/storage/database'
import { numbersOf, upTo, positionsOf, storeFacts, STREAMS } from '../harness/aged-journal'
import { ChildServer, ownerToken, request } from '../harness/child-server'
import { CountingIds } from '../harness/counting-ids'
import { crewText, linesOf, takeIn } from '../harness/export-text'
import { DAY_MS } from '../harness/old-records'
import { eventually } from '../harness/speaker'
import { tempFolder } from '../harness/temp-folder'
import { testCrew } from '../harness/test-crew'
import { often } from '../harness/long'

const KILLS = often(1, 2)

test('KP13 a server that is killed while it removes facts continues at the next start; its crew, its events and its file are whole', async () => {
  using folder = tempFolder()
  const [from, count] = [Date.now() - 90 * DAY_MS, often(4_000, 8_000)]
  const file = path.join(folder.path, 'crewroom.sqlite')
  const ask = async (url: string, at: string) => {
    const reply = await fetch(`${url}${at}`, {
      headers: { authorization: `Bearer ${ownerToken(folder.path)}` },
    })
    expect(reply.status).toBe(200)
    return reply.text()
  }
  let leadId = ''
  let before: unknown[] = []
  let head = 0
  /** As a client reads them that follows the positions it is told; when is aged below. */
  const eventsOf = async (url: string): Promise<unknown[]> => {
    const events: unknown[] = []
    for (let since = 0; ;) {
      const page = JSON.parse(await ask(url, `/api/events?lead=${leadId}&since=${since}`))
      for (const { at: _, ...event } of page.events) events.push(event)
      since = page.at
      if (!page.hasMore) return events
    }
  }
  {
    await using server = await ChildServer.start({ data: folder.path, port: 0 })
    const token = ownerToken(folder.path)
    const lead = await request(`${server.url}/api/lead`, token, 'POST', { name: 'atlas' })
    leadId = lead?.body['lead'].id as string
    before = await eventsOf(server.url)
    await server.end('SIGTERM')
  }
  const writing = openForWriting(file)
  head = numbersOf(writing, leadId).length
  writing.close()
  storeFacts(file, positionsOf(leadId, { count, from }))
  const looked = <T>(look: (sqlite: Sqlite) => T): T => {
    const sqlite = openForReading(file)
    try {
      return look(sqlite)
    } finally {
      sqlite.close()
    }
  }
  const left = () => looked((sqlite) => numbersOf(sqlite, leadId))
  const environment = { CREWROOM_JOURNAL_DAYS: '30' }
  const starts: number[] = []
  for (let kills = 0; kills < KILLS; kills++) {
    await using server = await ChildServer.start({ data: folder.path, port: 0, environment })
    const were = left().length
    await eventually('some are removed', () => left().length < were - 300)
    await server.end('SIGKILL')
    const place = looked((sqlite) =>
      sqlite
        .prepare<[string], number>('select seq from journal_trims where lead_id = ?')
        .pluck()
        .get(leadId),
    )
    const at = place ?? 0
    expect(left()).toEqual([
      ...upTo(1, head),
      ...upTo(at - STREAMS + 1, at),
      ...upTo(at + 1, head + count),
    ])
    starts.push(at)
  }
  if (KILLS > 1) expect(starts.at(-1), 'it went on').toBeGreaterThan(starts[0] ?? 0)
  expect(starts.at(-1), 'killed before it was done').toBeLessThan(head + count)
  await using server = await ChildServer.start({ data: folder.path, port: 0, environment })
  await eventually('all are removed', () => left().length === head + STREAMS)
  expect(before).toHaveLength(2)
  expect(await eventsOf(server.url)).toEqual(before)
  const text = await ask(server.url, `/api/lead/${leadId}/export`)
  const lines = linesOf(text)
  expect(lines.map(({ seq }) => seq as number).slice(1, -1)).toEqual(upTo(1, head + count))
  await using other = testCrew({ ids: new CountingIds('e1e1', 'e-') })
  await takeIn(other, text)
  expect(await crewText(other, leadId)).toBe(text)
  const streams = other.shard.crew(leadId).streams(leadId)
  expect([...streams].map(({ offset }) => offset).toSorted((a, b) => a - b)).toEqual(
    upTo(count - STREAMS, count - 1),
  )
})
