import { expect, test } from 'vitest'
import { nobody, PLENTY, rpcCrew, say } from '../harness/rpc-crew'
import { TestServer } from '../harness/test-server'

test('RP45 no refusal speaks of what only other doors know, and each says what there is on this one', async () => {
  await using server = await TestServer.start({ config: PLENTY })
  using crew = await rpcCrew(server)
  const [ben, tm, zoe, lead] = ['ben', 'tm', 'zoe', 'lead'].map((name) => crew.remote(name))
  if (!ben || !tm || !zoe || !lead) throw new Error('nobody is there')
  const at = await crew.task('ben', 'cleo')
  const { taskId } = at
  const own = { taskId: crew.leadId }
  const agentId = crew.id('ben')
  const messageOf = async (who: typeof ben, method: string, params: object) => {
    const { error } = await who.ask(method, params)
    if (!error) throw new Error(`${method} was not refused`)
    expect(error.message, method).not.toMatch(/\b(circle|group|crew|session|lead)s?\b/i)
    return error.message
  }
  const noTask = 'There is no such task, or you are not in it.'
  expect(await messageOf(ben, 'task/leave', { taskId: nobody() })).toBe(noTask)
  expect(await messageOf(zoe, 'messages/send', { ...at, ...say('x') })).toBe(noTask)
  const elsewhere = { ...at, conversationId: nobody() }
  const noConversation = 'There is no such conversation in this task.'
  expect(await messageOf(ben, 'messages/list', elsewhere)).toBe(noConversation)
  const eve = crew.remote('eve')
  const outside = await messageOf(eve, 'messages/list', at)
  expect(outside).toContain('task-manager')
  const forbidden = 'Only the task-manager may do this.'
  for (const [who, method, params] of [
    [ben, 'task/close', { taskId }],
    [ben, 'task/conversation/archive', at],
    [ben, 'task/conversation/create', { taskId, participants: [agentId] }],
    [ben, 'task/addParticipant', { taskId, agentId }],
    [lead, 'task/close', own],
    [lead, 'task/removeParticipant', { ...own, agentId }],
    [ben, 'task/leave', own],
  ] as const) {
    expect(await messageOf(who, method, params), method).toContain(forbidden)
  }
  const reply = { ...at, ...say('x'), replyToId: nobody() }
  expect(await messageOf(ben, 'messages/send', reply)).toContain('message in this conversation')
  await tm.done('task/conversation/archive', at)
  const archived = await messageOf(ben, 'messages/send', { ...at, ...say('x') })
  expect(archived).toContain('This conversation is archived.')
  await tm.done('task/close', { taskId })
  const closed = await messageOf(ben, 'messages/send', { ...at, ...say('x') })
  expect(closed).toContain('This task is closed')
  expect(crew.unfit()).toEqual([])
})
