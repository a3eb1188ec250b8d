import { expect, test } from 'vitest'
import { RpcRemote } from '../harness/rpc-remote'
import { TestServer } from '../harness/test-server'
import { TestSocket } from '../harness/test-socket'

test('RE8 with its new token all connections end that an agent made with the old one, and nobody else’s', async () => {
  await using server = await TestServer.start()
  const { ids, tokens, leadId } = await server.crew('atlas', { ada: 'architect', ben: 'developer' })
  const made = await server.call('POST', `/api/lead/${leadId}/groups`, {
    name: 'plan',
    memberIds: ['ada', 'ben'],
  })
  const { id: chatId } = made.body['group']
  const open = async (path: string, hello: object) => {
    const socket = new TestSocket(`${server.app.url}${path}`)
    await socket.opened()
    socket.send(hello)
    await socket.wait(({ type }) => type === 'hello' || type === 'view_data')
    return socket
  }
  const all = async (name: string) => {
    const token = tokens[name] ?? ''
    return {
      events: await open('/ws', { type: 'hello', token, leads: '*' }),
      agent: await open('/agent', { type: 'hello', token, agentId: ids[name] }),
      session: await open(`/api/group-chats/${chatId}/sessions/main/ws`, { type: 'hello', token }),
      rpc: await RpcRemote.connect(server, token),
    }
  }
  const [ada, ben] = [await all('ada'), await all('ben')]
  const renewed = await server.call('POST', `/api/agents/${ids['ada']}/token`, {})
  expect(renewed.status).toBe(201)
  for (const [door, { closed }] of Object.entries(ada)) expect((await closed).code, door).toBe(4001)
  using again = await RpcRemote.connect(server, renewed.body['token'])
  await again.quiet()
  await ben.rpc.quiet()
  let closed = 0
  for (const one of Object.values(ben)) void one.closed.then(() => closed++)
  await ben.rpc.quiet()
  expect(closed, 'of the other agent').toBe(0)
  for (const one of [ben.events, ben.agent, ben.session]) one.close()
  ben.rpc[Symbol.dispose]()
})
