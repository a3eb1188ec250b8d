import { cpSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { SessionFolder } from '../harness/session-folder'
import { TestServer } from '../harness/test-server'

const REAL = fileURLToPath(new URL('../../../shared/test/transcripts', import.meta.url))

interface Session {
  readonly id: string
  readonly file: string
  readonly title: string | null
}

test('TR87 every real session is listed, read, searched and shown whole, each answer of the shape that is promised', async () => {
  using folder = new SessionFolder()
  cpSync(REAL, folder.at('root'), { recursive: true })
  await using server = await TestServer.start({
    config: { transcripts: { roots: [folder.at('root')] } },
  })
  const get = (address: string) => server.call('GET', `/api/transcripts${address}`)
  const sessions = ((await get('')).body['projects'] as { sessions: Session[] }[]).flatMap(
    (project) => project.sessions,
  )
  const foreign: string[] = []
  let details = 0
  for (const { id, file, title } of sessions) {
    const { status, body } = await get(`/${id}?limit=200`)
    if (status === 422) {
      foreign.push(file)
      continue
    }
    expect.soft([status, body['hasBefore']], file).toEqual([200, false])
    // What a look into the file told is what all of it tells.
    if (title !== null) expect.soft(body['session'].title, file).toBe(title)
    const items = body['items'] as { readonly id: string; readonly type: string }[]
    for (const item of [...items.slice(0, 2), ...items.slice(-2)]) {
      const one = await get(`/${id}/items/${encodeURIComponent(item.id)}`)
      expect.soft([one.status, one.body['type']], item.id).toEqual([200, item.type])
      details++
    }
    for (const view of ['context', 'timeline', 'find?q=the']) {
      const { status: found, body: told } = await get(`/${id}/${view}`)
      expect.soft([found, told['revision']], view).toEqual([200, body['revision']])
    }
  }
  expect(foreign, 'the one that is no session').toEqual(['reference.jsonl'])
  expect(sessions.length).toBeGreaterThan(25)
  expect(details).toBeGreaterThan(50)
  const { hits } = (await get('/search?q=test&limit=100')).body as { hits: { id: string }[] }
  const ids = new Set(sessions.map(({ id }) => id))
  expect(hits.length).toBeGreaterThan(5)
  expect(hits.every(({ id }) => ids.has(id))).toBe(true)
})
