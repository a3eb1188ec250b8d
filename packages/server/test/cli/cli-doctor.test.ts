import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { type DoctorOptions, examine } from '../../src/cli/doctor'
import { examineDatabase } from '../../src/cli/examine-database'
import { DataDir } from '../../src/data-dir'
import { CLI, traceOf } from '../harness/crewroom'
import { SessionFolder } from '../harness/session-folder'
import { tempFolder } from '../harness/temp-folder'
import { TestServer } from '../harness/test-server'
import { isLong } from '../harness/long'

/** Runs as a process of its own: `npm test` builds before it tests. */
const CHECK_SCRIPT = new URL('../../dist/database-check.js', import.meta.url)

const usual = (folder: string): DoctorOptions => ({
  nodeVersion: '20.19.0',
  data: new DataDir(folder),
  host: '127.0.0.1',
  port: 0,
  environment: {},
  checkScript: CHECK_SCRIPT,
})
const problems = async (options: DoctorOptions) =>
  (await examine(options)).filter(({ kind }) => kind === 'problem').map(({ text }) => text)

test('CL5 doctor finds nothing wrong where a server can start, and leaves no trace', async () => {
  using folder = tempFolder()
  expect(await problems(usual(folder.path))).toEqual([])
  expect(await problems(usual(path.join(folder.path, 'not', 'there')))).toEqual([])
  expect(readdirSync(folder.path)).toEqual([])
})

test('CL6 doctor names an old Node.js, a data folder that cannot be used, open files and a taken port', async () => {
  using folder = tempFolder()
  const options = usual(folder.path)
  expect(await problems({ ...options, nodeVersion: '20.18.9' })).toEqual([
    'Node.js 20.18.9 is too old: 20.19 or newer is needed.',
  ])
  const file = path.join(folder.path, 'file')
  writeFileSync(file, '')
  expect(await problems({ ...options, data: new DataDir(file) })).toEqual([
    `data folder ${file} is not a folder.`,
  ])
  const open = path.join(folder.path, 'tokens.json')
  writeFileSync(open, '{}')
  chmodSync(open, 0o644)
  expect(await problems(options)).toContain(`${open} can be read by others. Run: chmod 600 ${open}`)
  chmodSync(open, 0o600)
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', () => resolve()))
  const { port } = taken.address() as { port: number }
  expect((await problems({ ...options, port })).join()).toContain(`127.0.0.1:${port} (EADDRINUSE)`)
  taken.close()
})

test('CL31 doctor says whether what programs let go of is ended with them', async () => {
  using folder = tempFolder()
  const said = async (keeper: DoctorOptions['keeper']) =>
    (await examine({ ...usual(folder.path), keeper })).filter(({ text }) => text.includes('ended'))
  expect(await said({ command: 'perl', args: [] })).toEqual([
    {
      kind: 'ok',
      text: "processes that agents' programs leave behind are ended with them (by perl)",
    },
  ])
  expect(await said(null)).toEqual([
    {
      kind: 'note',
      text: expect.stringMatching(/is not ended with it: (Perl is missing|this needs Linux)$/),
    },
  ])
  expect(await said(undefined)).toHaveLength(1)
})

test('TR86 doctor says which folders of session files there are, and how many sessions are in them', async () => {
  using folder = tempFolder()
  using sessions = new SessionFolder()
  sessions.write('root/a/one.jsonl', 'x'.repeat(3 * 1024 * 1024))
  sessions.write('root/b/two.jsonl', '')
  sessions.write('root/b/agent-1.jsonl', '')
  const said = async (transcripts: readonly string[]) =>
    (await examine({ ...usual(folder.path), transcripts }))
      .filter(({ text }) => text.startsWith('transcripts'))
      .map(({ kind, text }) => [kind, text])
  const [root, gone] = [sessions.at('root'), sessions.at('gone')]
  expect(await said([root, gone])).toEqual([
    ['ok', `transcripts: ${root}: 2 sessions, 3 MiB`],
    [
      'note',
      `transcripts: ${gone}: there is no such folder; the setting transcripts.roots names folders`,
    ],
  ])
  expect(await said([])).toEqual([['note', expect.stringContaining('turned off')]])
})

test('CL7 doctor says which server runs and which coding agents are on the PATH', async () => {
  await using server = await TestServer.start()
  const bin = path.join(server.data.folder, 'bin')
  mkdirSync(bin)
  writeFileSync(path.join(bin, 'opencode'), '', { mode: 0o755 })
  writeFileSync(path.join(bin, 'gemini'), '', { mode: 0o644 })
  const found = await examine({
    ...usual(server.data.folder),
    environment: { PATH: `/nowhere${path.delimiter}${bin}` },
  })
  expect(found.filter(({ kind }) => kind === 'problem')).toEqual([])
  const text = (part: string) => found.find((finding) => finding.text.includes(part))
  expect(text(server.app.url)?.kind).toBe('ok')
  expect(text('coding agent opencode')?.kind).toBe('ok')
  expect(text('coding agent gemini')).toEqual({
    kind: 'note',
    text: expect.stringContaining('(npm install --global @google/gemini-cli@'),
  })
})

test('CL7 doctor says which coding agent needs a newer Node.js than the one on the PATH', async () => {
  using folder = tempFolder()
  const bin = path.join(folder.path, 'bin')
  mkdirSync(bin)
  writeFileSync(path.join(bin, 'kimi'), '', { mode: 0o755 })
  const finding = async (version: string | null) => {
    const node = path.join(bin, 'node')
    rmSync(node, { force: true })
    if (version !== null) writeFileSync(node, `#!/bin/sh\necho ${version}\n`, { mode: 0o755 })
    const found = await examine({ ...usual(folder.path), environment: { PATH: bin } })
    return found.find(({ text }) => text.includes('coding agent kimi'))
  }
  expect(await finding('v22.18.9')).toEqual({
    kind: 'note',
    text: 'coding agent kimi: kimi needs Node.js 22.19 or newer, but the node on the PATH is 22.18.9',
  })
  for (const good of ['v22.19.0', 'v24.1.0', null]) expect((await finding(good))?.kind).toBe('ok')
})

/** A data folder that was in use: a group with a long message, and then more than a start reads. */
async function usedFolder(folder: string, short = 0): Promise<void> {
  await using server = await TestServer.start({ data: folder })
  const { leadId } = await server.crew('atlas')
  const groups = `/api/lead/${leadId}/groups`
  await server.call('POST', groups, { name: 'plan' })
  const contents = ['x'.repeat(30_000), ...Array.from({ length: short }, (_, n) => `short ${n}`)]
  for (const content of contents) {
    await server.call('POST', `${groups}/plan/messages`, { content })
  }
}

test.skipIf(!isLong)(
  'CL5 doctor looks at a database that was in use, and changes nothing of it',
  async () => {
    using folder = tempFolder()
    await usedFolder(folder.path)
    // As a clean end leaves it, and as kill -9 does.
    for (const log of ['none', 'full']) {
      const writer = new Database(path.join(folder.path, 'crewroom.sqlite'))
      if (log === 'full') writer.exec("update leads set name = 'borealis'")
      else writer.close()
      const before = traceOf(folder.path)
      const found = await examine(usual(folder.path))
      expect(found.filter(({ kind }) => kind === 'problem')).toEqual([])
      expect(found.map(({ text }) => text).join('\n')).toMatch(/database .*crewroom\.sqlite: sound/)
      expect(traceOf(folder.path), log).toEqual(before)
      writer.close()
    }
  },
)

test.skipIf(!isLong)('CL11 doctor finds a damaged page that no start reads', async () => {
  using folder = tempFolder()
  await usedFolder(folder.path, 70)
  const file = path.join(folder.path, 'crewroom.sqlite')
  const sqlite = new Database(file)
  sqlite.pragma('wal_checkpoint(TRUNCATE)')
  sqlite.close()
  const bytes = readFileSync(file)
  const at = bytes.indexOf('x'.repeat(3_000))
  // The head of the page that the text of a message goes on in: the next page of it is elsewhere now.
  bytes.fill(0xff, Math.floor(at / 4096) * 4096, Math.floor(at / 4096) * 4096 + 4)
  writeFileSync(file, bytes)
  const found = await problems(usual(folder.path))
  expect(found).toHaveLength(1)
  expect(found[0]).toMatch(/its database is damaged \(SQLITE_CORRUPT: .*restore a backup/)
  await using server = await TestServer.start({ data: folder.path })
  expect(server.fatal, 'the start did not read it').toEqual([])
})

test('CL11 doctor gives up on a database that it cannot read through in time', async () => {
  using folder = tempFolder()
  await usedFolder(folder.path)
  const data = new DataDir(folder.path)
  const slow = path.join(folder.path, 'slow.mjs')
  writeFileSync(slow, 'setInterval(() => {}, 1000)')
  const found = await examineDatabase(data, pathToFileURL(slow), 50)
  expect(found).toEqual([
    {
      kind: 'note',
      text: `database ${data.database}: too large to check completely in 0.05 s; nothing wrong was found so far`,
    },
  ])
})

test('CL11 doctor says that a database is of an older version', async () => {
  using folder = tempFolder()
  await usedFolder(folder.path)
  const data = new DataDir(folder.path)
  const sqlite = new Database(data.database)
  sqlite.exec(
    'delete from __drizzle_migrations where created_at = (select max(created_at) from __drizzle_migrations)',
  )
  sqlite.close()
  const found = await examineDatabase(data, CHECK_SCRIPT)
  expect(found.map(({ kind }) => kind)).toEqual(['ok', 'note'])
  expect(found[1]?.text).toContain('the next start migrates the database to this version')
})

test.skipIf(!isLong)(
  'CL12 a command whose lines nobody reads any more ends without a word',
  async () => {
    using folder = tempFolder()
    const child = spawn(process.execPath, [CLI, 'doctor', '--data', folder.path])
    child.stdout.destroy()
    let errors = ''
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
    const code = await new Promise((resolve) => child.once('close', resolve))
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
  },
)

test('CL11, ST46 doctor says that tokens are damaged, and afterwards that an earlier start has made new ones', async () => {
  using folder = tempFolder()
  await usedFolder(folder.path)
  const file = path.join(folder.path, 'tokens.json')
  writeFileSync(file, '{"owner": "abc', { mode: 0o600 })
  const found = await problems(usual(folder.path))
  expect(found).toEqual([
    `${file} cannot be used: it is not JSON or was cut off. The next start creates new owner and observer tokens and keeps this file under another name; repair it first if you have the old tokens.`,
  ])
  await using server = await TestServer.start({ data: folder.path })
  expect((await server.call('GET', '/api/me')).status).toBe(200)
  const after = await examine(usual(folder.path))
  expect(after.filter(({ kind }) => kind === 'problem')).toEqual([])
  expect(after.find(({ text }) => text.includes(`${file}.damaged: `))?.kind).toBe('note')
})
