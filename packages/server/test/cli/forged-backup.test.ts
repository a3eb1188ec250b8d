import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { headOf } from '../../src/cli/backup-file'
import { restore } from '../../src/cli/restore'
import { BackupFileWriter } from '../../src/cli/write-backup-file'
import { DataDir } from '../../src/data-dir'
import { knownMigrations } from '../../src/storage/migrate'
import { olderDatabase } from '../harness/older-database'
import { tempFolder } from '../harness/temp-folder'

const AT = '2026-01-03T10:00:00.000Z'
const signal = new AbortController().signal
const TOKENS = JSON.stringify({ owner: 'o'.repeat(40), observer: 'b'.repeat(40) })
const COUNTS = { crews: 1, agents: 0, groups: 0, messages: 0, facts: 0 }

interface Forged {
  readonly tokens?: readonly string[]
  readonly counts?: Partial<typeof COUNTS>
  /** Changes the bytes of the database. */
  readonly spoil?: (database: Buffer) => void
}

/** What restoring a backup says whose sums are right and that was put together by hand. */
async function restoring({ tokens = [TOKENS], counts = {}, spoil }: Forged) {
  using folder = tempFolder()
  const database = path.join(folder.path, 'made.sqlite')
  const sqlite = olderDatabase(knownMigrations().length, database)
  sqlite.exec(`insert into shard (id, name, epoch, position) values (1, 'main', 'e1', 1);
    insert into leads (id, name, created_at) values ('l1', 'atlas', '${AT}')`)
  sqlite.close()
  const bytes = readFileSync(database)
  spoil?.(bytes)
  writeFileSync(database, bytes)
  const file = path.join(folder.path, 'forged.backup')
  const writer = new BackupFileWriter(file, headOf('0.1.0', AT), signal)
  await writer.begin(headOf('0.1.0', AT))
  for (const text of tokens) await writer.text('tokens.json', text)
  const handle = await open(database)
  const databaseBytes = await writer.file('crewroom.sqlite', handle)
  await handle.close()
  const files = { count: 0, bytes: 0, missing: 0 }
  await writer.finish({ counts: { ...COUNTS, ...counts }, files, databaseBytes })
  const data = new DataDir(path.join(folder.path, 'data'))
  const said = await restore({ data, file, force: false, epoch: 'e2', signal }).then(
    () => 'restored',
    (error: Error) => error.message,
  )
  return { said, isThere: existsSync(data.folder), epoch: epochOf(data.database) }
}

function epochOf(database: string): unknown {
  if (!existsSync(database)) return null
  const sqlite = new Database(database, { readonly: true })
  try {
    return sqlite.prepare('select epoch from shard').pluck().get()
  } finally {
    sqlite.close()
  }
}

test.each<[string, Forged, RegExp]>([
  [
    'tokens that are none',
    { tokens: ['{"owner":"a","observer":"b"}'] },
    /tokens\.json cannot be used/,
  ],
  ['tokens that are no JSON', { tokens: ['{'] }, /tokens\.json cannot be used/],
  ['an entry twice', { tokens: [TOKENS, TOKENS] }, /tokens\.json is in it twice/],
  ['another number of crews than it says', { counts: { crews: 2 } }, /its database is damaged/],
  [
    'a damaged page',
    { spoil: (bytes) => void bytes.fill(0x5a, bytes.length - 4096) },
    /its database is damaged|cannot be (read|used)|malformed/,
  ],
])(
  'BK9 a backup whose sums are right is refused for %s, and nothing is made of it',
  async (_, forged, why) => {
    const { said, isThere } = await restoring(forged)
    expect(said).toMatch(why)
    expect(said).toMatch(/Nothing was restored/)
    expect(isThere).toBe(false)
  },
)

test('BK9 the same backup without a fault is restored, with a new epoch', async () => {
  expect(await restoring({})).toEqual({ said: 'restored', isThere: true, epoch: 'e2' })
})
