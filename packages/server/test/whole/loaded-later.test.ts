import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ChildServer, ownerToken, request } from '../harness/child-server'
import { LoadedSources } from '../harness/loaded-sources'
import { tempFolder } from '../harness/temp-folder'
import { isLong } from '../harness/long'

/** What each part is made of, and the address whose first request needs it. */
const PARTS = {
  '/api/openapi.json': [/\/src\/api\/openapi\/document\.ts$/, /\/zod-to-openapi\//],
  '/api/imports': [/\/src\/transfer\//, /\/src\/api\/routes\/transfer-routes\.ts$/],
}

/** Needed where there is a coding agent, a configuration file, a person who starts a sample crew. */
const NOT_HERE = [
  /\/@agentclientprotocol\/sdk\//,
  /\/node_modules\/(ai|@ai-sdk\/[^/]+)\//,
  /\/node_modules\/yaml\//,
  /\/src\/demo\/script\.ts$/,
  // JSON is never in one of the charsets that need a table.
  /\/iconv-lite\/encodings\/tables\//,
]

function folders(folder: string): { readonly data: string; readonly loaded: LoadedSources } {
  const data = path.join(folder, 'data')
  mkdirSync(data)
  return { data, loaded: new LoadedSources(folder) }
}

test('CL64, ML52 a start loads no part that only some servers need; the first use of one loads it', async () => {
  using folder = tempFolder()
  const { data, loaded } = folders(folder.path)
  await using server = await ChildServer.start({ data, port: 0, environment: loaded.environment })
  const headers = { authorization: `Bearer ${ownerToken(data)}` }
  expect(loaded.matching(/\/src\/app\.ts$/), 'what every server needs').not.toEqual([])
  for (const [address, sources] of Object.entries(PARTS)) {
    for (const source of sources) {
      expect.soft(loaded.matching(source), `before ${address}`).toEqual([])
    }
    expect((await fetch(`${server.url}${address}`, { headers })).status, address).toBe(200)
    for (const source of sources) {
      expect.soft(loaded.matching(source), `${source} after ${address}`).not.toEqual([])
    }
  }
  for (const source of NOT_HERE) expect.soft(loaded.matching(source)).toEqual([])
})

test.skipIf(!isLong)(
  'CL64 bodies in any Unicode charset are read without tables, and others are refused',
  async () => {
    using folder = tempFolder()
    const { data, loaded } = folders(folder.path)
    await using server = await ChildServer.start({ data, port: 0, environment: loaded.environment })
    const text = JSON.stringify({ name: 'Zoë' })
    const founded = async (charset: string, body: Buffer) => {
      const response = await fetch(`${server.url}/api/lead`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${ownerToken(data)}`,
          'content-type': `application/json; charset=${charset}`,
        },
        body,
      })
      const reply = (await response.json()) as { lead?: { name: string }; error?: { code: string } }
      return reply.lead?.name ?? reply.error?.code
    }
    expect(await founded('utf-8', Buffer.from(text))).toBe('Zoë')
    expect(await founded('utf-16', Buffer.from(`\uFEFF${text}`, 'utf16le'))).toBe('Zoë')
    expect(await founded('utf-16le', Buffer.from(text, 'utf16le'))).toBe('Zoë')
    expect(await founded('latin1', Buffer.from(text, 'latin1'))).toBe('unsupported_media_type')
    expect(await founded('shift_jis', Buffer.from('{}'))).toBe('unsupported_media_type')
    expect(await founded('utf-99', Buffer.from('{}'))).toBe('unsupported_media_type')
  },
)

test('CL65 a part that cannot be loaded is refused with what to do, and asked for again the next time', async () => {
  using folder = tempFolder()
  const { data, loaded } = folders(folder.path)
  await using server = await ChildServer.start({ data, port: 0, environment: loaded.environment })
  const headers = { authorization: `Bearer ${ownerToken(data)}` }
  const asked = async () => {
    const response = await fetch(`${server.url}/api/imports`, { headers })
    return { status: response.status, text: await response.text() }
  }
  writeFileSync(loaded.missing, 'transfer-routes')
  const refused = await asked()
  expect(refused.status).toBe(500)
  expect(refused.text).toMatch(/exports and imports could not be loaded.*restart Crewroom/)
  expect(refused.text, 'no path of the installation').not.toContain('chunks')
  rmSync(loaded.missing)
  expect(await asked()).toMatchObject({ status: 200 })
})

test('CL66 a start loads no language data of Node.js; the first task does', async () => {
  using folder = tempFolder()
  const { data, loaded } = folders(folder.path)
  await using server = await ChildServer.start({ data, port: 0, environment: loaded.environment })
  expect(loaded.matching(/\/src\/app\.ts$/), 'what every server needs').not.toEqual([])
  const post = async (address: string, body: object) => {
    const reply = await request(`${server.url}/api/${address}`, ownerToken(data), 'POST', body)
    expect(reply, address).toMatchObject({ status: 201 })
    return reply?.body ?? {}
  }
  const { lead } = await post('lead', { name: 'atlas' })
  const called = { name: 'ann', role: 'developer' }
  const { agent } = await post(`lead/${lead.id}/agents`, called)
  expect(loaded.languageData).toEqual([])
  await post(`agents/${agent.id}/tasks`, { task: 'Draw the timeline.' })
  expect(loaded.languageData).toContain('Intl.Segmenter')
})
