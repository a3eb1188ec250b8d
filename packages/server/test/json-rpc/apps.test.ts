import { expect, test } from 'vitest'
import { RpcRemote } from '../harness/rpc-remote'
import { TestServer } from '../harness/test-server'

/** A crew with an app in it, which is connected. */
async function withApp(server: TestServer) {
  const crew = await server.crew('atlas', { ada: 'architect', ben: 'developer' })
  const invited = await server.call('POST', `/api/lead/${crew.leadId}/invites`, {})
  const { body } = await server.call(
    'POST',
    '/api/v1/apps/register',
    { name: 'deploys', inviteCode: invited.body['code'] },
    { token: null },
  )
  const app = await RpcRemote.connect(server, body['appKey'] as string)
  return { ...crew, appId: body['appId'] as string, app }
}

test('RP21, AD16 an app is told of each task that it manages, of conversations that others create in it, and of its end', async () => {
  await using server = await TestServer.start()
  const { app, appId, ids, tokens } = await withApp(server)
  using _ = app
  using ada = await RpcRemote.connect(server, tokens['ada'])
  const invitedAgentIds = [ids['ben']]
  const made = await ada.done('task/create', { appId, invitedAgentIds, initialConversation: {} })
  const taskId = made['task'].id as string
  expect(await app.told('task/created')).toEqual({ task: made['task'] })
  expect(await app.told('task/conversation/created')).toMatchObject({
    taskId,
    conversationId: made['conversation'].id,
    participants: [ids['ada'], ids['ben']],
  })
  const participants = [ids['ben']]
  // It made this one itself, and has the answer.
  await app.done('task/conversation/create', { taskId, participants })
  await app.done('task/close', { taskId })
  expect((await app.told('task/closed'))['task']).toMatchObject({ id: taskId, status: 'closed' })
  await app.quiet()
  expect(app.order.filter((one) => one.startsWith('task/'))).toEqual([
    'task/created',
    'task/conversation/created',
    'task/closed',
  ])
  expect([...app.unfit, ...ada.unfit]).toEqual([])
})

test('AD16 an appId that names no app of the crew is refused at its field, and nothing is created', async () => {
  await using server = await TestServer.start()
  const { app, ids, tokens } = await withApp(server)
  using _ = app
  using ada = await RpcRemote.connect(server, tokens['ada'])
  for (const appId of ['deploys', ids['ben'], '00000000-0000-4000-8000-000000000000']) {
    const { error } = await ada.ask('task/create', { appId, invitedAgentIds: [] })
    expect(error).toMatchObject({ code: -32_602, data: { code: 'validation' } })
    expect(Object.keys(error?.data['fields'] as object)).toEqual(['appId'])
  }
  expect((await ada.done('task/list'))['tasks']).toHaveLength(1)
  const { task } = await ada.done('task/create', { invitedAgentIds: [] })
  expect(task.initiatorAgentId).toBe(ids['ada'])
  expect([...app.unfit, ...ada.unfit]).toEqual([])
})
