import { DEFAULT_APP_ID } from '@crewroom/shared/model/admission'
import { expect, test } from 'vitest'
import { RpcRemote } from '../harness/rpc-remote'
import { TestServer } from '../harness/test-server'

test('RP30 programs of a crew that was imported are notified as those of any other', async () => {
  await using first = await TestServer.start()
  const crew = await first.crew('atlas', { ada: 'developer', ben: 'developer' })
  const memberIds = [crew.ids['ada'], crew.ids['ben']]
  const { body } = await first.call('POST', `/api/lead/${crew.leadId}/groups`, {
    name: 'plan',
    memberIds,
  })
  const at = { taskId: crew.leadId, conversationId: body['group'].id as string }
  const file = await fetch(`${first.app.url}/api/lead/${crew.leadId}/export`, {
    headers: { authorization: `Bearer ${first.owner}` },
  })
  await using second = await TestServer.start()
  const taken = await fetch(`${second.app.url}/api/import`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${second.owner}`,
      'content-type': 'application/x-ndjson',
    },
    body: await file.text(),
  })
  expect(taken.status).toBeLessThan(300)
  await expect
    .poll(async () => (await second.call('GET', '/api/lead')).body['leads'].length as number)
    .toBe(1)
  await second.call('POST', `/api/lead/${crew.leadId}/resume`)
  const key = async (name: string) => {
    const renewed = await second.call('POST', `/api/agents/${crew.ids[name]}/token`)
    return renewed.body['token'] as string
  }
  using ada = await RpcRemote.connect(second, await key('ada'))
  using ben = await RpcRemote.connect(second, await key('ben'))
  await ada.done('messages/send', { ...at, parts: [{ type: 'text', text: 'hello' }] })
  expect((await ben.told('messages/received'))['message']).toMatchObject({
    senderId: crew.ids['ada'],
  })
})

test('RP31 an agent that has ended is removed once and twice, and no id tells where it is', async () => {
  await using server = await TestServer.start()
  const crew = await server.crew('atlas', { ada: 'developer', ben: 'developer' })
  const other = await server.crew('borealis', { zoe: 'developer' })
  using ada = await RpcRemote.connect(server, crew.tokens['ada'])
  const { task, conversation } = await ada.done('task/create', {
    appId: DEFAULT_APP_ID,
    invitedAgentIds: [crew.ids['ben']],
    initialConversation: {},
  })
  const at = { taskId: task.id as string, conversationId: conversation.id as string }
  await server.call('POST', `/api/agents/${crew.ids['ben']}/terminate`)
  const nobody = '00000000-0000-4000-8000-000000000000'
  for (const agentId of [crew.ids['ben'], crew.ids['ben'], other.ids['zoe'], nobody]) {
    for (const params of [
      { method: 'task/conversation/participants/remove', params: { ...at, agentId } },
      { method: 'task/removeParticipant', params: { taskId: at.taskId, agentId } },
    ]) {
      expect(await ada.ask(params.method, params.params)).toMatchObject({ result: {} })
    }
  }
  // A task that does not concern the caller answers as one that is not there.
  using zoe = await RpcRemote.connect(server, other.tokens['zoe'])
  using ben = await RpcRemote.connect(server, crew.tokens['ada'])
  const list = (remote: RpcRemote, taskId: string) =>
    remote.ask('messages/list', { taskId, conversationId: nobody })
  const unknown = (await list(zoe, nobody)).error
  expect((await list(zoe, at.taskId)).error).toEqual(unknown)
  expect((await list(ben, nobody)).error).toEqual(unknown)
})
