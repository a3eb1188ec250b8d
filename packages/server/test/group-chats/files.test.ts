import { createHash, randomUUID } from 'node:crypto'
import { execFile } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { DOTS, FileRequests } from '../harness/file-requests'
import { RawClient } from '../harness/raw-request'
import { TestServer } from '../harness/test-server'

let server: TestServer
let crew: Awaited<ReturnType<TestServer['crew']>>

beforeAll(async () => {
  server = await TestServer.start()
  crew = await server.crew('atlas', { dora: 'developer', ben: 'developer', cy: 'developer' })
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
})

let groups = 0
/** A group of its own, created by Dora, with Ben. */
async function group(of = crew) {
  const name = `files-${++groups}`
  const body = { name, memberIds: [of.ids['ben']] }
  const token = of.tokens['dora'] ?? ''
  const made = await server.call('POST', `/api/lead/${of.leadId}/groups`, body, { token })
  expect(made.status).toBe(201)
  return Object.assign(new FileRequests(server, made.body['group'].id as string), { name })
}

const sum = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const crewAt = () => server.app.core.shard.crew(crew.leadId)

test('VB69, VB75 a file is added, listed, read and removed; a name that is taken gets a number', async () => {
  const at = await group()
  const added = await at.add('files/report.pdf', 'the report')
  expect(added).toMatchObject({
    status: 201,
    reply: {
      file: {
        name: 'report.pdf',
        size: 10,
        type: 'application/octet-stream',
        sha256: sum('the report'),
        added_by: 'human',
      },
    },
  })
  const names = [
    'Report.PDF',
    'report.pdf',
    'archive.tar.gz',
    'archive.tar.gz',
    'LICENSE',
    'license',
  ]
  const given = []
  for (const name of names) given.push((await at.add(`files/${name}`, name)).reply['file'].name)
  expect(given).toEqual([
    'Report-2.PDF',
    'report-3.pdf',
    'archive.tar.gz',
    'archive.tar-2.gz',
    'LICENSE',
    'license-2',
  ])
  expect(await at.names('files')).toEqual(['report.pdf', ...given])
  expect(await at.names('pictures')).toEqual([])
  expect(await (await at.get('files/Report-2.PDF')).text()).toBe('Report.PDF')
  expect((await at.remove('files/report.pdf')).body).toMatchObject({ deleted: 'report.pdf' })
  expect((await at.get('files/report.pdf')).status).toBe(404)
  expect((await at.remove('files/report.pdf')).body['error'].code).toBe('file_not_found')
  expect(await at.names('files')).toEqual(given)
})

test('VB75 equal contents are stored once, for their user alone, and go with the last name', async () => {
  const at = await group()
  for (const place of ['files/a.txt', 'files/b.txt', 'files/c.txt']) await at.add(place, 'same')
  await at.add('files/other.txt', 'other')
  expect(at.stored()).toEqual([sum('same'), sum('other')].toSorted())
  const { contents } = server.app.keeper
  expect(statSync(contents.pathOf(at.id, sum('same'))).mode & 0o777).toBe(0o600)
  expect(statSync(path.dirname(contents.pathOf(at.id, sum('same')))).mode & 0o777).toBe(0o700)
  await at.remove('files/a.txt')
  await at.remove('files/c.txt')
  expect(await (await at.get('files/b.txt')).text()).toBe('same')
  await at.remove('files/b.txt')
  expect(at.stored()).toEqual([sum('other')])
  await server.restart()
  expect(await (await at.get('files/other.txt')).text()).toBe('other')
  expect(await at.names('files')).toEqual(['other.txt'])
})

const HOSTILE = [
  '..',
  '.',
  '.hidden',
  '%2e%2e',
  '..%2fup.txt',
  '%2e%2e%2f%2e%2e%2fup.txt',
  'a%2Fb.txt',
  'a%5Cb.txt',
  'a%00b.txt',
  'a%0Ab.txt',
  'a%3Ab.txt',
  'a%7Fb.txt',
  '%20a.txt',
  'a.txt%20',
  'a.txt.',
  '%E2%80%AEfdp.exe',
  'a%E2%80%8Bb.txt',
  'CON',
  'com1.txt',
  'lpt%C2%B9.log',
  `${'%C3%A9'.repeat(101)}`,
]

test('VB70 a name that is no plain name is refused, however it is encoded', async () => {
  const at = await group()
  using raw = new RawClient(server.app.url)
  const send = async (method: string, name: string) => {
    const address = `/api/group-chats/${at.id}/files/${name}`
    const body = method === 'POST' ? '{}' : undefined
    const { status, text } = await raw.send(method, address, { token: server.owner, body })
    return `${status} ${(JSON.parse(text) as { error: { code: string } }).error.code}`
  }
  for (const name of HOSTILE) {
    expect(await send('POST', name), name).toBe('422 invalid_file_name')
    expect(await send('GET', name), name).toBe('404 file_not_found')
    expect(await send('DELETE', name), name).toBe('404 file_not_found')
  }
  // No address of a file: segments are never taken for steps, and broken encodings are not mended.
  for (const name of ['', '../../../x', 'a/b'])
    expect(await send('POST', name)).toBe('404 not_found')
  for (const name of ['%c0%ae%c0%ae', '%ff']) expect(await send('POST', name)).toBe('400 malformed')
  expect(at.stored()).toEqual([])
  const good = ['Grüße 😀.txt', 'e\u0301.txt', `${'é'.repeat(100)}`, 'a b (1).tar.gz']
  for (const name of good) {
    const { reply } = await at.add(`files/${encodeURIComponent(name)}`, 'x')
    expect(reply['file']?.name, name).toBe(name.normalize('NFC'))
  }
  const again = await at.add(`files/${encodeURIComponent('é'.repeat(100))}`, 'x')
  expect(again.reply['file'].name).toBe(`${'é'.repeat(99)}-2`)
})

test('VB71, VB75 10 MB are taken and one byte more is not, in one piece or in many', async () => {
  const at = await group()
  const pieces = (bytes: number) =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (let left = bytes; left > 0; left -= 1024 * 1024) {
          controller.enqueue(new Uint8Array(Math.min(left, 1024 * 1024)))
        }
        controller.close()
      },
    })
  const most = LIMITS.fileBytes
  expect(await at.add('files/over.bin', new Uint8Array(most + 1))).toMatchObject({
    status: 413,
    code: 'file_too_large',
  })
  expect(await at.add('files/over.bin', pieces(most + 1))).toMatchObject({
    status: 413,
    code: 'file_too_large',
  })
  expect(await at.add('files/none.bin', undefined)).toMatchObject({ code: 'validation' })
  expect(await at.add('files/none.bin', pieces(0))).toMatchObject({ code: 'validation' })
  expect(at.stored()).toEqual([])
  expect(await at.names('files')).toEqual([])
  expect((await at.add('files/most.bin', pieces(most))).reply['file'].size).toBe(most)
  expect((await at.add('files/same.bin', new Uint8Array(most))).status).toBe(201)
  expect(at.stored()).toHaveLength(1)
})

test('VB72 the bytes of a picture say what it is, not its name', async () => {
  const at = await group()
  const add = async (name: string, bytes: string | Uint8Array) => {
    const { code, reply } = await at.add(`pictures/${name}`, bytes)
    return code ?? reply['picture'].type
  }
  expect(await add('a.png', DOTS.png)).toBe('image/png')
  expect(await add('a.txt', DOTS.jpg)).toBe('image/jpeg')
  expect(await add('a', DOTS.gif)).toBe('image/gif')
  expect(await add('b.png', DOTS.webp)).toBe('image/webp')
  const noSize = Buffer.from(DOTS.png)
  noSize.fill(0, 16, 24)
  const none = {
    'text.png': 'not a picture',
    'page.gif': '<html><script>alert(1)</script></html>',
    'drawing.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
    'cut.png': DOTS.png.subarray(0, 18),
    'size.png': noSize,
    'begin.jpg': Buffer.from('ffd8ff00', 'hex'),
    'riff.webp': 'RIFF0000WAVEfmt ',
  }
  for (const [name, bytes] of Object.entries(none)) {
    expect(await add(name, bytes), name).toBe('not_a_picture')
  }
  expect(await at.names('pictures')).toEqual(['a.png', 'a.txt', 'a', 'b.png'])
  expect(at.stored()).toHaveLength(4)
})

test('VB73 a browser saves files, shows pictures, and runs neither', async () => {
  const at = await group()
  await at.add('files/p%C3%A4ge.html', '<script>alert(1)</script>')
  await at.add('pictures/dot.png', DOTS.png)
  const file = await at.get('files/p%C3%A4ge.html')
  expect(Object.fromEntries(file.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="p?ge.html"; filename*=UTF-8''p%C3%A4ge.html`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, no-cache',
    'content-length': '25',
  })
  const etag = file.headers.get('etag') ?? ''
  const again = await at.get('files/p%C3%A4ge.html', {
    headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' },
  })
  expect([again.status, await again.text()]).toEqual([304, ''])
  const part = await at.get('files/p%C3%A4ge.html', { headers: { range: 'bytes=1-6' } })
  expect([part.status, await part.text()]).toEqual([206, 'script'])
  const beyond = await at.get('files/p%C3%A4ge.html', { headers: { range: 'bytes=25-' } })
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */25'])
  const picture = await at.get('pictures/dot.png')
  expect(picture.headers.get('content-type')).toBe('image/png')
  expect(picture.headers.get('content-disposition')).toBe('inline; filename=dot.png')
  expect(picture.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  expect(Buffer.from(await picture.arrayBuffer())).toEqual(DOTS.png)
  const head = await fetch(picture.url, {
    method: 'HEAD',
    headers: { authorization: `Bearer ${server.owner}` },
  })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, `${DOTS.png.length}`])
})

test('VB74 members add, those who may remove, observers read, and others find nothing', async () => {
  const at = await group()
  const other = await server.crew('borealis', { eve: 'developer' })
  const { dora, ben, cy, lead } = crew.tokens
  const { observer } = server
  const add = async (token = '') => (await at.add('files/a.txt', 'a', { token })).code ?? 'added'
  expect(await add(ben)).toBe('added')
  expect(await add(dora)).toBe('added')
  expect(await add(lead)).toBe('added')
  expect(await add(cy)).toBe('not_a_member')
  expect(await add(observer)).toBe('forbidden')
  expect(await add(other.tokens['eve'])).toBe('group_not_found')
  const list = `/api/group-chats/${at.id}/files`
  const listed = (await server.call('GET', list, undefined, { token: ben ?? '' })).body['files']
  expect((listed as { added_by: string }[]).map((file) => file.added_by)).toEqual(
    ['ben', 'dora', 'lead'].map((name) => crew.ids[name]),
  )
  const reads = async (token = '') => (await at.get('files/a.txt', { token })).status
  for (const token of [ben, lead, observer]) expect(await reads(token)).toBe(200)
  expect(await reads(cy)).toBe(403)
  expect(await reads(other.tokens['eve'])).toBe(404)
  expect((await at.get('files/a.txt', { token: 'none' })).status).toBe(401)
  const removes = async (place: string, token = '') => {
    const { body } = await at.remove(`files/${place}`, token)
    return (body['error']?.code as string | undefined) ?? 'removed'
  }
  expect(await removes('a-2.txt', ben)).toBe('forbidden')
  expect(await removes('a.txt', observer)).toBe('forbidden')
  expect(await removes('a.txt', other.tokens['eve'])).toBe('group_not_found')
  expect(await removes('a.txt', cy)).toBe('not_a_member')
  expect(await removes('a.txt', ben), 'whoever added it').toBe('removed')
  expect(await removes('a-3.txt', dora), 'who created the group').toBe('removed')
  await server.call('POST', `/api/lead/${crew.leadId}/groups/${at.name}/archive`)
  expect(await add(server.owner)).toBe('group_archived')
  expect((await at.get('files/a-2.txt', { token: ben ?? '' })).status).toBe(200)
  expect(await removes('a-2.txt', lead), 'the lead, in an archived group').toBe('removed')
  expect(at.stored()).toEqual([])
})

test('VB76 a record without its content says so, and can be removed and added again', async () => {
  const at = await group()
  await at.add('files/gone.txt', 'gone')
  await at.add('files/short.txt', 'as it was')
  rmSync(server.app.keeper.contents.pathOf(at.id, sum('gone')))
  writeFileSync(server.app.keeper.contents.pathOf(at.id, sum('as it was')), 'cut')
  for (const place of ['files/gone.txt', 'files/short.txt']) {
    const answer = await at.get(place)
    expect(answer.status).toBe(410)
    expect(answer.headers.get('content-type')).toContain('application/json')
    expect(await answer.json()).toMatchObject({ error: { code: 'file_content_missing' } })
  }
  expect((await at.remove('files/gone.txt')).status).toBe(200)
  expect((await at.add('files/gone.txt', 'gone')).status).toBe(201)
  expect(await (await at.get('files/gone.txt')).text()).toBe('gone')
  await at.add('files/short-again.txt', 'as it was')
  expect(await (await at.get('files/short.txt')).text(), 'the same bytes, once more').toBe(
    'as it was',
  )
})

test('VB77 bytes are taken as they are: JSON too, but no form and nothing compressed', async () => {
  const at = await group()
  const json = { headers: { 'content-type': 'application/json' } }
  expect((await at.add('files/broken.json', '{', json)).status).toBe(201)
  const form = { headers: { 'content-type': 'multipart/form-data; boundary=x' } }
  expect((await at.add('files/a.txt', 'x', form)).code).toBe('unsupported_media_type')
  const gzip = { headers: { 'content-encoding': 'gzip' } }
  expect((await at.add('files/a.txt', 'x', gzip)).code).toBe('unsupported_media_type')
  expect((await at.add('files/a.txt?x=1', 'x')).code).toBe('validation')
  expect(await at.names('files')).toEqual(['broken.json'])
})

test('VB79, VB75 what a crash left is removed after the start, and a crew takes its contents along', async () => {
  const at = await group()
  await at.add('files/a.txt', 'kept')
  const own = server.data.groupFiles
  const { contents } = server.app.keeper
  await server.stop()
  writeFileSync(contents.pathOf(at.id, sum('unnamed')), 'unnamed')
  writeFileSync(path.join(own, at.id, `${randomUUID()}.tmp`), 'ha')
  // The data folder may be one in which somebody works: what is theirs stays.
  mkdirSync(path.join(own, 'photos'))
  const photo = path.join(own, 'photos', 'sea.tmp')
  for (const theirs of [photo, path.join(own, 'list')]) writeFileSync(theirs, 'theirs')
  await server.restart()
  await server.app.keeper.tidy()
  expect(at.stored()).toEqual([sum('kept')])
  expect(readdirSync(own)).toEqual(expect.arrayContaining(['photos', 'list']))
  expect(existsSync(photo)).toBe(true)
  const gone = await server.crew('gone', { dora: 'developer', ben: 'developer' })
  const theirs = await group(gone)
  await theirs.add('files/b.txt', 'theirs')
  expect(theirs.stored()).toEqual([sum('theirs')])
  await server.call('DELETE', `/api/lead/${gone.leadId}`, { confirm: 'gone' })
  await server.app.keeper.tidy()
  expect(existsSync(path.join(own, theirs.id))).toBe(false)
  expect(at.stored()).toEqual([sum('kept')])
  expect(crewAt().state.files[at.name]?.map(({ name }) => name)).toEqual(['a.txt'])
})

test('VB80 people and members of the group hear of files; the state of an agent has none', async () => {
  const at = await group()
  await at.add('files/a.txt', 'a')
  await at.remove('files/a.txt', crew.tokens['dora'])
  await at.add('pictures/a.png', DOTS.png)
  const heard = async (token = server.owner) => {
    const address = `/api/events?lead=${crew.leadId}&since=0&limit=200`
    const { body } = await server.call('GET', address, undefined, { token })
    return (body['events'] as { type: string; groupName?: string; by?: string }[])
      .filter(({ type, groupName }) => type.startsWith('file:') && groupName === at.name)
      .map(({ type, by }) => `${type} ${by ?? ''}`.trim())
  }
  const all = ['file:added', `file:removed ${crew.ids['dora']}`, 'file:added']
  expect(await heard()).toEqual(all)
  expect(await heard(crew.tokens['ben'])).toEqual(all)
  expect(await heard(crew.tokens['cy'])).toEqual([])
  const state = async (token = server.owner) =>
    (await server.call('GET', `/api/lead/${crew.leadId}/snapshot`, undefined, { token })).body[
      'state'
    ].files
  expect((await state())[at.name]).toMatchObject([
    { kind: 'picture', name: 'a.png', type: 'image/png', sha256: sum(DOTS.png), addedBy: 'human' },
  ])
  expect(await state(crew.tokens['ben'])).toEqual({})
})

test('VB81, VB76 an import says how many contents are missing', async () => {
  const gone = await server.crew('gone', { dora: 'developer', ben: 'developer' })
  const at = await group(gone)
  await at.add('files/a.txt', 'a')
  await at.add('pictures/a.png', DOTS.png)
  const headers = { authorization: `Bearer ${server.owner}` }
  const lead = `${server.app.url}/api/lead/${gone.leadId}`
  const crewFile = await (await fetch(`${lead}/export`, { headers })).text()
  const groupFile = await (await fetch(`${lead}/export?group=${at.name}`, { headers })).text()
  expect(crewFile + groupFile).not.toContain(DOTS.png.toString('base64'))
  await server.call('DELETE', `/api/lead/${gone.leadId}`, { confirm: 'gone' })
  await server.app.keeper.tidy()
  const take = async (text: string, query = '') => {
    const ndjson = { headers: { 'content-type': 'application/x-ndjson' } }
    const reply = await server.call('POST', `/api/import${query}`, text, ndjson)
    expect(reply.status).toBe(201)
    return reply.body['filesMissing'] as number | undefined
  }
  expect(await take(crewFile)).toBe(2)
  expect(await take(groupFile, `?lead=${crew.leadId}`)).toBe(2)
  expect((await at.get('files/a.txt')).status).toBe(410)
  expect((await at.get('pictures/a.png')).status).toBe(410)
  await at.add('files/again.txt', 'a')
  expect(await (await at.get('files/a.txt')).text()).toBe('a')
})

test('VB69 what the README says adds a file', async () => {
  const root = new URL('../../../../', import.meta.url)
  const readme = readFileSync(new URL('README.md', root), 'utf8')
  const blocks = (heading: string) => {
    const section = readme.split(`\n${heading}\n`)[1]?.split(/^## /m)[0] ?? ''
    return [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map((match) => match[1] ?? '')
  }
  const [setUp = ''] = blocks('## Your own program as an agent')
  const [add = ''] = blocks('## Group chats for other programs')
  const body = '{"name":"plan"}'
  const made = `call $OWNER $URL/api/lead/$LEAD/groups -d '${body}' >/dev/null`
  const { stdout } = await promisify(execFile)('bash', ['-euc', [setUp, made, add].join('\n')], {
    cwd: fileURLToPath(root),
    env: { ...process.env, CREWROOM_HOME: server.data.folder },
  })
  expect(JSON.parse(stdout)).toMatchObject({
    file: { name: 'README.md', sha256: sum(readme), added_by: 'human' },
  })
})
