import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { holds } from './compare'
import { Outside, VERSION } from './outside'

let server: Outside

beforeAll(async () => {
  server = await Outside.start()
})
afterAll(() => server.end())

interface Shown {
  readonly name?: string
  readonly in?: string
  readonly example?: unknown
  readonly examples?: unknown
}
type Content = Readonly<Record<string, Shown>>
interface Operation {
  readonly operationId: string
  readonly parameters?: readonly Shown[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly responses: Readonly<Record<string, { readonly content: Content }>>
  }
}

const versioned = (value: unknown) =>
  JSON.parse(JSON.stringify(value).replaceAll(`"version":"${VERSION}"`, '"version":"<version>"'))

const openapi = async () => JSON.parse(await server.text('/api/openapi.json')) as Document

/** A copy of the document without the examples of its requests and answers, which have a record of their own. */
function withoutExamples(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutExamples(one))
  if (typeof value !== 'object' || value === null) return value
  const isPlace = 'schema' in value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) =>
      isPlace && /^examples?$/.test(name) ? [] : [[name, withoutExamples(one)]],
    ),
  )
}

test('OA17 /api/openapi.json describes the requests and answers that it described', async () => {
  holds('documents/openapi', versioned(withoutExamples(await openapi())))
})

test('OA17, OA11 the examples of requests and answers are what they were', async () => {
  const { paths, components } = await openapi()
  const examples: Record<string, unknown> = {}
  for (const [address, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const { parameters = [], requestBody, responses } = operation
      const given = (place: string) =>
        Object.fromEntries(
          parameters.flatMap(({ name = '', in: where, example }) =>
            where === place && example !== undefined ? [[name, example]] : [],
          ),
        )
      const inPlaces = (content: Content = {}) =>
        Object.fromEntries(
          Object.entries(content).flatMap(([type, { example }]) =>
            example === undefined ? [] : [[type, example]],
          ),
        )
      examples[operation.operationId] = {
        request: `${method} ${address}`,
        path: given('path'),
        query: given('query'),
        body: inPlaces(requestBody?.content),
        answers: Object.fromEntries(
          Object.entries(responses).flatMap(([status, { content }]) => {
            const shown = inPlaces(content)
            return Object.keys(shown).length > 0 ? [[status, shown]] : []
          }),
        ),
      }
    }
  }
  // An operation for which nothing was found would hold nothing.
  for (const [id, { answers }] of Object.entries(examples as Record<string, { answers: object }>)) {
    expect.soft(Object.keys(answers), id).not.toEqual([])
  }
  holds('documents/examples', examples)
  const refusals = Object.entries(components.responses).map(([name, { content }]) => [
    name,
    Object.fromEntries(Object.entries(content).map(([type, { examples: all }]) => [type, all])),
  ])
  holds('documents/refusals', Object.fromEntries(refusals))
})

test('OA17 /api/openrpc.json describes the methods and notifications that it described', async () => {
  holds('documents/openrpc', versioned(JSON.parse(await server.text('/api/openrpc.json'))))
})

test('OA17, OA13 /llms.txt says to agents what it said', async () => {
  holds('documents/llms', (await server.text('/llms.txt')).split('\n'))
})

test('OA17 the page of the sockets has the fields of every frame that it had', () => {
  const page = readFileSync(new URL('../../../../docs/websockets.md', import.meta.url), 'utf8')
  let socket = ''
  let sender = ''
  const frames: Record<string, Record<string, Record<string, string>[]>> = {}
  for (const line of page.split('\n')) {
    if (line.startsWith('## ')) socket = line.slice(3)
    if (/^(A client|The server) sends:$/.test(line)) sender = line
    const [, types, fields] = /^\| (`.+`) \| (.*) \| .*\|$/.exec(line) ?? []
    if (types === undefined || fields === undefined) continue
    const rows = ((frames[socket] ??= {})[sender] ??= [])
    rows.push(Object.fromEntries([[types, fields]]))
  }
  const { 'Close codes': _, ...sockets } = frames
  expect(Object.keys(sockets)).toHaveLength(3)
  holds('documents/frames', sockets)
  const codes = page.split('\n').filter((line) => /^\| \d{4} \|/.test(line))
  expect(codes.length).toBeGreaterThan(0)
  holds('documents/close-codes', codes)
})

test('OA17 answers to programs have the status and the type that they had', async () => {
  const heads: Record<string, unknown> = {}
  for (const address of [
    '/api/health',
    '/api/openapi.json',
    '/llms.txt',
    '/api/me',
    '/robots.txt',
  ]) {
    const response = await fetch(`${server.url}${address}`)
    await response.arrayBuffer()
    const kept = ['content-type', 'cache-control', 'www-authenticate', 'retry-after', 'location']
    const headers = Object.fromEntries(
      kept.flatMap((name) => {
        const value = response.headers.get(name)
        return value === null ? [] : [[name, value]]
      }),
    )
    heads[address] = { status: response.status, headers }
  }
  holds('documents/headers', heads)
})
