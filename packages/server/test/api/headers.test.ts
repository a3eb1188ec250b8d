import { expect, test } from 'vitest'
import { TestServer } from '../harness/test-server'

/** The headers of every answer, whatever was asked for. */
const EVERY = {
  'content-security-policy':
    "default-src 'self';script-src 'self';style-src 'self';img-src 'self' data: blob:;font-src 'self';connect-src 'self';object-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}
const NEVER = ['strict-transport-security', 'x-powered-by', 'etag', 'last-modified']

test('RE80 every answer of the API has the same headers for browsers, refusals too, and is stored nowhere', async () => {
  await using server = await TestServer.start()
  const owner = { authorization: `Bearer ${server.owner}` }
  const json = { ...owner, 'content-type': 'application/json' }
  const asked: [method: string, path: string, headers: Record<string, string>, status: number][] = [
    ['GET', '/api/lead', owner, 200],
    ['HEAD', '/api/lead', owner, 200],
    ['POST', '/api/lead', json, 422],
    ['DELETE', '/api/lead', owner, 404],
    ['GET', '/api/lead', {}, 401],
    ['GET', '/api/health', {}, 200],
    ['GET', '/api/nothing', owner, 404],
  ]
  for (const [method, path, headers, status] of asked) {
    const response = await fetch(`${server.app.url}${path}`, {
      method,
      headers,
      ...(method === 'POST' ? { body: '{"no":1}' } : {}),
    })
    await response.arrayBuffer()
    const what = `${method} ${path}`
    expect(response.status, what).toBe(status)
    const came = Object.fromEntries(response.headers)
    expect(came, what).toMatchObject({
      ...EVERY,
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
    })
    for (const name of NEVER) expect(came, what).not.toHaveProperty(name)
    // Only what may be compressed differs with what the client takes.
    expect(came['vary'], what).toBe(
      method === 'GET' || method === 'HEAD' ? 'Accept-Encoding' : undefined,
    )
  }
})
