import {
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { markOf, sameFolder } from '../../src/programs/folder-mark'
import { WorkFolders } from '../../src/programs/work-folders'
import { readWorkFile } from '../../src/programs/work-file'
import { tempFolder } from '../harness/temp-folder'
import { TestServer } from '../harness/test-server'

let server: TestServer
let folder: ReturnType<typeof tempFolder>
let crew: Awaited<ReturnType<TestServer['crew']>>
let worker: string
let round = 0

/** A folder of its own for each test. */
const at = (...parts: string[]) => path.join(folder.path, String(round), ...parts)

beforeAll(async () => {
  server = await TestServer.start()
  folder = tempFolder()
  crew = await server.crew('atlas', { dora: 'developer' })
  await server.call('PUT', SETTING(), { shown: true })
})

beforeEach(async () => {
  round += 1
  mkdirSync(at('work/docs'), { recursive: true })
  mkdirSync(at('secret'))
  writeFileSync(at('work/docs/plan.md'), 'the plan')
  writeFileSync(at('secret/key.txt'), 'a secret')
  worker = await made(`ada${round}`, at('work'))
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

const SETTING = () => `/api/lead/${crew.leadId}/work-files`

async function made(name: string, cwd: string): Promise<string> {
  const driver = { kind: 'pipe', command: 'cat' }
  const given = { role: 'developer', name, driver, cwd }
  const answer = await server.call('POST', `/api/lead/${crew.leadId}/agents`, given)
  expect(answer.status).toBe(201)
  return answer.body['agent'].id as string
}

async function read(
  wanted: string,
  { agent = worker, token = server.owner } = {},
): Promise<{ readonly status: number; readonly code: string | null; readonly text: string }> {
  const address = `/api/lead/${crew.leadId}/agents/${agent}/work-files?path=${encodeURIComponent(wanted)}`
  const answer = await fetch(`${server.app.url}${address}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { status } = answer
  const text = await answer.text()
  if (status < 400) return { status, code: null, text }
  const { error } = JSON.parse(text) as { error: { code: string; message: string } }
  return { status, code: error.code, text: error.message }
}

const again = (agentId: string, token = server.owner) =>
  server.call('PUT', SETTING(), { shown: true, agentId }, { token })

/** Another folder, or a link, in the place of the one that was chosen. */
const REPLACED: Readonly<Record<string, () => void>> = {
  'a link to another folder': () => {
    renameSync(at('work'), at('kept'))
    symlinkSync(at('secret'), at('work'))
  },
  'another folder, moved there': () => {
    renameSync(at('work'), at('kept'))
    renameSync(at('secret'), at('work'))
  },
  'a folder that was made again': () => {
    renameSync(at('work'), at('kept'))
    cpSync(at('secret'), at('work'), { recursive: true })
  },
  'a link above it': () => {
    mkdirSync(at('elsewhere'))
    renameSync(at('secret'), at('elsewhere/work'))
    renameSync(at(), `${at()}-kept`)
    symlinkSync(`${at()}-kept/elsewhere`, at())
  },
  'a link in its place that leads to another link': () => {
    renameSync(at('work'), at('kept'))
    symlinkSync(at('secret'), at('link'))
    symlinkSync('link', at('work'))
  },
}

test.each(Object.keys(REPLACED))(
  'LF40 nothing is shown of %s in the place of the working folder, even after a restart, until the person chooses the folder again',
  async (way) => {
    expect(await read('docs/plan.md')).toMatchObject({ status: 200, text: 'the plan' })
    REPLACED[way]?.()
    const refused = await read('key.txt')
    expect(refused).toMatchObject({ status: 410, code: 'work_folder_changed' })
    expect(refused.text).toContain('"shown": true, "agentId"')
    expect((await read('docs/plan.md')).code).toBe('work_folder_changed')
    await server.restart()
    expect((await read('key.txt')).code).toBe('work_folder_changed')
    // Turning it off and on is about the crew, not about this folder.
    await server.call('PUT', SETTING(), { shown: false })
    await server.call('PUT', SETTING(), { shown: true })
    expect((await read('key.txt')).code).toBe('work_folder_changed')
    for (const token of [crew.tokens['lead'], crew.tokens['dora'], server.observer]) {
      expect((await again(worker, token ?? '')).body['error'].code).toBe('forbidden')
    }
    expect((await read('key.txt')).code).toBe('work_folder_changed')

    expect((await again(worker)).body).toEqual({ shown: true })
    expect(await read('key.txt')).toMatchObject({ status: 200, text: 'a secret' })
    await server.restart()
    expect((await read('key.txt')).status).toBe(200)
  },
)

test('LF40 the person is told where the folder leads by now, an observer is not', async () => {
  REPLACED['a link to another folder']?.()
  expect((await read('key.txt')).text).toContain(at('secret'))
  const { code, text } = await read('key.txt', { token: server.observer })
  expect(code).toBe('work_folder_changed')
  expect(text).not.toContain('secret')
})

test('LF41 the folder itself under another way to it is still the one that was chosen', async () => {
  renameSync(at('work'), at('kept'))
  symlinkSync(at('kept'), at('work'))
  expect((await read('docs/plan.md')).status).toBe(200)
  rmSync(at('work'))
  renameSync(at('kept'), at('work'))
  writeFileSync(at('work/new.md'), 'new')
  expect((await read('new.md')).status).toBe(200)
})

test('LF41 a folder that is gone is said to be gone, and the person may give the agent another', async () => {
  renameSync(at('work'), at('renamed'))
  const gone = await read('docs/plan.md')
  expect(gone.code).toBe('work_folder_changed')
  expect(gone.text).toContain('is not there')
  expect((await again(worker)).body['error'].code, 'nothing to choose').toBe('work_folder_changed')
  const moved = await server.call('PATCH', `/api/agents/${worker}/setup`, { cwd: at('renamed') })
  expect(moved.status).toBe(200)
  expect((await read('docs/plan.md')).status).toBe(200)
})

test('LF41 a folder that was not there when it was chosen is shown when the person chooses it again', async () => {
  const early = await made(`early${round}`, at('later'))
  symlinkSync(at('secret'), at('later'))
  expect((await read('key.txt', { agent: early })).code).toBe('work_folder_changed')
  await again(early)
  expect((await read('key.txt', { agent: early })).status).toBe(200)
})

test('LF41 agents in folders of their own are told apart, and those of one folder are allowed together', async () => {
  mkdirSync(at('other'))
  writeFileSync(at('other/a.txt'), 'other')
  const other = await made(`other${round}`, at('other'))
  const beside = await made(`beside${round}`, `${at('work')}/`)
  REPLACED['a link to another folder']?.()
  expect((await read('a.txt', { agent: other })).status).toBe(200)
  expect((await read('key.txt', { agent: beside })).code).toBe('work_folder_changed')
  await again(worker)
  expect((await read('key.txt', { agent: beside })).status).toBe(200)
  const unknown = await again('nobody')
  expect(unknown.body['error']).toMatchObject({
    code: 'validation',
    details: { fields: { agentId: 'must be the id of an agent of this crew' } },
  })
})

/** While the server is stopped. */
async function changed(run: () => void): Promise<void> {
  await server.stop()
  run()
  await server.restart()
}

test('LF42 a first start after an upgrade takes the folders as they are; what a restored folder has of them is asked about', async () => {
  const file = path.join(server.data.folder, 'work-folders.json')
  expect(statSync(file).mode & 0o077).toBe(0)
  await changed(() => rmSync(file))
  expect((await read('docs/plan.md')).status).toBe(200)
  for (const text of ['{}\n', 'not JSON', '{"folders":{"/":1}}', '']) {
    await changed(() => writeFileSync(file, text))
    expect((await read('docs/plan.md')).code, text).toBe('work_folder_changed')
    await again(worker)
    expect((await read('docs/plan.md')).status).toBe(200)
  }
  expect(readFileSync(file, 'utf8')).toContain(at('work'))
})

const NO_MASK = { never: '/nowhere', mask: (text: string) => text }
const mark = { real: '/w', dev: '1', ino: '2', born: '3' }

test.each([
  ['itself', {}, true],
  ['the same on a device that got another number', { dev: '9' }, true],
  ['the same by another way', { real: '/v' }, true],
  ['another folder', { ino: '9' }, false],
  ['a later folder with the number of the first', { born: '9' }, false],
  ['the root of another device elsewhere', { dev: '9', real: '/v' }, false],
  ['the root of another device in its place', { dev: '9', born: '9' }, false],
])('LF40 a folder is remembered beyond its name: %s', (_, other, isSame) => {
  expect(sameFolder(mark, { ...mark, ...other })).toBe(isSame)
})

test('LF40 a folder that is replaced while a file of it is opened shows nothing of the other', async () => {
  const known = markOf(at('work'))
  writeFileSync(at('secret/a.txt'), 'a secret')
  writeFileSync(at('work/a.txt'), 'the plan')
  const how = { ...NO_MASK, never: at('kept-apart'), known }
  mkdirSync(how.never)
  expect(Buffer.from((await readWorkFile(at('work'), 'a.txt', how)).bytes).toString()).toBe('the plan') // prettier-ignore
  const swapped = { ...how, opened: () => REPLACED['a link to another folder']?.() }
  const read = await readWorkFile(at('work'), 'a.txt', swapped).then(
    ({ bytes }) => Buffer.from(bytes).toString(),
    (error: { readonly code?: unknown }) => error.code,
  )
  // Where the system says by what an open folder is called now, it is read on.
  expect(read).toBe(process.platform === 'linux' ? 'the plan' : 'file_not_found')
})

test('LF42 what cannot be kept of folders is kept until the end of the server', () => {
  const failures: unknown[] = []
  const used = () => [at('work')]
  const folders = new WorkFolders(at('no/such/folder.json'), used, (error) => failures.push(error))
  folders.begin()
  folders.allow(at('work'))
  expect(folders.markOf(at('work'))).toEqual(markOf(at('work')))
  expect(failures.length).toBeGreaterThan(0)
})

test('LF42 nothing is kept of the folder of a crew that was deleted', async () => {
  const kept = () => readFileSync(path.join(server.data.folder, 'work-folders.json'), 'utf8')
  const driver = { kind: 'pipe', command: 'cat' }
  const lead = await server.call('POST', '/api/lead', { name: 'gone', driver, cwd: at('secret') })
  await expect.poll(kept).toContain(at('secret'))
  const { id } = lead.body['lead'] as { id: string }
  await server.call('DELETE', `/api/lead/${id}`, { confirm: 'gone' })
  await expect.poll(kept).not.toContain(at('secret'))
})
