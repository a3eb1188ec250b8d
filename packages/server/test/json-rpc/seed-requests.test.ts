import { DEFAULT_APP_ID } from '@crewroom/shared/model/admission'
import { expect, test } from 'vitest'
import type { RpcRemote } from '../harness/rpc-remote'
import { rpcCrew, say } from '../harness/rpc-crew'
import { TestServer } from '../harness/test-server'

/** The five requests of the document, word for word. */
const CREATE = `{
  "jsonrpc": "2.0",
  "id": "1",
  "method": "task/conversation/create",
  "params": {
    "taskId": "33333333-3333-4333-8333-333333333333",
    "name": "Project Alpha",
    "participants": [
      "11111111-1111-4111-8111-111111111111",
      "22222222-2222-4222-8222-222222222222"
    ]
  }
}`
const ADD = `{
  "jsonrpc": "2.0",
  "id": "2",
  "method": "task/conversation/participants/add",
  "params": {
    "taskId": "33333333-3333-4333-8333-333333333333",
    "conversationId": "44444444-4444-4444-8444-444444444444",
    "agentId": "55555555-5555-4555-8555-555555555555"
  }
}`
const REMOVE = `{
  "jsonrpc": "2.0",
  "id": "3",
  "method": "task/conversation/participants/remove",
  "params": {
    "taskId": "33333333-3333-4333-8333-333333333333",
    "conversationId": "44444444-4444-4444-8444-444444444444",
    "agentId": "55555555-5555-4555-8555-555555555555"
  }
}`
const ARCHIVE = `{
  "jsonrpc": "2.0",
  "id": "4",
  "method": "task/conversation/archive",
  "params": {
    "taskId": "33333333-3333-4333-8333-333333333333",
    "conversationId": "44444444-4444-4444-8444-444444444444"
  }
}`
const LIST = `{
  "jsonrpc": "2.0",
  "id": "5",
  "method": "task/conversation/list",
  "params": { "limit": 50 }
}`

async function send(remote: RpcRemote, frame: string, id: string) {
  remote.raw(frame)
  return remote.answerTo(id)
}

test('RP20 the five requests of the document work word for word, and everybody it names is told, and nobody else', async () => {
  await using server = await TestServer.start()
  using crew = await rpcCrew(server)
  const { taskId } = await crew.task()
  // The others talk in a task of their own, and must hear nothing of this one.
  await crew
    .remote('finn')
    .done('task/create', { appId: DEFAULT_APP_ID, invitedAgentIds: [crew.id('eve')] })
  await crew.quiet()
  crew.forget()
  const words: [string, string][] = [
    ['11111111-1111-4111-8111-111111111111', crew.id('ben')],
    ['22222222-2222-4222-8222-222222222222', crew.id('cleo')],
    ['33333333-3333-4333-8333-333333333333', taskId],
    ['55555555-5555-4555-8555-555555555555', crew.id('dora')],
  ]
  const real = (frame: string) =>
    words.reduce((text, [from, to]) => text.replaceAll(from, to), frame)
  const tm = crew.remote('tm')

  const created = await send(tm, real(CREATE), '1')
  const conversation = created.result?.['conversation']
  expect(conversation).toMatchObject({ name: 'Project Alpha', createdBy: crew.id('tm') })
  words.push(['44444444-4444-4444-8444-444444444444', conversation.id])
  const at = { taskId, conversationId: conversation.id as string }
  await crew.quiet()
  expect(crew.toldOf('task/conversation/created')).toEqual({ ben: 1, cleo: 1 })
  expect(await crew.remote('ben').told('task/conversation/created')).toEqual({
    ...at,
    name: 'Project Alpha',
    participants: [crew.id('ben'), crew.id('cleo')],
  })

  expect((await send(tm, real(ADD), '2')).result).toEqual({})
  await crew.quiet()
  expect(crew.toldOf('task/conversation/participants/added')).toEqual({ ben: 1, cleo: 1, dora: 1 })
  expect(await crew.remote('ben').told('task/conversation/participants/added')).toEqual({
    ...at,
    addedAgentId: crew.id('dora'),
    byAgentOrTm: 'tm',
  })

  expect((await send(tm, real(REMOVE), '3')).result).toEqual({})
  await crew.quiet()
  expect(crew.toldOf('task/conversation/participants/removed')).toEqual({
    ben: 1,
    cleo: 1,
    dora: 1,
  })
  expect(await crew.remote('dora').told('task/conversation/participants/removed')).toEqual({
    ...at,
    removedAgentId: crew.id('dora'),
    reason: 'tm_remove',
  })

  // Who was removed hears nothing more of it, and everything of the task's other conversations.
  const second = await tm.done('task/conversation/create', {
    taskId,
    participants: [crew.id('ben'), crew.id('dora')],
  })
  await crew.remote('ben').done('messages/send', { ...at, ...say('first') })
  const elsewhere = { taskId, conversationId: second['conversation'].id as string }
  await crew.remote('ben').done('messages/send', { ...elsewhere, ...say('second') })
  await crew.quiet()
  expect(crew.toldOf('messages/received')).toEqual({ cleo: 1, dora: 1 })
  const told = await crew.remote('dora').told('messages/received')
  expect(told['message'].conversationId).toBe(elsewhere.conversationId)

  expect((await send(tm, real(ARCHIVE), '4')).result).toEqual({})
  await crew.quiet()
  expect(crew.toldOf('task/conversation/archived')).toEqual({ ben: 1, cleo: 1 })
  const archived = await crew.remote('ben').told('task/conversation/archived')
  expect(archived).toEqual({ ...at, archivedAt: expect.any(String) as string })
  const refused = await crew.remote('ben').ask('messages/send', { ...at, ...say('too late') })
  expect(refused.error).toMatchObject({
    code: -32_022,
    data: { name: 'ConversationArchivedError' },
  })

  const list = await send(crew.remote('ben'), LIST, '5')
  const items = list.result?.['items'] as { conversation: { id: string; archivedAt?: string } }[]
  const found = items.find((item) => item.conversation.id === at.conversationId)
  expect(found).toMatchObject({
    taskId,
    conversation: { archivedAt: archived['archivedAt'] },
    participants: [crew.id('ben'), crew.id('cleo')],
  })
  expect(items.map((item) => item.conversation.id)).toContain(elsewhere.conversationId)

  await tm.done('task/conversation/unarchive', at)
  await crew.quiet()
  expect(crew.toldOf('task/conversation/unarchived')).toEqual({ ben: 1, cleo: 1 })
  await crew.remote('ben').done('messages/send', { ...at, ...say('again') })
  await crew.quiet()
  for (const name of ['tm', 'lead', 'eve', 'finn', 'zoe']) {
    expect(crew.remote(name).notifications, name).toEqual([])
  }
  expect(crew.unfit()).toEqual([])
})

test('RP21 tasks are told of too: created to all that are invited, closed to all that were in it', async () => {
  await using server = await TestServer.start()
  using crew = await rpcCrew(server)
  const { taskId, conversationId } = await crew.task('ben', 'cleo')
  await crew.quiet()
  const all = { tm: 1, ben: 1, cleo: 1, dora: 1, eve: 1 }
  expect(crew.toldOf('task/created')).toEqual(all)
  const { task } = await crew.remote('eve').told('task/created')
  expect(task).toMatchObject({ id: taskId, status: 'active', initiatorAgentId: crew.id('tm') })
  const { tasks } = await crew.remote('eve').done('task/list')
  expect(tasks.map(({ id }: { id: string }) => id)).toEqual([taskId, crew.leadId])
  await crew.remote('ben').done('task/leave', { taskId })
  await crew.quiet()
  expect(crew.toldOf('task/conversation/participants/removed')).toEqual({ ben: 1, cleo: 1 })
  const left = await crew.remote('cleo').told('task/conversation/participants/removed')
  expect(left).toEqual({
    taskId,
    conversationId,
    removedAgentId: crew.id('ben'),
    reason: 'task_leave',
  })
  const closed = await crew.remote('tm').done('task/close', { taskId })
  expect(closed['task']).toMatchObject({ status: 'closed', endedAt: expect.any(String) as string })
  await crew.quiet()
  expect(crew.toldOf('task/closed')).toEqual({ tm: 1, cleo: 1, dora: 1, eve: 1 })
  const at = { taskId, conversationId }
  const refused = await crew.remote('cleo').ask('messages/send', { ...at, ...say('too late') })
  expect(refused.error).toMatchObject({ code: -32_020, data: { name: 'TaskClosedError' } })
  // The last one that leaves closes a task, and is told of that.
  const { task: own } = await crew
    .remote('finn')
    .done('task/create', { appId: DEFAULT_APP_ID, invitedAgentIds: [] })
  await crew.remote('finn').done('task/leave', { taskId: own.id })
  await crew.remote('finn').told('task/closed', (told) => told['task'].id === own.id)
  expect(crew.unfit()).toEqual([])
})
