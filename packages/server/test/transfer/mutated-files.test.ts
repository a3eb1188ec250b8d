import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backUp } from '../../src/cli/backup'
import { restore } from '../../src/cli/restore'
import { DataDir } from '../../src/data-dir'
import { StartFailed, StartRefused } from '../../src/start-refused'
import { signed } from '../harness/export-text'
import { DOTS, FileRequests } from '../harness/file-requests'
import { often } from '../harness/long'
import { Mutations } from '../harness/mutations'
import { answered, asked, SessionFolder } from '../harness/session-folder'
import { tempFolder } from '../harness/temp-folder'
import { TestServer } from '../harness/test-server'

/** Files from elsewhere with something changed in them, at every door that takes one. */
const ROUNDS = Number(process.env['CREWROOM_MUTATIONS'] ?? often(25, 2_000))

let server: TestServer
let sessions: SessionFolder
/** A crew's file, before anything else was done in it. */
let text: string
let files: FileRequests

beforeAll(async () => {
  sessions = new SessionFolder()
  server = await TestServer.start({
    config: { transcripts: { roots: [sessions.at('root')] } },
  })
  const crew = await server.crew('atlas', { dora: 'developer' })
  const { leadId } = crew
  const { body } = await server.call('POST', `/api/lead/${leadId}/groups`, {
    name: 'plan',
    memberIds: [crew.ids['dora']],
  })
  for (const content of ['Shall we?', '⟦⟦ no ⟧⟧ “ü” 👩‍👩‍👧']) {
    await server.call('POST', `/api/lead/${leadId}/groups/plan/messages`, { content })
  }
  files = new FileRequests(server, body['group'].id as string)
  const source = await fetch(`${server.app.url}/api/lead/${leadId}/export`, {
    headers: { authorization: `Bearer ${server.owner}` },
  })
  text = await source.text()
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
  sessions[Symbol.dispose]()
})

/** Whoever asked for it, another request is answered. */
async function answers(): Promise<void> {
  expect((await server.call('GET', '/api/health')).status).toBe(200)
}

test('LF43 whatever is changed in an upload, it is kept whole or not at all, and nothing answers with a fault of the server', async () => {
  const mutations = new Mutations(1)
  const place = () => readdirSync(server.data.folder).toSorted()
  expect((await files.add('files/first.txt', 'first')).status).toBe(201)
  const before = place()
  for (let n = 0; n < ROUNDS; n++) {
    const kind = mutations.one(['files', 'pictures'] as const)
    const bytes = mutations.bytes(mutations.one([DOTS.png, DOTS.gif, DOTS.jpg, DOTS.webp, Buffer.from('a text')])) // prettier-ignore
    const name = mutations.text(mutations.one(['report.pdf', 'a b.png', 'größe.txt', '日本.gif']))
    const headers = mutations.one<Record<string, string>>([{}, { 'content-type': mutations.text('image/png') }, { 'content-encoding': 'gzip' }, { 'content-range': 'bytes 0-9/3' }, { 'idempotency-key': mutations.text('k') }]) // prettier-ignore
    const had = [...(await files.names('files')), ...(await files.names('pictures'))].length
    const stored = files.stored()
    let status: number
    let added: string | undefined
    try {
      const answer = await files.add(`${kind}/${encodeURIComponent(name.toWellFormed())}`, bytes, { headers }) // prettier-ignore
      status = answer.status
      added = (answer.reply['file'] ?? answer.reply['picture'])?.name as string | undefined
    } catch (error) {
      // This side sends no such header.
      expect(error, `round ${n}`).toBeInstanceOf(TypeError)
      continue
    }
    expect(status, `round ${n}: ${kind} ${JSON.stringify(name)}`).toBeLessThan(500)
    const has = [...(await files.names('files')), ...(await files.names('pictures'))].length
    expect(has - had, `round ${n}`).toBe(status === 201 ? 1 : 0)
    if (status !== 201) {
      expect(files.stored(), `round ${n}`).toEqual(stored)
      continue
    }
    const got = await files.get(`${kind}/${encodeURIComponent(added ?? '')}`)
    expect(Buffer.from(await got.arrayBuffer()).equals(bytes), `round ${n}`).toBe(true)
    expect((await files.remove(`${kind}/${encodeURIComponent(added ?? '')}`)).status).toBeLessThan(300) // prettier-ignore
  }
  expect(place()).toEqual(before)
  await answers()
})

test('LF43 whatever is changed in a file of a crew, it becomes a crew that can be read or none', async () => {
  const mutations = new Mutations(2)
  // Another server has no crew of these ids.
  await using to = await TestServer.start()
  const leads = async () =>
    (await to.call('GET', '/api/lead')).body['leads'] as { id: string; name: string }[]
  let accepted = 0
  for (let n = 0; n < ROUNDS; n++) {
    const changed = mutations.lines(text.slice(0, text.trimEnd().lastIndexOf('\n')))
    // With the sum that fits, the lines themselves are looked at.
    const body = n % 4 === 0 ? mutations.bytes(Buffer.from(text)) : Buffer.from(resigned(changed))
    const answer = await fetch(`${to.app.url}/api/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${to.owner}`, 'content-type': 'application/x-ndjson' },
      body: new Uint8Array(body),
    })
    const said = await answer.text()
    expect(answer.status, `round ${n}: ${said.slice(0, 300)}`).toBeLessThan(500)
    const there = await leads()
    if (answer.status >= 300) {
      expect(there, `round ${n}`).toEqual([])
      continue
    }
    accepted++
    for (const { id, name: confirm } of there) {
      expect((await to.call('GET', `/api/lead/${id}/snapshot`)).status, `round ${n}`).toBe(200)
      const gone = await to.call('DELETE', `/api/lead/${id}`, { confirm })
      expect(gone.body['error'], `round ${n}`).toBeUndefined()
    }
    expect(await leads(), `round ${n}`).toEqual([])
  }
  expect(accepted, 'some changes change nothing').toBeLessThan(ROUNDS)
  expect((await to.call('GET', '/api/health')).status).toBe(200)
})

/** The text with the sum that fits, where it still has lines of JSON. */
function resigned(text: string): string {
  try {
    return signed(text.split('\n').filter((line) => line !== '').map((line) => JSON.parse(line) as Record<string, unknown>)) // prettier-ignore
  } catch {
    return text
  }
}

test('LF43 whatever is changed in a backup, it is restored as a sound database or nothing is left', async () => {
  const mutations = new Mutations(3)
  using folder = tempFolder()
  const { signal } = new AbortController()
  const file = path.join(folder.path, 'data.tar.gz')
  await backUp({ data: server.data, file, force: false, madeAt: '2026-01-03T10:00:00.000Z', signal }) // prettier-ignore
  const whole = readFileSync(file)
  const unpacked = gunzipSync(whole)
  for (let n = 0; n < ROUNDS; n++) {
    const packed = n % 2 === 0 ? mutations.bytes(whole) : gzipSync(mutations.tar(unpacked), { level: 1 }) // prettier-ignore
    writeFileSync(file, packed)
    const data = new DataDir(path.join(folder.path, 'restored'))
    try {
      await restore({ data, file, force: false, epoch: 'e2', signal })
      const sqlite = new Database(data.database, { readonly: true })
      expect(sqlite.pragma('integrity_check', { simple: true }), `round ${n}`).toBe('ok')
      sqlite.close()
      rmSync(data.folder, { recursive: true })
    } catch (error) {
      const isSaid = error instanceof StartRefused || error instanceof StartFailed
      expect(isSaid, `round ${n}: ${String(error)}`).toBe(true)
      expect(existsSync(data.folder), `round ${n}: ${String(error)}`).toBe(false)
    }
    expect(readdirSync(folder.path), `round ${n}`).toEqual(['data.tar.gz'])
  }
})

test('LF43 whatever is changed in a file of a session, it is shown or said not to be, and others are', async () => {
  const mutations = new Mutations(4)
  const good = sessions.write('root/atlas/good.jsonl', [asked(1, 'Hello.'), answered(2, 'Done.')])
  const id = sessions.write('root/atlas/bad.jsonl', [asked(1, 'x'), answered(2, 'y')])
  const text = readFileSync(sessions.at('root/atlas/bad.jsonl'))
  for (let n = 0; n < ROUNDS; n++) {
    const changed = n % 3 === 0 ? mutations.bytes(text) : Buffer.from(mutations.lines(text.toString())) // prettier-ignore
    writeFileSync(sessions.at('root/atlas/bad.jsonl'), changed)
    const address = `/api/transcripts/${id}?limit=200`
    const { status } = await server.call('GET', address)
    expect(status, `round ${n}`).toBeLessThan(500)
    if (n % 10 > 0) continue
    expect((await server.call('GET', '/api/transcripts')).status, `round ${n}`).toBe(200)
    expect((await server.call('GET', `/api/transcripts/${good}?limit=200`)).status).toBe(200)
  }
  await answers()
})
