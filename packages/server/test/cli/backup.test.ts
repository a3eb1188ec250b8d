import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { packTar, unpackTar } from 'modern-tar'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backUp } from '../../src/cli/backup'
import { GZIP_HEAD } from '../../src/cli/backup-file'
import { restore } from '../../src/cli/restore'
import { BackupFileWriter } from '../../src/cli/write-backup-file'
import { DataDir } from '../../src/data-dir'
import { VERSION } from '../../src/version'
import { crewroom, traceOf } from '../harness/crewroom'
import { DOTS, FileRequests } from '../harness/file-requests'
import { olderDatabase } from '../harness/older-database'
import { Random } from '../harness/random'
import { SmallDisk } from '../harness/small-disk'
import { eventually } from '../harness/speaker'
import { tempFolder } from '../harness/temp-folder'
import { TestServer } from '../harness/test-server'
import { TestSocket } from '../harness/test-socket'
import { treeFiles } from '../harness/tree-files'

const MADE_AT = '2026-01-03T10:00:00.000Z'
const FILE = 'crewroom.backup'
const signal = new AbortController().signal
const random = new Random(Number(process.env['CREWROOM_SEED'] ?? 20_260_103))

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

function backup(folder: string, file: string, force = false) {
  return backUp({ data: new DataDir(folder), file, force, madeAt: MADE_AT, signal })
}

function restored(file: string, folder: string, { force = false, epoch = 'epoch-2' } = {}) {
  return restore({ data: new DataDir(folder), file, force, epoch, signal })
}

/** A crew that has written, with a file and a picture in a group. */
async function work(server: TestServer): Promise<{ leadId: string; files: FileRequests }> {
  const { leadId, ids } = await server.crew('atlas', { ada: 'developer', ben: 'architect' })
  const { body } = await server.call('POST', `/api/lead/${leadId}/groups`, {
    name: 'plan',
    memberIds: [ids['ada'], ids['ben']],
  })
  for (const content of ['one', 'two', 'three']) {
    await server.call('POST', `/api/lead/${leadId}/groups/plan/messages`, { content })
  }
  const files = new FileRequests(server, body['group'].id as string)
  expect((await files.add('files/notes.txt', 'what was said')).status).toBe(201)
  expect((await files.add('pictures/dot.png', DOTS.png)).status).toBe(201)
  return { leadId, files }
}

/** All rows of all tables, without the epoch. */
function rowsOf(file: string): Record<string, unknown> {
  const sqlite = new Database(file)
  const tables = sqlite
    .prepare(
      "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by 1",
    )
    .pluck()
    .all() as string[]
  const rows = tables.map((name) => [
    name,
    sqlite
      .prepare(`select * from "${name}"`)
      .all()
      .map((row) => (name === 'shard' ? { ...(row as object), epoch: '' } : row)),
  ])
  sqlite.close()
  return Object.fromEntries(rows) as Record<string, unknown>
}

function epochOf(folder: string): unknown {
  const sqlite = new Database(path.join(folder, 'crewroom.sqlite'))
  const epoch = sqlite.prepare('select epoch from shard').pluck().get()
  sqlite.close()
  return epoch
}

const used = tempFolder()
const whole = path.join(used.path, FILE)
const data = path.join(used.path, 'data')
let leadId = ''
beforeAll(async () => {
  const server = await TestServer.start({ data })
  ;({ leadId } = await work(server))
  const chat = await server.call('POST', '/api/workspaces/ws-1/group-chats', {
    name: 'Kept',
    members: [{ type: 'human', id: 'user-1', display_name: 'John' }],
  })
  const opened = await server.call('POST', `/api/group-chats/${chat.body['id']}/sessions`, {})
  const session = `/api/group-chats/${chat.body['id']}/sessions/${opened.body['id']}/messages`
  await server.call('POST', session, { content: 'said in a session' })
  await server.stop()
  await server[Symbol.asyncDispose]()
  await backup(data, whole)
})
afterAll(() => used[Symbol.dispose]())

test('BK1, BK12 backup writes one private file that ordinary tools open, and says what is in it', async () => {
  await using server = await TestServer.start()
  const { files } = await work(server)
  using to = tempFolder()
  const file = path.join(to.path, FILE)
  const at = ['--data', server.data.folder]
  const { code, out, errors } = await crewroom(['backup', file, ...at])
  expect([code, errors]).toEqual([0, ''])
  expect(out).toMatch(
    /^Backed up 1 crew, 3 agents, 1 group, 3 messages and 2 contents of files and pictures to \S+ \(\d+ KB\), and read it again\.\nThe file contains tokens and/,
  )
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(to.path)).toEqual([FILE])
  const entries = await unpackTar(gunzipSync(readFileSync(file)))
  const contents = ['what was said', DOTS.png].map((body) => `files/${files.id}/${sha256(Buffer.from(body))}`) // prettier-ignore
  expect(entries.map(({ header }) => header.name)).toEqual([
    'crewroom-backup.json',
    ...contents.toSorted(),
    'crewroom.sqlite',
    'tokens.json',
    'contents.json',
  ])
  const textOf = (wanted: string) =>
    Buffer.from(entries.find(({ header }) => header.name === wanted)?.data ?? []).toString()
  expect(textOf('tokens.json')).toBe(readFileSync(server.data.tokens, 'utf8'))
  expect(textOf(contents[0] ?? '')).toBe('what was said')

  const refused = await crewroom(['backup', file, ...at])
  expect([refused.code, refused.errors]).toEqual([1, `${file} is there already. Choose another name, or give --force.\n`]) // prettier-ignore
  const again = await crewroom(['backup', file, ...at, '--force', '--json'])
  const said = JSON.parse(again.out) as Record<string, unknown>
  expect(said).toEqual({
    ok: true,
    file,
    bytes: statSync(file).size,
    kind: 'crewroom-backup',
    format: 1,
    version: VERSION,
    madeAt: expect.any(String),
    counts: { crews: 1, agents: 3, groups: 1, messages: 3, facts: expect.any(Number) },
    files: { count: 2, bytes: 13 + DOTS.png.length, missing: 0 },
    databaseBytes: expect.any(Number),
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
})

test('BK2, BK7 a backup of a folder that nobody uses changes nothing in it, and restores as the same files', async () => {
  using to = tempFolder()
  const before = traceOf(data)
  const file = path.join(to.path, FILE)
  await backup(data, file)
  expect(traceOf(data)).toEqual(before)
  const folder = path.join(to.path, 'restored')
  const { end, aside } = await restored(file, folder)
  expect(aside).toBeNull()
  expect(readdirSync(folder).toSorted()).toEqual(['crewroom.sqlite', 'files', 'lock.sqlite', 'tokens.json', 'work-folders.json']) // prettier-ignore
  const after = traceOf(folder)
  for (const [name, digest] of Object.entries(before)) {
    if (name === 'tokens.json' || name.startsWith('files')) expect([name, after[name]]).toEqual([name, digest]) // prettier-ignore
  }
  expect(rowsOf(path.join(folder, 'crewroom.sqlite'))).toEqual(rowsOf(path.join(data, 'crewroom.sqlite'))) // prettier-ignore
  expect([statSync(folder).mode & 0o777, statSync(path.join(folder, 'tokens.json')).mode & 0o777]).toEqual([0o700, 0o600]) // prettier-ignore
  expect(end.files).toEqual({ count: 2, bytes: 13 + DOTS.png.length, missing: 0 })
  // The epoch is the one thing that is new, and with each restore.
  expect(epochOf(folder)).toBe('epoch-2')
  await restored(file, path.join(to.path, 'again'), { epoch: 'epoch-3' })
  expect(epochOf(path.join(to.path, 'again'))).toBe('epoch-3')

  await using server = await TestServer.start({ data: folder })
  const { body } = await server.call('GET', `/api/lead/${leadId}/groups/plan/messages`)
  expect(body['messages'].map(({ content }: { content: string }) => content)).toEqual(['one', 'two', 'three']) // prettier-ignore
  const client = new TestSocket(`${server.app.url}/ws`)
  await client.opened()
  client.send({ type: 'hello', token: server.owner, leads: '*', since: { [leadId]: 1 } })
  expect(await client.wait(({ type }) => type === 'hello')).toMatchObject({ epoch: 'epoch-2' })
  const { body: chat } = await server.call('GET', `/api/lead/${leadId}/groups/plan`)
  // Group chats as files are written again.
  await server.app.filesWritten()
  const chats = treeFiles(path.join(data, 'workspaces'))
  expect(JSON.stringify(chats)).toContain('said in a session')
  expect(treeFiles(path.join(folder, 'workspaces'))).toEqual(chats)
  const files = new FileRequests(server, chat['group'].id as string)
  expect(await (await files.get('files/notes.txt')).text()).toBe('what was said')
})

test('BK3 a backup that is stopped or fails leaves the file of its name, and no other, as it was', async () => {
  using to = tempFolder()
  const file = path.join(to.path, FILE)
  writeFileSync(file, 'the one before')
  const stop = new AbortController()
  stop.abort()
  await expect(
    backUp({ data: new DataDir(data), file, force: true, madeAt: MADE_AT, signal: stop.signal }),
  ).rejects.toThrow('Stopped. No backup was made.')
  await expect(backup(path.join(to.path, 'nothing'), file, true)).rejects.toThrow(
    /nothing to back up/,
  )
  await expect(backup(data, to.path, true)).rejects.toThrow(/is not a file/)
  await expect(backup(data, path.join(to.path, 'no', FILE))).rejects.toThrow(/There is no folder/)
  expect(readdirSync(to.path)).toEqual([FILE])
  expect(readFileSync(file, 'utf8')).toBe('the one before')
})

test('BK2 a backup is not written into the data folder, whatever the folder is called there', async () => {
  using to = tempFolder()
  const folder = path.join(to.path, 'data')
  cpSync(data, folder, { recursive: true })
  const before = traceOf(folder)
  const link = path.join(to.path, 'link')
  symlinkSync(folder, link)
  for (const file of ['crewroom.sqlite', 'tokens.json', 'files/b.tar.gz', '..weekly.tar.gz']) {
    for (const at of [folder, link]) {
      await expect(backup(folder, path.join(at, file), true)).rejects.toThrow(/in the data folder/)
    }
  }
  expect(traceOf(folder)).toEqual(before)
  await backup(folder, path.join(to.path, 'data.tar.gz'))
})

test('BK4 a database that is damaged, of a newer version or of another program is not backed up', async () => {
  using to = tempFolder()
  const file = path.join(to.path, FILE)
  const spoiled = (name: string, spoil: (database: string) => void): string => {
    const folder = path.join(to.path, name)
    cpSync(data, folder, { recursive: true })
    spoil(path.join(folder, 'crewroom.sqlite'))
    return folder
  }
  const damaged = spoiled('damaged', (database) => {
    const bytes = readFileSync(database)
    // The pages of one table's rows, so that the database still opens.
    bytes.fill(0x5a, bytes.length - 3 * 4096, bytes.length - 4096)
    writeFileSync(database, bytes)
  })
  await expect(backup(damaged, file)).rejects.toThrow(/its database is damaged/)
  const newer = spoiled('newer', (database) => {
    const sqlite = new Database(database)
    sqlite.exec("insert into __drizzle_migrations (hash, created_at) values ('x', 99999999999999)")
    sqlite.close()
  })
  await expect(backup(newer, file)).rejects.toThrow(/newer version/)
  const ended = await crewroom(['backup', file, '--data', damaged])
  expect([ended.code, ended.errors.split('\n').length]).toEqual([70, 2])
  expect(readdirSync(to.path).toSorted()).toEqual(['damaged', 'newer'])
})

test('BK5 a file that somebody removes meanwhile is missing neither in the backup nor after it', async () => {
  await using server = await TestServer.start()
  const { files } = await work(server)
  using to = tempFolder()
  const file = path.join(to.path, FILE)
  // One is lost behind the server's back, and a person removes one while another is read.
  expect((await files.add('files/lost.txt', 'nobody has it')).status).toBe(201)
  const at = (body: string) =>
    path.join(server.data.groupFiles, files.id, sha256(Buffer.from(body)))
  rmSync(at('nobody has it'))
  const write = BackupFileWriter.prototype.file
  let isRemoved = false
  BackupFileWriter.prototype.file = async function (this: BackupFileWriter, ...given) {
    if (!isRemoved) {
      isRemoved = true
      expect(existsSync(at('what was said'))).toBe(true)
      await files.remove('files/notes.txt')
      await eventually('its content is gone', () => !existsSync(at('what was said')))
    }
    return write.apply(this, given)
  }
  try {
    const { end } = await backup(server.data.folder, file)
    expect(end.files).toEqual({ count: 1, bytes: DOTS.png.length, missing: 1 })
  } finally {
    BackupFileWriter.prototype.file = write
  }
  await restored(file, path.join(to.path, 'restored'))
  const rows = rowsOf(path.join(to.path, 'restored', 'crewroom.sqlite'))['group_files'] as { name: string; removed_seq: number | null }[] // prettier-ignore
  expect(rows.filter((row) => row.removed_seq === null).map(({ name }) => name).toSorted()).toEqual(['dot.png', 'lost.txt']) // prettier-ignore
})

test.skipIf(!SmallDisk.possible())(
  'BK6 on a full disk, backup and restore say so, end with 70, and leave nothing behind',
  async () => {
    using disk = new SmallDisk(2)
    disk.fill()
    const full = await crewroom(['backup', path.join(disk.path, FILE), '--data', data])
    expect([full.code, full.errors]).toEqual([70, expect.stringMatching(/^The disk of \S+ is full \(\w+\), and no backup was made\./)]) // prettier-ignore
    expect(readdirSync(disk.path)).toEqual(['filler'])
    const there = await crewroom(['restore', whole, '--data', path.join(disk.path, 'data')])
    expect([there.code, there.errors]).toEqual([70, expect.stringContaining('full')])
    expect(readdirSync(disk.path)).toEqual(['filler'])
  },
)

test('BK8 restore refuses a folder with data or a running server, and with --force keeps the folder under another name', async () => {
  using to = tempFolder()
  const folder = path.join(to.path, 'data')
  cpSync(data, folder, { recursive: true })
  const before = traceOf(folder)
  await expect(restored(whole, folder)).rejects.toThrow(/has data already, and nothing was changed\. .*--force/) // prettier-ignore
  expect(traceOf(folder)).toEqual(before)
  {
    await using server = await TestServer.start({ data: folder })
    await expect(restored(whole, folder, { force: true })).rejects.toThrow(`A Crewroom server (pid ${process.pid}, ${server.app.url}) uses ${folder}, and nothing was changed.`) // prettier-ignore
    expect(readdirSync(to.path)).toEqual(['data'])
  }
  const during = traceOf(folder)
  const done = await crewroom(['restore', whole, '--data', folder, '--force', '--json'])
  const aside = `${folder}.before-restore`
  expect(JSON.parse(done.out)).toMatchObject({ ok: true, data: folder, aside, counts: { messages: 4 } }) // prettier-ignore
  expect(traceOf(aside)).toEqual(during)
  expect(readdirSync(to.path).toSorted()).toEqual(['data', 'data.before-restore'])
  expect((await restored(whole, folder, { force: true })).aside).toBe(`${aside}-2`)
  // What a restore was cut off in does not keep the next one from its place.
  const other = path.join(to.path, 'other')
  mkdirSync(path.join(other, 'restoring-1.tmp'), { recursive: true })
  expect((await restored(whole, other)).aside).toBeNull()
})

test('BK7, CL12 restore says what to do where there can be no folder, and prints a line that a shell takes', async () => {
  using to = tempFolder()
  const taken = path.join(to.path, 'taken')
  writeFileSync(taken, 'mine')
  await expect(restored(whole, taken, { force: true })).rejects.toThrow(/is not a folder.* --data/)
  await expect(restored(whole, '/proc/restored')).rejects.toThrow(/^\/proc\/restored cannot be written: .* Nothing was restored\.$/) // prettier-ignore
  expect(readFileSync(taken, 'utf8')).toBe('mine')
  const folder = path.join(to.path, "Dora's data")
  const { out } = await crewroom(['restore', whole, '--data', folder])
  expect(out).toContain(`crewroom start --data '${folder.replace("'", `'\\''`)}'\n`)
})

/** Whether a changed file still holds every byte that was put into it. Its head counts, too. */
function unpacksTo(file: Uint8Array, tar: Buffer): boolean {
  try {
    return GZIP_HEAD.equals(file.subarray(0, GZIP_HEAD.length)) && gunzipSync(file).equals(tar)
  } catch {
    return false
  }
}

test('BK9 a backup that was cut off or holds anything else than was put into it is refused, and nothing is made of it', async () => {
  using to = tempFolder()
  const bytes = readFileSync(whole)
  const tar = gunzipSync(bytes)
  const file = path.join(to.path, FILE)
  const folder = path.join(to.path, 'data')
  const refused = async (what: string, spoiled: Uint8Array) => {
    writeFileSync(file, spoiled)
    const outcome = await restored(file, folder).then(
      () => 'restored',
      (error: Error) => `${error.name}: ${error.message}`,
    )
    expect
      .soft(outcome, what)
      .toMatch(/^StartRefused: .*(is damaged or was cut off|is not a backup)/)
    expect.soft(existsSync(folder), what).toBe(false)
  }
  const places = new Set([0, 9, 10, 17, bytes.length - 1, bytes.length - 8])
  for (let count = 0; count < 40; count++) places.add(random.below(bytes.length))
  for (const at of places) {
    const changed = Uint8Array.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 0xff
    // A run of equal bytes is packed as "again what was so far back", and another distance may give the same.
    if (!unpacksTo(changed, tar)) await refused(`byte ${at} of ${bytes.length}`, changed)
    await refused(`its first ${at} bytes`, bytes.subarray(0, at))
  }
  await refused('more behind it', Buffer.concat([bytes, Buffer.from('more')]))
  await refused('text', Buffer.from('not a backup'))
})

test('BK9 a change that no entry shows, between two of them, is refused by the sum over all bytes', async () => {
  using to = tempFolder()
  const tar = gunzipSync(readFileSync(whole))
  const first = tar.indexOf(0, 512 + Number.parseInt(tar.toString('latin1', 124, 135), 8))
  // Behind the first entry its block is filled up with zeros.
  const padding = first + 1
  expect([tar[padding], padding % 512 > 1]).toEqual([0, true])
  const changed = Buffer.from(tar)
  changed[padding] = 1
  const spoiled = gzipSync(changed)
  const file = path.join(to.path, FILE)
  const head = Buffer.concat([GZIP_HEAD, spoiled.subarray(GZIP_HEAD.length, -8)])
  writeFileSync(file, Buffer.concat([head, readFileSync(whole).subarray(-8)]))
  await expect(restored(file, path.join(to.path, 'data'))).rejects.toThrow(/is damaged/)
  expect(existsSync(path.join(to.path, 'data'))).toBe(false)
})

test('BK9 a backup of a newer form or with data of a newer version, or another archive, is refused by name', async () => {
  using to = tempFolder()
  const folder = path.join(to.path, 'data')
  const newer = path.join(to.path, 'newer')
  cpSync(data, newer, { recursive: true })
  const made = async (
    name: string,
    head: object,
    fill: (writer: BackupFileWriter) => Promise<void>,
  ) => {
    // prettier-ignore
    const at = path.join(to.path, name)
    const real = { kind: 'crewroom-backup' as const, format: 1, version: '9.0.0', madeAt: MADE_AT }
    const writer = new BackupFileWriter(at, real, signal)
    await writer.begin({ ...real, ...head })
    await fill(writer)
    return at
  }
  const counts = { crews: 0, agents: 0, groups: 0, messages: 0, facts: 0 }
  const none = { count: 0, bytes: 0, missing: 0 }
  const form = await made('form', { format: 2 }, (writer) => writer.finish({ counts, files: none, databaseBytes: -1 } as never)) // prettier-ignore
  await expect(restored(form, folder)).rejects.toThrow(/newer version of Crewroom, 9\.0\.0/)
  const stray = await made('stray', {}, async (writer) => {
    await writer.text('files/../../escape', 'x')
    await writer.finish({ counts, files: none, databaseBytes: 0 })
  })
  await expect(restored(stray, folder)).rejects.toThrow(/escape does not belong into it/)
  const empty = await made('empty', {}, (writer) => writer.finish({ counts, files: none, databaseBytes: 0 })) // prettier-ignore
  await expect(restored(empty, folder)).rejects.toThrow(/does not hold what was put into it/)
  // Taken apart and put together again by other tools, with another token in it.
  const parts = await unpackTar(gunzipSync(readFileSync(whole)))
  const forged = parts.map(({ header, data: bytes = new Uint8Array() }) => ({
    header,
    data: header.name === 'tokens.json' ? bytes.toReversed() : bytes,
  }))
  const repacked = path.join(to.path, 'repacked')
  const gzipped = gzipSync(await packTar(forged)).subarray(GZIP_HEAD.length)
  writeFileSync(repacked, Buffer.concat([GZIP_HEAD, gzipped]))
  await expect(restored(repacked, folder)).rejects.toThrow(/does not hold what was put into it/)
  const future = new Database(path.join(newer, 'crewroom.sqlite'))
  future.exec("insert into __drizzle_migrations (hash, created_at) values ('x', 99999999999999)")
  future.close()
  const tables = await made('tables', {}, async (writer) => {
    const handle = await open(path.join(newer, 'crewroom.sqlite'))
    const databaseBytes = await writer.file('crewroom.sqlite', handle)
    await handle.close()
    await writer.finish({ counts, files: none, databaseBytes })
  })
  await expect(restored(tables, folder)).rejects.toThrow(
    /data of a newer version .* Nothing was restored/,
  )
  expect(existsSync(folder)).toBe(false)
})

test('BK10 a backup of data of an earlier version is restored as it is, and the next start brings it up to date', async () => {
  using to = tempFolder()
  const old = path.join(to.path, 'old')
  mkdirSync(old)
  const database = path.join(old, 'crewroom.sqlite')
  const sqlite = olderDatabase(1, database)
  sqlite.exec(`insert into shard (id, name, epoch, position) values (1, 'main', 'e1', 1);
    insert into leads (id, name, created_at) values ('l1', 'atlas', '${MADE_AT}');
    insert into agents (id, lead_id, name, role, role_name, color, driver, task, created_at)
      values ('l1', 'l1', 'atlas', 'lead', 'Project Lead', '#000000', '{"kind":"remote"}', 'ship it', '${MADE_AT}')`)
  sqlite.close()
  const file = path.join(to.path, FILE)
  expect((await backup(old, file)).end.counts).toMatchObject({ crews: 1, agents: 1, messages: 0 })
  const folder = path.join(to.path, 'data')
  await restored(file, folder)
  expect(rowsOf(path.join(folder, 'crewroom.sqlite'))).toEqual(rowsOf(database))
  await using server = await TestServer.start({ data: folder })
  const { body } = await server.call('GET', '/api/lead')
  expect(body['leads']).toMatchObject([{ id: 'l1', name: 'atlas', task: 'ship it' }])
})
