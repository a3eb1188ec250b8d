import { Validator } from '@seriousme/openapi-schema-validator'
import express from 'express'
import request from 'supertest'
import { afterEach, expect, test, vi } from 'vitest'
import type * as z from 'zod'
import { ERRORS, type ErrorCode } from '@crewroom/shared/protocol/errors'
import { openApiDocument } from '../../src/api/openapi/document'
import { errorsOf, KEY_CODES, type Operation } from '../../src/api/routes/operation'
import { creatingAt } from '../../src/api/retries/posts'
import { OPERATIONS } from '../../src/api/openapi/operations'
import type * as Validate from '../../src/api/validate'
import { TestServer } from '../harness/test-server'

/** Schemas that a request was held against, in the order of asking. */
const asked = vi.hoisted(() => ({ schemas: [] as unknown[] }))
vi.mock('../../src/api/validate', async (original) => {
  const real = await original<typeof Validate>()
  return {
    ...real,
    validated: (schema: z.ZodType, value: unknown) => {
      asked.schemas.push(schema)
      return real.validated(schema, value)
    },
  }
})
afterEach(() => vi.restoreAllMocks())

interface Layer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> }
  readonly handle: { readonly stack?: readonly Layer[] }
}

interface Mounts {
  /** The router of the API. */
  root: { readonly stack: readonly Layer[] } | null
  readonly paths: Map<unknown, string>
}

/** Where routers were mounted: express 5 keeps no paths of that. */
function watchMounts(): Mounts {
  const mounts: Mounts = { root: null, paths: new Map() }
  const prototype = express.Router.prototype as {
    use: (this: unknown, ...args: unknown[]) => unknown
  }
  const use = prototype.use
  vi.spyOn(prototype, 'use').mockImplementation(function (this: unknown, ...args: unknown[]) {
    const [path, ...handlers] = typeof args[0] === 'string' ? args : ['', ...args]
    for (const handler of handlers.flat()) mounts.paths.set(handler, String(path))
    if (path === '/api') mounts.root = handlers[0] as Mounts['root']
    return use.apply(this, args)
  })
  return mounts
}

/** Every route below a router, as `get /path`. */
function routesOf(stack: readonly Layer[], paths: Mounts['paths'], base: string): string[] {
  return stack.flatMap(({ route, handle }) => {
    if (!route) return routesOf(handle.stack ?? [], paths, `${base}${paths.get(handle) ?? ''}`)
    const path = `${base}${route.path === '/' ? '' : route.path}`
    return Object.keys(route.methods).map((method) => `${method} ${path}`)
  })
}

test('OA1 the document is public, and valid OpenAPI 3.1', async () => {
  await using server = await TestServer.start()
  const { body, headers } = await request(server.app.url).get('/api/openapi.json').expect(200)
  expect(headers['content-type']).toContain('application/json')
  const validator = new Validator()
  const { valid, errors } = await validator.validate(
    structuredClone(body) as Record<string, unknown>,
  )
  expect(errors ?? []).toEqual([])
  expect(valid).toBe(true)
  expect(validator.version).toBe('3.1')
  const ids = OPERATIONS.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const text = JSON.stringify(body)
  for (const [, ref] of text.matchAll(/"\$ref":"#\/components\/([^"]+)"/g)) {
    const [kind, name] = (ref ?? '').split('/') as [string, string]
    expect(body.components[kind], ref).toHaveProperty([name])
  }
})

test('OA2 every route that the server has is in the document, and the document has no other', async () => {
  const mounts = watchMounts()
  await using server = await TestServer.start()
  expect(server.app.url).toBeTruthy()
  const real = routesOf(mounts.root?.stack ?? [], mounts.paths, '/api')
  expect(real.length).toBeGreaterThan(40)
  const documented = Object.entries(openApiDocument('1').paths ?? {}).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  )
  expect(documented.toSorted()).toEqual(real.toSorted())
})

/** An address of the operation that exists, for its parameters. */
function addressOf({ path }: Operation, values: Readonly<Record<string, string>>): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = path.startsWith('/needs') ? values['need'] : values[name]
    return encodeURIComponent(value ?? name)
  })
  return `/api${filled}`
}

test('OA3 a route reads its query and its body with the schemas that the document shows', async () => {
  await using server = await TestServer.start()
  const { leadId, ids } = await server.crew('atlas', { Dora: 'developer' })
  const groups = `/api/lead/${leadId}/groups`
  await server.call('POST', groups, { name: 'plan', memberIds: [ids['Dora']] })
  const { body } = await server.call('POST', `${groups}/plan/messages`, { content: 'hello' })
  const values = {
    id: leadId,
    agentId: ids['Dora'] ?? '',
    memberId: ids['Dora'] ?? '',
    name: 'plan',
    messageId: body['message'].id as string,
    emoji: '👍',
    need: 'none',
  }
  // What ends the agent or its stay comes last.
  const last = ['terminateAgent', 'removeMember', 'renewToken']
  const inOrder = OPERATIONS.toSorted((a, b) => last.indexOf(a.id) - last.indexOf(b.id))
  for (const operation of inOrder.filter(({ text }) => text === undefined)) {
    asked.schemas = []
    const { method } = operation
    const reply = await server.call(
      method.toUpperCase(),
      addressOf(operation, values),
      method === 'get' || method === 'delete' ? undefined : {},
    )
    const wanted = [operation.query, operation.body].filter((schema) => schema !== undefined)
    const same =
      asked.schemas.length === wanted.length &&
      asked.schemas.every((schema, index) => schema === wanted[index])
    expect(same, `${operation.id} (it answered ${reply.status})`).toBe(true)
  }
})

test('OA4 refusals are told with their codes and the status that each has', () => {
  const { paths, components } = openApiDocument('1')
  // A set of codes keeps its name where one of its routes takes a key, and has the codes of keys then.
  const codesOf = (name: string): string[] => {
    const [, list] = /"enum":(\[[^\]]*\])/.exec(JSON.stringify(components?.responses?.[name])) ?? []
    return JSON.parse(list ?? '[]') as string[]
  }
  const codesAt = (operation: Operation): Record<string, string[]> => {
    const path = `/api${operation.path.replace(/:(\w+)/g, '{$1}')}`
    const responses = paths?.[path]?.[operation.method]?.responses ?? {}
    return Object.fromEntries(
      Object.entries(responses as Record<string, { $ref?: string }>).flatMap(([status, { $ref }]) =>
        $ref ? [[status, codesOf($ref.split('/').at(-1) ?? '')]] : [],
      ),
    )
  }
  for (const operation of OPERATIONS) {
    const { default: everywhere, ...byStatus } = codesAt(operation)
    expect(everywhere).toContain('internal')
    const isTold = (code: string) =>
      creatingAt(operation.method, operation.path) !== null ||
      !KEY_CODES.includes(code as ErrorCode)
    const told = Object.values(byStatus).flat().filter(isTold)
    expect(told.toSorted()).toEqual(errorsOf(operation).toSorted())
    for (const [status, codes] of Object.entries(byStatus)) {
      for (const code of codes) {
        expect(ERRORS[code as ErrorCode].status, `${operation.id} ${code}`).toBe(Number(status))
      }
    }
  }
  const busy = components?.responses?.['busy.storage_failed']
  expect(busy).toMatchObject({ headers: { 'Retry-After': {} } })
})

test('OA6 strangers, observers and other crews are refused as the document says', async () => {
  await using server = await TestServer.start()
  const { leadId, ids } = await server.crew('atlas', { Dora: 'developer' })
  const { tokens } = await server.crew('borealis')
  const values = { id: leadId, agentId: ids['Dora'] ?? '', need: 'none' }
  const json = OPERATIONS.filter(({ who, text }) => who !== 'anyone' && text === undefined)
  const refused = new Set<string>()
  for (const operation of json) {
    const { method } = operation
    const body = method === 'get' || method === 'delete' ? undefined : {}
    for (const token of [null, server.observer, tokens['lead'] ?? null]) {
      // The harness holds every reply against the document.
      const reply = await server.call(method.toUpperCase(), addressOf(operation, values), body, {
        token,
      })
      if (reply.status >= 400) refused.add(`${operation.id} ${reply.body['error'].code}`)
    }
  }
  expect(refused).toContain('postMessage forbidden')
  expect(refused).toContain('getGroup lead_not_found')
  expect(refused.size).toBeGreaterThan(json.length)
})
