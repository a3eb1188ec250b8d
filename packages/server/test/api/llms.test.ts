import { expect, test } from 'vitest'
import { COMMAND_HELP, commandExample } from '@crewroom/shared/command/help'
import { COMMAND_PAYLOADS, type CommandName } from '@crewroom/shared/command/payloads'
import { OPERATIONS } from '../../src/api/openapi/operations'
import { TestServer } from '../harness/test-server'
import { TestSocket } from '../harness/test-socket'

async function read(server: TestServer, address: string) {
  const response = await fetch(`${server.app.url}${address}`)
  return { response, text: await response.text() }
}

test('OA13 /llms.txt says without a token what Crewroom is, how an agent joins and every command, and names no crew', async () => {
  await using server = await TestServer.start()
  const before = await read(server, '/llms.txt')
  expect(before.response.status).toBe(200)
  expect(before.response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  await server.crew('atlas', { ada: 'developer' })
  const { text } = await read(server, '/llms.txt')
  expect(text, 'whatever is on the server').toBe(before.text)
  expect(text).toMatch(/^# Crewroom\n\n> .{40,}\n\n[^#]/)
  expect(text.match(/^## .+$/gm)).toEqual([
    '## Get a token',
    '## Work over HTTP',
    '## Other ways in',
    '## Commands',
    '## Documents',
  ])
  expect(Buffer.byteLength(text)).toBeLessThan(12_000)
  for (const name of Object.keys(COMMAND_PAYLOADS) as CommandName[]) {
    const { summary, fields } = COMMAND_HELP[name]
    expect(text).toContain(`\n- \`${commandExample(name)}\`: ${summary}`)
    for (const [field, what] of Object.entries(fields)) {
      expect(text).toContain(`\n  - \`${field}\`: ${what}`)
    }
  }
})

test('OA14 each request, socket and document that /llms.txt names is there', async () => {
  await using server = await TestServer.start()
  const { text } = await read(server, '/llms.txt')
  const shape = (address: string) => address.replace(/\?.*/, '').replace(/:\w+/g, ':x')
  const known = new Set(
    OPERATIONS.map(({ method, path }) => `${method.toUpperCase()} ${shape(`/api${path}`)}`),
  )
  const told = [...text.matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) \/\S+?)[ `]/g)].map(([, route = '']) => shape(route)) // prettier-ignore
  expect(told).toHaveLength(4)
  expect(told.filter((route) => !known.has(route))).toEqual([])
  for (const [, address = ''] of text.matchAll(/\]\((\/\S+)\)/g)) {
    expect([address, (await read(server, address)).response.status]).toEqual([address, 200])
  }
  const sockets = [...text.matchAll(/`(\/[\w/]+)`: (?:the same on one|JSON-RPC over a) WebSocket/g)].map(([, address = '']) => address) // prettier-ignore
  expect(sockets).toEqual(['/agent', '/rpc/ws'])
  for (const address of sockets) {
    const { leadId, tokens } = await server.crew(address.slice(1).replace('/', '-'))
    const authorization = { authorization: `Bearer ${tokens['lead']}` }
    const socket = new TestSocket(`${server.app.url}${address}`, { headers: authorization })
    await socket.opened()
    expect(leadId).not.toBe('')
  }
})

test('OA15, PG2 other addresses that programs try are JSON 404s, not the page', async () => {
  const web = new URL('../../dist/web', import.meta.url).pathname
  await using server = await TestServer.start({ web })
  for (const address of [
    '/robots.txt',
    '/ai.txt',
    '/.well-known/mcp',
    '/.well-known/agent-card.json',
    '/.well-known/oauth-protected-resource/mcp',
    '/llms-full.txt',
    '/openapi.json',
    '/api/llms.txt',
  ]) {
    // prettier-ignore
    const { response, text } = await read(server, address)
    expect.soft([address, response.status]).toEqual([address, address.startsWith('/api') ? 401 : 404]) // prettier-ignore
    expect.soft(JSON.parse(text)).toMatchObject({ error: { code: expect.any(String) } })
  }
  const page = await read(server, '/leads/x')
  expect(page.response.headers.get('content-type')).toContain('text/html')
  expect((await read(server, '/llms.txt')).text).toMatch(/^# Crewroom/)
})
