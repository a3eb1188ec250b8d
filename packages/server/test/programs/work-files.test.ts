import { execFileSync } from 'node:child_process'
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { markOf } from '../../src/programs/folder-mark'
import { readWorkFile } from '../../src/programs/work-file'
import { CountingIds } from '../harness/counting-ids'
import { crewText, takeIn } from '../harness/export-text'
import { DOTS } from '../harness/file-requests'
import { RawClient } from '../harness/raw-request'
import { tempFolder } from '../harness/temp-folder'
import { BY_PERSON, testCrew } from '../harness/test-crew'
import { TestServer } from '../harness/test-server'
import { showWorkFiles } from '../../src/agents/work-files'

let server: TestServer
let folder: ReturnType<typeof tempFolder>
let crew: Awaited<ReturnType<TestServer['crew']>>
let worker: string

const at = (...parts: string[]) => path.join(folder.path, ...parts)

function write(name: string, content: string | Uint8Array): void {
  mkdirSync(path.dirname(at(name)), { recursive: true })
  writeFileSync(at(name), content)
}

beforeAll(async () => {
  server = await TestServer.start()
  folder = tempFolder()
  mkdirSync(at('work'))
  crew = await server.crew('atlas', { dora: 'developer' })
  const driver = { kind: 'pipe', command: 'cat' }
  const given = { role: 'developer', name: 'ada', driver, cwd: at('work') }
  const made = await server.call('POST', `/api/lead/${crew.leadId}/agents`, given)
  worker = made.body['agent'].id as string
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

const SETTING = () => `/api/lead/${crew.leadId}/work-files`
const show = (shown: boolean) => server.call('PUT', SETTING(), { shown })

async function file(wanted: string, { agent = worker, token = server.owner } = {}) {
  const address = `/api/lead/${crew.leadId}/agents/${agent}/work-files?${new URLSearchParams({ path: wanted }).toString()}`
  const response = await fetch(`${server.app.url}${address}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  const isRefused = response.status >= 400
  const error = isRefused
    ? (JSON.parse(bytes.toString()) as { error: { code: string; message: string } }).error
    : null
  return { status: response.status, headers: response.headers, bytes, error }
}

const codeOf = async (...given: Parameters<typeof file>) => (await file(...given)).error?.code

test('WK1, WK3 files are shown to people once the person wants that, and to no agent', async () => {
  write('work/src/config.ts', 'export const a = 1\n')
  const { observer } = server
  expect(await codeOf('src/config.ts'), 'off in a new crew').toBe('work_files_off')
  for (const who of ['lead', 'dora']) {
    const token = crew.tokens[who] ?? ''
    const refused = await server.call('PUT', SETTING(), { shown: true }, { token })
    expect(refused.body['error'].code, who).toBe('forbidden')
  }
  const refused = await server.call('PUT', SETTING(), { shown: true }, { token: observer })
  expect(refused.body['error'].code).toBe('forbidden')
  expect(await codeOf('src/config.ts')).toBe('work_files_off')

  expect((await show(true)).body).toEqual({ shown: true })
  const snapshot = `/api/lead/${crew.leadId}/snapshot`
  const seen = async (token?: string) =>
    (await server.call('GET', snapshot, undefined, token === undefined ? {} : { token })).body[
      'state'
    ].workFiles as unknown
  expect([await seen(), await seen(crew.tokens['dora'])]).toEqual([true, undefined])
  for (const token of [server.owner, observer]) {
    const { status, bytes } = await file('src/config.ts', { token })
    expect([status, bytes.toString()]).toEqual([200, 'export const a = 1\n'])
  }
  for (const who of ['lead', 'dora']) {
    expect(await codeOf('src/config.ts', { token: crew.tokens[who] ?? '' })).toBe('forbidden')
  }
  const other = await server.crew('other')
  expect(await codeOf('src/config.ts', { token: other.tokens['lead'] ?? '' })).toBe(
    'lead_not_found',
  )
  expect(await codeOf('src/config.ts', { agent: crew.ids['dora'] ?? '' }), 'a remote one').toBe(
    'file_not_found',
  )
  expect(await codeOf('src/config.ts', { agent: other.leadId })).toBe('agent_not_found')

  await server.restart()
  expect(await seen()).toBe(true)
  expect((await file('src/config.ts')).status).toBe(200)
  expect((await show(false)).body).toEqual({ shown: false })
  expect([await codeOf('src/config.ts'), await seen()]).toEqual(['work_files_off', undefined])
})

test('WK4 nothing is shown but ordinary files below the folder, and one sentence refuses the rest', async () => {
  await show(true)
  write('outside/secret.txt', 'outside')
  write('outside/folder/inside.txt', 'outside')
  write('work/docs/plan.md', 'the plan')
  for (const name of ['.env', '.git/config', 'docs/.hidden/a.txt', 'docs/.a.txt', 'a:b.txt']) {
    write(`work/${name}`, 'hidden')
  }
  symlinkSync(at('outside/secret.txt'), at('work/link.txt'))
  symlinkSync(at('outside'), at('work/linked'))
  symlinkSync(at('work/.env'), at('work/env.txt'))
  symlinkSync(at('work/.git'), at('work/git'))
  symlinkSync(at('work/docs/plan.md'), at('work/inner.md'))
  symlinkSync('/dev/zero', at('work/zero'))
  symlinkSync('/proc/self/environ', at('work/environ'))
  execFileSync('mkfifo', [at('work/pipe')])
  const missing = (await file('docs/none.md')).error
  expect(missing?.code).toBe('file_not_found')
  for (const wanted of [
    '..',
    '.',
    '/',
    'docs',
    'docs/',
    '../outside/secret.txt',
    'docs/../../outside/secret.txt',
    'docs/../docs/plan.md',
    '..%2foutside%2fsecret.txt',
    '..\\outside\\secret.txt',
    'docs\\plan.md',
    'C:\\Windows\\win.ini',
    'C:plan.md',
    'docs/plan.md::$DATA',
    '\\\\server\\share\\a.txt',
    '//server/share/a.txt',
    at('work/docs/plan.md'),
    at('outside/secret.txt'),
    '/etc/passwd',
    '~/.ssh/id_rsa',
    'docs/plan.md\0.png',
    'docs/plan.md\n',
    '.env',
    './.env',
    '.git/config',
    'docs/.hidden/a.txt',
    'docs/.a.txt',
    'a:b.txt',
    'link.txt',
    'linked/secret.txt',
    'linked/folder/inside.txt',
    'env.txt',
    'git/config',
    'zero',
    'environ',
    'pipe',
    'docs/plan.md/more',
    'docs/' + 'n'.repeat(400),
  ]) {
    const { status, error } = await file(wanted)
    expect([status, error], wanted).toEqual([404, missing])
  }
  expect(await codeOf('')).toBe('validation')
  expect(await codeOf('n'.repeat(LIMITS.workFilePath + 1))).toBe('validation')
  const raw = new RawClient(server.app.url)
  const own = `/api/lead/${crew.leadId}/agents/${worker}/work-files`
  for (const query of ['path=%2e%2e%2foutside%2fsecret.txt', 'path=..%5coutside%5csecret.txt']) {
    const { text } = await raw.send('GET', `${own}?${query}`, { token: server.owner })
    expect(JSON.parse(text), query).toEqual({ error: missing })
  }
  for (const wanted of ['docs/plan.md', './docs/plan.md', 'docs/./plan.md', 'inner.md']) {
    expect((await file(wanted)).bytes.toString(), wanted).toBe('the plan')
  }
})

test('WK4 what lies in the data folder of the server is not shown, whatever the folder of an agent is', async () => {
  await show(true)
  for (const cwd of [server.data.folder, path.dirname(server.data.folder), '/']) {
    const edited = await server.call('PATCH', `/api/agents/${worker}/setup`, { cwd })
    expect(edited.status).toBe(200)
    const wanted = path.relative(cwd, path.join(server.data.folder, 'crewroom.sqlite'))
    expect(await codeOf(wanted), cwd).toBe('file_not_found')
  }
  for (const wanted of [
    'proc/self/environ',
    'proc/version',
    'sys/kernel/mm/transparent_hugepage/enabled',
  ]) {
    expect(await codeOf(wanted), wanted).toBe('file_not_found')
  }
  await server.call('PATCH', `/api/agents/${worker}/setup`, { cwd: at('work') })
  const moved = at('elsewhere')
  renameSync(at('work'), moved)
  symlinkSync(moved, at('work'))
  write('work/after.txt', 'after')
  expect((await file('after.txt')).bytes.toString(), 'the folder may itself be a link').toBe(
    'after',
  )
  linkSync(at('work/after.txt'), at('work/again.txt'))
  expect((await file('again.txt')).status).toBe(200)
})

test('WK5, WK6 the bytes say what a file is; pictures are whole, texts at most 256 KB, the rest is refused', async () => {
  await show(true)
  for (const [name, bytes] of Object.entries(DOTS)) {
    write(`work/shots/${name}.txt`, bytes)
    const { status, headers, bytes: got } = await file(`shots/${name}.txt`)
    expect([status, headers.get('content-type')]).toEqual([
      200,
      `image/${name === 'jpg' ? 'jpeg' : name}`,
    ])
    expect(got.equals(bytes), name).toBe(true)
    expect(headers.get('crewroom-file-size')).toBe(String(bytes.length))
  }
  const page = '<script>alert(1)</script>'
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
  for (const [name, text] of [
    ['page.html', page],
    ['drawing.svg', drawing],
    ['fake.png', page],
    ['empty.txt', ''],
    ['letters.txt', 'é – 漢字 🙂'],
  ] as const) {
    write(`work/${name}`, text)
    const { status, headers, bytes } = await file(name)
    expect([status, bytes.toString()], name).toEqual([200, text])
    expect(Object.fromEntries(headers), name).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    })
  }
  const long = `a${'é'.repeat(LIMITS.workFileText)}`
  write('work/long.txt', long)
  const { bytes, headers } = await file('long.txt')
  expect(bytes.toString()).toBe(long.slice(0, LIMITS.workFileText / 2))
  expect(headers.get('crewroom-file-size')).toBe(String(2 * LIMITS.workFileText + 1))
  writeFileSync(at('work/sparse.bin'), '')
  truncateSync(at('work/sparse.bin'), 2 ** 31)
  for (const [name, content] of [
    ['nul.txt', 'a\0b'],
    ['latin.txt', Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x0a])],
    ['utf16.txt', Buffer.from('text', 'utf16le')],
    ['program', Buffer.from('7f454c4602010100', 'hex')],
  ] as const) {
    write(`work/${name}`, content)
    expect(await codeOf(name), name).toBe('not_shown')
  }
  expect(await codeOf('sparse.bin')).toBe('not_shown')
  const large = at('work/large.png')
  writeFileSync(large, DOTS.png)
  truncateSync(large, LIMITS.fileBytes)
  expect((await file('large.png')).bytes.length).toBe(LIMITS.fileBytes)
  truncateSync(large, LIMITS.fileBytes + 1)
  expect(await file('large.png')).toMatchObject({ status: 413, error: { code: 'file_too_large' } })
})

test('WK5 a secret of a text is masked, even where the text is cut', async () => {
  using own = tempFolder()
  const before = 'x'.repeat(LIMITS.workFileText - 4)
  writeFileSync(path.join(own.path, 'a.txt'), `${before}SECRET-VALUE and more`)
  const mask = (text: string) => text.replaceAll('SECRET-VALUE', '[masked:key]')
  const ports = { never: '/nowhere-at-all', known: markOf(own.path), mask }
  await expect(readWorkFile(own.path, 'a.txt', ports)).rejects.toMatchObject({
    code: 'file_not_found',
  })
  const { bytes } = await readWorkFile(own.path, 'a.txt', { ...ports, never: process.cwd() })
  expect(Buffer.from(bytes).toString()).toBe(`${before}[mas`)
})

test('WK2 neither a crew’s file nor what is made of it shows files', async () => {
  await using from = testCrew({ agents: { dora: 'developer' } })
  showWorkFiles(from.shard, from.crew, BY_PERSON, true)
  expect(from.crew.state.workFiles).toBe(true)
  const text = await crewText(from)
  expect(text).toContain('"was":"work_files:changed"')
  expect(text).not.toContain('"shown"')
  await using to = testCrew({ agents: {}, ids: new CountingIds('b', 'b-') })
  await takeIn(to, text)
  expect(to.shard.crew(from.leadId).state.workFiles).toBeUndefined()
})

test.skipIf(!existsSync('/dev/shm'))(
  'WK4 a working folder in memory is one like others, and is not reached from a folder above the system',
  async () => {
    const folder = mkdtempSync('/dev/shm/crewroom-work-')
    try {
      writeFileSync(path.join(folder, 'a.txt'), 'in memory')
      const shown = { never: os.tmpdir(), mask: (text: string) => text }
      const how = { ...shown, known: markOf(folder) }
      const { bytes } = await readWorkFile(folder, 'a.txt', how)
      expect(Buffer.from(bytes).toString()).toBe('in memory')
      const from = path.relative('/', path.join(folder, 'a.txt'))
      await expect(readWorkFile('/', from, { ...shown, known: markOf('/') })).rejects.toMatchObject(
        { code: 'file_not_found' },
      )
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
)
