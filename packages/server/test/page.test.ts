import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import request from 'supertest'
import { expect, test } from 'vitest'
import { TestServer } from './harness/test-server'

const WEB = fileURLToPath(new URL('../dist/web', import.meta.url))

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
  for (const address of ['/assets/none.js', '/api/none']) {
    const { body } = await request(server.app.url)
      .get(address)
      .set('authorization', `Bearer ${server.owner}`)
      .expect(404)
    expect(body).toMatchObject({ error: { code: 'not_found' } })
  }
})
