import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { examineFolder } from '../../src/cli/examine-folder'
import { DataDir } from '../../src/data-dir'
import { claimData } from '../../src/storage/claim-data'
import { knownMigrations } from '../../src/storage/migrate'
import { keepWayBack } from '../../src/storage/way-back'
import { ChildServer, ownerToken, request } from '../harness/child-server'
import { olderDatabase } from '../harness/older-database'
import { tempFolder } from '../harness/temp-folder'

const EARLIER = knownMigrations().length - 1
const AT = '2026-11-21T00:00:00.000Z'
const MB = 1024 * 1024

/** A data folder as a server of an earlier version left it, with one crew. */
function earlierFolder(folder: string): DataDir {
  const data = new DataDir(folder)
  const sqlite = olderDatabase(EARLIER, data.database)
  sqlite.pragma('journal_mode = WAL')
  sqlite.exec(`insert into shard (id, name, epoch, position) values (1, 'main', 'e1', 1);
    insert into leads (id, name, created_at) values ('l1', 'atlas', '${AT}')`)
  sqlite.close()
  return data
}

function look(file: string): { migrations: number; epoch: string; crews: string[] } {
  const sqlite = new Database(file, { readonly: true })
  const column = (query: string) => sqlite.prepare(query).pluck()
  try {
    return {
      migrations: column('select count(*) from __drizzle_migrations').get() as number,
      epoch: column('select epoch from shard').get() as string,
      crews: column('select name from leads').all() as string[],
    }
  } finally {
    sqlite.close()
  }
}

const copies = (data: DataDir) =>
  existsSync(data.wayBack) ? readdirSync(data.wayBack).toSorted() : []

const keep = (data: DataDir, at: string, free?: () => number) =>
  keepWayBack({
    data,
    epoch: `epoch of ${at}`,
    at,
    ...(free && { free: () => Promise.resolve(free()) }),
  })

test('BK13 the first start of a version that changes the tables keeps a copy, and its line leads back to it, also after kill -9', async () => {
  using folder = tempFolder()
  const data = earlierFolder(folder.path)
  const server = await ChildServer.start({ data: folder.path, port: 0 })
  const line = /run (rm -f .*), and start that version\. What is written from now on/.exec(
    server.output,
  )?.[1]
  await request(`${server.url}/api/lead`, ownerToken(folder.path), 'POST', { name: 'later' })
  expect(look(data.database).migrations).toBe(EARLIER + 1)
  await server.end('SIGKILL')
  const [copy = ''] = copies(data)
  expect(copies(data)).toHaveLength(1)
  expect(statSync(path.join(data.wayBack, copy)).mode & 0o777).toBe(0o600)
  expect(examineFolder(data).map(({ text }) => text)).toContainEqual(
    expect.stringContaining(`${copy}: the database as it was before an update`),
  )

  execFileSync('sh', ['-c', line ?? 'false'])
  const back = look(data.database)
  expect(back).toMatchObject({ migrations: EARLIER, crews: ['atlas'] })
  expect(back.epoch).not.toBe('e1')
  expect(copies(data)).toEqual([])

  const again = await ChildServer.start({ data: folder.path, port: 0 })
  await again.end('SIGTERM')
  expect(look(data.database)).toMatchObject({ migrations: EARLIER + 1, crews: ['atlas'] })
  const current = await ChildServer.start({ data: folder.path, port: 0 })
  await current.end('SIGTERM')
  expect(copies(data), 'a start that changes no table keeps none').toHaveLength(1)
})

test('BK13 the newest two copies stay, a start that was broken off leaves no half of one, and its copy is used again', async () => {
  using folder = tempFolder()
  const data = earlierFolder(folder.path)
  const sqlite = new Database(data.database)
  const moves = sqlite.prepare('update shard set position = position + 1')
  for (const day of ['01', '02', '03']) {
    moves.run()
    await keep(data, `2026-11-${day}T00:00:00.000Z`)
  }
  const kept = [
    'crewroom-2026-11-02T00-00-00-000Z.sqlite',
    'crewroom-2026-11-03T00-00-00-000Z.sqlite',
  ]
  expect(copies(data)).toEqual(kept)
  writeFileSync(path.join(data.wayBack, 'crewroom-2026-11-04T00-00-00-000Z.sqlite.tmp'), 'half')
  expect(await keep(data, '2026-11-05T00:00:00.000Z')).toContain(kept[1])
  expect(copies(data)).toEqual(kept)
  sqlite.close()
})

test('BK14 where there is no room older copies go first, then the start says so and goes on', async () => {
  using folder = tempFolder()
  const data = earlierFolder(folder.path)
  const sqlite = new Database(data.database)
  const moves = sqlite.prepare('update shard set position = position + 1')
  await keep(data, '2026-11-01T00:00:00.000Z')
  moves.run()
  const roomBehindOne = () => (copies(data).length > 0 ? MB : 1_000 * MB)
  expect(await keep(data, '2026-11-02T00:00:00.000Z', roomBehindOne)).toContain('is kept in')
  expect(copies(data)).toEqual(['crewroom-2026-11-02T00-00-00-000Z.sqlite'])
  moves.run()
  expect(await keep(data, '2026-11-03T00:00:00.000Z', () => MB)).toMatch(
    /^No copy of the database was kept .* needs \d+ MB, and 1 MB are free\./,
  )
  sqlite.close()
})

test('BK14 also when a copy cannot be made at all the start says so and goes on', async () => {
  using folder = tempFolder()
  const data = earlierFolder(folder.path)
  writeFileSync(data.wayBack, 'not a folder')
  const server = await ChildServer.start({ data: folder.path, port: 0 })
  expect(server.output).toMatch(/No copy of the database could be kept .*ENOTDIR/)
  await server.end('SIGTERM')
  expect(look(data.database).migrations).toBe(EARLIER + 1)
})

test('BK13 an earlier version that meets a newer database names the copies that are there', () => {
  using folder = tempFolder()
  const data = earlierFolder(folder.path)
  const sqlite = new Database(data.database)
  sqlite.prepare("insert into __drizzle_migrations (hash, created_at) values ('later', 9e15)").run()
  sqlite.close()
  expect(() => claimData(data)).toThrow(/before the update, or give another folder/)
  mkdirSync(data.wayBack)
  writeFileSync(path.join(data.wayBack, 'crewroom-2026-11-01T00-00-00-000Z.sqlite'), '')
  expect(() => claimData(data)).toThrow(/return to a copy in .*before-upgrade/)
})
