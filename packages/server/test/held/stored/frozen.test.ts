import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { holds, normalised } from '../compare'
import { erased } from './erased'
import { EXPORTS, freeze, frozen, MET_AT } from './frozen'
import { command, type Reply, type Running, start } from './running'
import { seenOn } from './seen'

const place = mkdtempSync(path.join(os.tmpdir(), 'held-frozen-'))
const [kept, restored] = ['kept', 'restored'].map((name) => path.join(place, name)) as [
  string,
  string,
]

/** What a server shows of all of its crews; where its folder is, and which run this is, are of chance. */
async function shownOn(server: Running): Promise<unknown> {
  await erased(server.data)
  const { leads } = await server.ask('GET', '/api/lead')
  const ids = (leads as Reply[]).map(({ id }) => id as string)
  const exports = ids.map(async (id) => {
    const text = await server.text(`/api/lead/${id}/export`)
    // Its lines are in a record of their own: here they only must be the same bytes.
    return createHash('sha256').update(text).digest('hex')
  })
  const shown = { seen: await seenOn(server, ids), exports: await Promise.all(exports) }
  const { epoch } = await server.ask('GET', `/api/lead/${ids[0]}/snapshot`)
  return JSON.parse(
    JSON.stringify(shown).replaceAll(server.data, '<data>').replaceAll(epoch, '<epoch>'),
  )
}

async function withServer<T>(data: string, use: (server: Running) => Promise<T>): Promise<T> {
  const server = await start(data, { at: MET_AT, isStill: true })
  try {
    return await use(server)
  } finally {
    await server.stop()
  }
}

beforeAll(freeze)
afterAll(() => rmSync(place, { recursive: true, force: true }))

test('OA17 a data folder of the recorded version shows the same crews under this one', async () => {
  mkdirSync(kept)
  execFileSync('tar', ['--extract', '--gzip', '--file', frozen('folder.tgz'), '-C', kept])
  holds('stored/state', await withServer(kept, shownOn))
})

test('OA17 a backup of the recorded version is restored and shows the same crews', async () => {
  const ran = await command(['restore', frozen('backup.crewroom'), '--data', restored])
  expect(ran, ran.errors).toMatchObject({ code: 0 })
  holds('stored/state', await withServer(restored, shownOn))
})

test('OA17 an export of every version is imported and becomes the crew that it was', async () => {
  const names: Record<string, string> = {}
  const shown = await withServer(path.join(place, 'imported'), (server) =>
    inOrder(EXPORTS, async (name) => {
      const text = readFileSync(frozen(`exports/${name}.ndjson`), 'utf8')
      const header = JSON.parse(text.split('\n', 1)[0] ?? '') as Reply
      expect(`v${header['version']}`, name).toBe(name.split('-').at(-1))
      if (header['kind'] === 'crew') {
        const reply = await server.ask('POST', '/api/import', text)
        const id = header['leadId']
        const isSame = (await server.text(`/api/lead/${id}/export`)) === text
        return { name, reply, seen: await seenOn(server, [id], { isBrief: true }), isSame }
      }
      const { lead } = await server.ask('POST', '/api/lead', { name: `with-${name}` })
      const reply = await server.ask('POST', `/api/import?lead=${lead.id}`, text)
      // These two have other ids in every run.
      names[lead.id] = `<lead of ${name}>`
      names[reply['group'].id] = `<group of ${name}>`
      return { name, reply, seen: await seenOn(server, [lead.id], { isBrief: true }) }
    }),
  )
  holds('stored/imported', normalised(shown, { names }))
})

/** One after the other. */
async function inOrder<A, B>(all: readonly A[], act: (one: A) => Promise<B>): Promise<B[]> {
  const done: B[] = []
  for (const one of all) done.push(await act(one))
  return done
}
