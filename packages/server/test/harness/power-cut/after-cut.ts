import path from 'node:path'
import { expect } from 'vitest'
import { DataDir } from '../../../src/data-dir'
import { randomIds } from '../../../src/ids'
import { keepTokens } from '../../../src/install-tokens'
import { claimData } from '../../../src/storage/claim-data'
import { openForReading, openForWriting, type Sqlite } from '../../../src/storage/database'
import { loadShard } from '../../../src/storage/load'
import { Writer } from '../../../src/storage/writer'
import { ChildServer, ownerToken, request } from '../child-server'
import type { Recording } from './recorded-load'

/** What the server had told by then: whoever was told may rely on it. */
export interface Told {
  readonly contents: ReadonlySet<string>
  /** The address was printed: from then on the tokens are in use. */
  readonly isRunning: boolean
}

export function toldBefore({ calls }: Recording, count: number): Told {
  const contents = new Set<string>()
  let isRunning = false
  for (const call of calls.slice(0, count)) {
    if (call.kind !== 'send') continue
    if (call.text.includes('is running at')) isRunning = true
    for (const [, content = ''] of call.text.matchAll(/"content":"(\w+ \d+) x/g)) {
      contents.add(content)
    }
  }
  return { contents, isRunning }
}

/** The steps of a start that touch the data folder, in this process. */
export function startLightly(folder: string, recording: Recording, told: Told): void {
  const data = new DataDir(folder)
  const lock = claimData(data)
  try {
    const sqlite = openForWriting(data.database)
    new Writer({ sqlite, shard: 'main', firstEpoch: 'epoch' })
    const { tokens, notice } = keepTokens(data.tokens, randomIds)
    expect(notice, 'tokens are whole').toBeNull()
    if (told.isRunning) expect(tokens.owner).toBe(recording.owner)
    expectWhole(sqlite, recording, told)
    sqlite.close()
  } finally {
    lock.release()
  }
}

/** The real program, and what is in its database while it runs. */
export async function startWholly(folder: string, recording: Recording, told: Told): Promise<void> {
  await using server = await ChildServer.start({
    data: folder,
    port: 0,
    cwd: path.dirname(folder),
  })
  expect(server.output, 'nothing to be said of this start').not.toContain('could not be used')
  const token = ownerToken(folder)
  if (told.isRunning) expect(token).toBe(recording.owner)
  expect((await request(`${server.url}/api/me`, token, 'GET'))?.body['principal']).toBe('owner')
  const sqlite = openForReading(path.join(folder, 'crewroom.sqlite'))
  expectWhole(sqlite, recording, told)
  sqlite.close()
}

/** Everything that was told is there, once, in the order of its sender, with nothing that nobody said. */
function expectWhole(sqlite: Sqlite, { said }: Recording, told: Told): void {
  const all = (sql: string) => sqlite.prepare(sql).pluck().all()
  const stored = (all('select content from chat_group_messages order by seq') as string[]).map(
    (content) => content.split(' x')[0] ?? '',
  )
  const isStored = new Set(stored)
  expect([...told.contents].filter((content) => !isStored.has(content))).toEqual([])
  for (const [name, contents] of Object.entries(said)) {
    const own = stored.filter((content) => content.startsWith(`${name} `))
    expect(own).toEqual(contents.slice(0, own.length))
  }
  expect(sqlite.pragma('integrity_check', { simple: true })).toBe('ok')
  expect(
    all(
      'select lead_id from journal group by lead_id having min(seq) <> 1 or max(seq) <> count(*)',
    ),
  ).toEqual([])
  expect(all('select position from shard')).toEqual(
    all('select coalesce(max(batch_id), 0) from journal'),
  )
  loadShard(sqlite)
}
