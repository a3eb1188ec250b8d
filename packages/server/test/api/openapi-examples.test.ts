import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import { ErrorReply, replySchema } from '@crewroom/shared/protocol/replies'
import type { Examples } from '../../src/api/openapi/examples'
import recorded from '../../src/api/openapi/examples.json'
import { parametersOf } from '../../src/api/routes/operation'
import { OPERATIONS } from '../../src/api/openapi/operations'
import type * as Clock from '../../src/clock'
import { recordExamples } from '../harness/example-recorder'
import { often } from '../harness/long'
import { tempFolder } from '../harness/temp-folder'
import { TestServer } from '../harness/test-server'

vi.mock('../../src/clock', async (original) => ({
  ...(await original<typeof Clock>()),
  systemClock: (await import('../harness/example-values')).exampleClock,
}))
vi.mock('../../src/ids', async () => ({
  randomIds: (await import('../harness/example-values')).exampleIds,
}))
vi.mock('../../src/version', () => ({ VERSION: '1.0.0' }))
afterEach(() => vi.unstubAllEnvs())

const FILE = fileURLToPath(new URL('../../src/api/openapi/examples.json', import.meta.url))
const { operations, refusals } = recorded as Examples

test('OA12 the examples are what a server answers to them', async () => {
  using programs = tempFolder()
  writeFileSync(path.join(programs.path, 'codex-acp'), '', { mode: 0o755 })
  vi.stubEnv('PATH', programs.path)
  // All of them when they are recorded anew.
  const every = process.env['npm_lifecycle_event'] === 'api:examples' ? 1 : often(10, 1)
  const now = await recordExamples(every, recorded as Examples)
  // Where the answers are as they should be and the file is not: npm run api:examples
  await expect(`${JSON.stringify(now, null, 2)}\n`).toMatchFileSnapshot(FILE)
})

test('OA10 every operation has an example, which fits its schemas', () => {
  expect(Object.keys(operations)).toEqual(OPERATIONS.map(({ id }) => id))
  for (const operation of OPERATIONS) {
    const { id, method, path: address, query, body, file, text, status = [200] } = operation
    const example = operations[id]
    const problems = [
      Object.keys(example?.path ?? {}).toString() === parametersOf(address).toString() || 'path',
      query?.safeParse(asSent(example?.query)).error,
      body?.safeParse(example?.body).error,
      (file !== undefined && isText(example?.body)) ||
        body !== undefined ||
        example?.body === undefined ||
        'body',
      status.includes(example?.status ?? 0) || 'status',
      text === undefined
        ? replySchema(method.toUpperCase(), `/api${address}`)?.safeParse(example?.reply).error
        : isText(example?.reply) || 'text',
    ]
    expect
      .soft(
        problems.filter((one) => one !== true && one !== undefined),
        id,
      )
      .toEqual([])
  }
})

/** The values of a query as they stand in an address. */
function asSent(query: Readonly<Record<string, string | number>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, `${value}`]))
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

test('OA10 what an example asks about, another one shows', () => {
  const shown = (others: string) =>
    Object.entries(operations)
      .filter(([id]) => id !== others)
      .map(([, { reply }]) => JSON.stringify(reply))
      .join('\n')
  for (const [id, { path: parameters, query, body }] of Object.entries(operations)) {
    const asked = JSON.stringify([parameters, query, body]).match(ID) ?? []
    const replies = shown(id)
    expect
      .soft(
        asked.filter((one) => !replies.includes(one)),
        id,
      )
      .toEqual([])
  }
})

interface Told {
  readonly parameters?: readonly { readonly name: string; readonly in: string; example?: unknown }[]
  readonly requestBody?: { readonly content: Record<string, { example?: unknown }> }
  readonly responses: Record<string, { content?: Record<string, { example?: unknown }> }>
}
type Refusals = Record<string, { content: Record<string, { examples?: object }> }>

test('OA11 the served document shows each example where it belongs, and refusals by their code', async () => {
  await using server = await TestServer.start()
  const { body: document } = await server.call('GET', '/api/openapi.json', undefined, {
    token: null,
  })
  for (const { id, method, path: address, text, file } of OPERATIONS) {
    const told = document['paths'][`/api${address.replace(/:(\w+)/g, '{$1}')}`][method] as Told
    const example = operations[id]
    const values = (place: string) =>
      (told.parameters ?? []).flatMap(({ in: where, name, example: value }) =>
        where === place && value !== undefined ? [[name, value]] : [],
      )
    expect.soft(values('path'), id).toEqual(Object.entries(example?.path ?? {}))
    expect.soft(Object.fromEntries(values('query')), id).toEqual(example?.query ?? {})
    const sent = told.requestBody?.content[file ?? 'application/json']
    expect.soft(sent?.example, id).toEqual(example?.body)
    const answered = told.responses[`${example?.status}`]?.content?.[text ?? 'application/json']
    expect.soft(answered?.example, id).toEqual(example?.reply)
  }
  const responses = document['components'].responses as Refusals
  for (const [name, response] of Object.entries(responses)) {
    const known = name.split('.').filter((code) => refusals[code] !== undefined)
    const shown = response.content['application/json']?.examples ?? {}
    expect
      .soft(shown, name)
      .toEqual(Object.fromEntries(known.map((code) => [code, { value: refusals[code] }])))
  }
  // Every operation has this one.
  const [everywhere] = Object.keys(responses).filter((name) => name.includes('internal'))
  expect(everywhere?.split('.')).toContain('not_found')
  for (const [code, refusal] of Object.entries(refusals)) {
    expect.soft(ErrorReply.parse(refusal).error.code).toBe(code)
  }
})
