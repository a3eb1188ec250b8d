import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import express from 'express'
import request from 'supertest'
import { expect, test } from 'vitest'
import { errorHandler } from '../../src/api/errors'
import { joiningRoutes } from '../../src/api/routes/joining-routes'
import { createLogger } from '../../src/logger'
import { ServerWithWriter } from '../harness/server-with-writer'
import { eventually } from '../harness/speaker'
import { TestServer } from '../harness/test-server'

const WEB = fileURLToPath(new URL('../../dist/web', import.meta.url))

test('PG1 the page is served at every address that is not the API, with a policy that runs no inline script', async () => {
  expect(existsSync(WEB), 'the dashboard is not built: npm run build').toBe(true)
  await using server = await TestServer.start({ web: WEB })
  const deep = await request(server.app.url).get('/leads/x/groups/y').expect(200)
  expect(deep.headers['content-type']).toContain('text/html')
  expect(deep.headers['content-security-policy']).toContain("script-src 'self';")
  expect(deep.headers['cache-control']).toBe('no-cache')
  expect(deep.text).not.toMatch(/<script(?![^>]*\bsrc=)/)
})

test('PG2 a missing asset and an unknown API address are JSON 404s, not the page', async () => {
  await using server = await TestServer.start({ web: WEB })
  for (const address of [
    '/assets/none.js',
    '/api/none',
    '/.well-known/oauth-authorization-server',
    '/.well-known/oauth-protected-resource/mcp',
    '/mcp/.well-known/openid-configuration',
    '/robots.txt',
    '/leads/x/none.json',
  ]) {
    const { body } = await request(server.app.url)
      .get(address)
      .set('authorization', `Bearer ${server.owner}`)
      .expect(404)
    expect(body).toMatchObject({ error: { code: 'not_found' } })
  }
})

test('PG3 probes tell whether the process lives and whether it takes work, without a token', async () => {
  await using server = await ServerWithWriter.start()
  const probe = async (address: string) => {
    const { status, body } = await request(server.app.url).get(address)
    return { status, body: body as unknown }
  }
  const well = { status: 200, body: { ok: true } }
  expect([await probe('/healthz'), await probe('/readyz')]).toEqual([well, well])
  // The disk is full until the plan is through.
  server.writer.plan(...Array.from({ length: 5 }, () => 'fail SQLITE_FULL' as const))
  await server.call('POST', '/api/lead', { name: 'atlas' })
  expect(await probe('/healthz')).toEqual(well)
  expect(await probe('/readyz')).toEqual({
    status: 503,
    body: { ok: false, storage: 'SQLITE_FULL' },
  })
  server.writer.plan()
  await eventually('it takes work again', async () => (await probe('/readyz')).status === 200)
})

test('IN18 the program with which a coding agent elsewhere joins is there without a token, and its absence is said', async () => {
  await using server = await TestServer.start()
  const built = new URL('../../dist/joining/crewroom.mjs', import.meta.url)
  const answer = await fetch(`${server.app.url}/crewroom.mjs`)
  expect([answer.status, await answer.text()]).toEqual([200, readFileSync(built, 'utf8')])
  const { headers } = answer
  expect(headers.get('content-type')).toMatch(/^text\/javascript/)
  expect(headers.get('cache-control')).toBe('public, max-age=0')
  const again = await fetch(`${server.app.url}/crewroom.mjs`, {
    headers: { 'if-none-match': headers.get('etag') ?? '', 'cache-control': 'max-age=0' },
  })
  expect(again.status).toBe(304)
  const app = express().use(joiningRoutes(null), errorHandler(createLogger('silent')))
  const missing = await request(app).get('/crewroom.mjs')
  expect([missing.status, missing.body.error.message]).toEqual([
    404,
    '/crewroom.mjs is not built. Run: npm run build',
  ])
})

test('TV65 the address of a sub-agent’s transcript, which has a dot, is the page', async () => {
  await using server = await TestServer.start({ web: WEB })
  const about = async (address: string) => {
    const { status, type } = await request(server.app.url).get(address)
    return `${status} ${type}`
  }
  const id = `${'x'.repeat(22)}.a1b2c3`
  for (const address of [`/transcripts/${id}`, `/leads/one/transcripts/${id}`]) {
    expect(await about(address), address).toBe('200 text/html')
  }
  for (const address of [
    '/transcripts/a/b.js',
    '/leads/one/two/transcripts/x.js',
    '/a/transcripts/x.js',
  ]) {
    expect(await about(address), address).toBe('404 application/json')
  }
})
