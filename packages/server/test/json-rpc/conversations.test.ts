import { expect, test } from 'vitest'
import { commandLine } from '@crewroom/shared/command/grammar'
import { PLENTY, rpcCrew, say } from '../harness/rpc-crew'
import { TestServer } from '../harness/test-server'

test('RP33 updatedAt of a conversation never goes back: messages, members, names, archiving and unarchiving move it', async () => {
  await using server = await TestServer.start({ config: PLENTY })
  using crew = await rpcCrew(server)
  const at = await crew.task('ben', 'cleo')
  const tm = crew.remote('tm')
  const group = Object.values(server.app.core.shard.crew(crew.leadId).state.groups).find(
    ({ id }) => id === at.conversationId,
  )
  const path = `/api/lead/${crew.leadId}/groups/${group?.name}`
  const read = async (): Promise<{ updatedAt: string; archivedAt?: string; name: string }> => {
    const { items } = await crew.remote('ben').done('task/conversation/list')
    return items.find(
      (one: { conversation: { id: string } }) => one.conversation.id === at.conversationId,
    ).conversation
  }
  const acts: Record<string, () => Promise<unknown>> = {
    send: () => tm.done('messages/send', { ...at, ...say('one') }),
    rename: () => server.call('PATCH', path, { displayName: 'Another name' }),
    archive: () => tm.done('task/conversation/archive', at),
    unarchive: () => tm.done('task/conversation/unarchive', at),
    add: () => tm.done('task/conversation/participants/add', { ...at, agentId: crew.id('dora') }),
    remove: () =>
      tm.done('task/conversation/participants/remove', { ...at, agentId: crew.id('dora') }),
  }
  let before = (await read()).updatedAt
  for (const [name, act] of Object.entries(acts)) {
    await later()
    await act()
    const now = await read()
    expect(now.updatedAt > before, `${name}: ${before}, then ${now.updatedAt}`).toBe(true)
    expect(now.archivedAt, name).toBe(name === 'archive' ? now.updatedAt : undefined)
    expect((await read()).updatedAt, `${name}, read again`).toBe(now.updatedAt)
    before = now.updatedAt
  }
  expect((await read()).name).toBe('Another name')
})

/** Times are whole milliseconds: what is next has another one. */
async function later(): Promise<void> {
  const begin = Date.now()
  while (Date.now() <= begin + 1) await new Promise((resolve) => setTimeout(resolve, 1))
}

test('RP34 the reason of a removal is task_leave only if the agent leaves the task', async () => {
  await using server = await TestServer.start({ config: PLENTY })
  using crew = await rpcCrew(server)
  const at = await crew.task('ben', 'cleo', 'dora')
  const other = await crew.remote('tm').done('task/conversation/create', {
    taskId: at.taskId,
    participants: ['ben', 'cleo', 'dora'].map(crew.id),
  })
  const group = Object.values(server.app.core.shard.crew(crew.leadId).state.groups).find(
    ({ id }) => id === at.conversationId,
  )
  const removed = async (name: string, conversationId: unknown) => {
    const told = await crew
      .remote('cleo')
      .told(
        'task/conversation/participants/removed',
        (params) =>
          params['removedAgentId'] === crew.id(name) && params['conversationId'] === conversationId,
      )
    return told['reason'] as unknown
  }
  const text = `${commandLine('LEAVE_GROUP', { group: group?.name ?? '' })}\n`
  const token = crew.tokens['ben'] ?? ''
  await server.call('POST', `/api/agents/${crew.id('ben')}/output`, { text }, { token })
  expect(await removed('ben', at.conversationId), 'it stays in the task').toBe('tm_remove')
  await crew.remote('ben').done('task/leave', { taskId: at.taskId })
  expect(await removed('ben', other['conversation'].id)).toBe('task_leave')
  await crew.remote('dora').done('task/leave', { taskId: at.taskId })
  for (const id of [at.conversationId, other['conversation'].id]) {
    expect(await removed('dora', id)).toBe('task_leave')
  }
  expect(crew.unfit()).toEqual([])
})
