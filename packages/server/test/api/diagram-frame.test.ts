import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { TestServer } from '../harness/test-server'

const WEB = fileURLToPath(new URL('../../dist/web', import.meta.url))

test('PG4 diagrams are drawn in a document without an origin, which may run one script and nothing else', async () => {
  expect(existsSync(WEB), 'the dashboard is not built: npm run build').toBe(true)
  await using server = await TestServer.start({ web: WEB })
  const { url } = server.app
  const words: string[] = []
  for (let n = 0; n < 2; n++) {
    const frame = await fetch(`${url}/diagrams/frame`)
    expect([frame.status, frame.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ])
    const policy = (frame.headers.get('content-security-policy') ?? '').split(';')
    const [, word = ''] = /^script-src 'nonce-([\w+/]{22}==)'$/.exec(policy[1] ?? '') ?? []
    words.push(word)
    expect(policy).toEqual([
      "default-src 'none'",
      `script-src 'nonce-${word}'`,
      "style-src 'unsafe-inline'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
      'sandbox allow-scripts',
    ])
    expect(frame.headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect(frame.headers.get('cache-control')).toBe('no-store')
    const scripts = (await frame.text()).match(/<script[^>]*>/g)
    expect(scripts).toEqual([`<script nonce="${word}" src="/diagrams/draw.js">`])
  }
  expect(new Set(words).size).toBe(2)
  const script = await fetch(`${url}/diagrams/draw.js`)
  expect([script.status, script.headers.get('content-type')]).toEqual([
    200,
    'text/javascript; charset=utf-8',
  ])
  expect(script.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  await script.arrayBuffer()
})

test('PG4 nothing else is below its address, and other pages keep their policy', async () => {
  await using server = await TestServer.start({ web: WEB })
  const { url } = server.app
  for (const path of ['/diagrams', '/diagrams/', '/diagrams/none', '/diagrams/draw.js.br']) {
    const answer = await fetch(url + path)
    expect([answer.status, await answer.json()], path).toMatchObject([
      404,
      { error: { code: 'not_found' } },
    ])
  }
  const page = await fetch(`${url}/leads/x/groups/y`)
  await page.arrayBuffer()
  expect(page.headers.get('content-security-policy')).toBe(
    "default-src 'self';script-src 'self';style-src 'self';img-src 'self' data: blob:;font-src 'self';connect-src 'self';object-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
  )
  expect(page.headers.get('cross-origin-resource-policy')).toBe('same-origin')
  // Browsers name the origin that the sandbox does not have where it loads its script: there, and nowhere else, it is taken.
  for (const [path, origin, status] of [
    ['/diagrams/draw.js', 'null', 200],
    ['/diagrams/draw.js', 'https://evil.example', 403],
    ['/diagrams/frame', 'null', 403],
    ['/api/health', 'null', 403],
    ['/', 'null', 403],
  ] as const) {
    const answer = await fetch(url + path, { headers: { origin } })
    await answer.arrayBuffer()
    expect(answer.status, `${path} from ${origin}`).toBe(status)
  }
})
