import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { create } from '../../src/cli/create'
import { StartRefused } from '../../src/start-refused'
import { TestServer } from '../harness/test-server'

/** Passes requests on, and loses the first answers. */
async function losing(server: TestServer, count: number) {
  let left = count
  const pass = async (request: IncomingMessage) =>
    fetch(`${server.app.url}${request.url ?? ''}`, {
      method: 'POST',
      headers: request.headers as Record<string, string>,
      body: await text(request),
    })
  const proxy = createServer((request, response) => {
    void pass(request).then(async (answer) => {
      if (left-- > 0) request.socket.destroy()
      else response.writeHead(answer.status).end(await answer.text())
    })
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => proxy.close() }
}

test('IK8 what a command creates is there once when its answer was lost, and a refusal is its sentence', async () => {
  await using server = await TestServer.start()
  const { leadId } = await server.crew('atlas')
  const { url, close } = await losing(server, 2)
  try {
    const to = { url, token: server.owner }
    const path = { id: leadId }
    const wanted = { path, body: { role: 'developer', name: 'ben' } }
    const made = await create<{ agent: { id: string } }>(to, '/api/lead/{id}/agents', wanted)
    const { body } = await server.call('GET', `/api/lead/${leadId}/agents`)
    const agents = body['agents'] as { id: string; name: string }[]
    expect(agents.filter(({ name }) => name === 'ben').map(({ id }) => id)).toEqual([made.agent.id])
    const refused = create(to, '/api/lead/{id}/agents', { path, body: { role: '' } })
    await expect(refused).rejects.toThrow(StartRefused)
    await expect(refused).rejects.toThrow(/^Role: /)
  } finally {
    close()
  }
})
