import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { TranscriptItemView, TranscriptPage } from '@crewroom/shared/transcript/views'
import { AgentFloor } from '../harness/agent-floor'
import { asked, SessionFolder } from '../harness/session-folder'
import { eventually } from '../harness/speaker'
import { TestSocket } from '../harness/test-socket'

const call = (fields: object) => ({ update: { sessionUpdate: 'tool_call', ...fields } })
const update = (fields: object) => ({ update: { sessionUpdate: 'tool_call_update', ...fields } })
const claude = (toolName: string, parentToolUseId?: string) => ({
  _meta: { claudeCode: { toolName, ...(parentToolUseId && { parentToolUseId }) } },
})
const text = (words: string) => [{ type: 'content', content: { type: 'text', text: words } }]

/** Looks into a file with a sub-agent, fails at one tool, posts, and works on until it is stopped. */
const BUSY = {
  systemPrompt: true,
  chunks: [
    { thought: 'Let me see.' },
    call({ toolCallId: 'a', kind: 'think', rawInput: { description: 'Look' }, ...claude('Task') }),
    call({ toolCallId: 'b', kind: 'read', title: 'Read it', ...claude('Read', 'a') }),
    update({ toolCallId: 'b', status: 'completed', content: text('1 line') }),
    update({ toolCallId: 'a', status: 'completed', content: text('One line.') }),
    call({ toolCallId: 'c', kind: 'execute', rawInput: { command: 'npm test' } }),
    update({ toolCallId: 'c', status: 'failed', content: text('1 failed') }),
    '⟦⟦ GROUP_MESSAGE {"group":"dev","content":"One test fails."} ⟧⟧\n',
  ],
  hang: 'prompt',
}

async function page(floor: AgentFloor, name: string): Promise<TranscriptPage> {
  const { status, body } = await floor.server.call(
    'GET',
    `/api/agents/${floor.id(name)}/transcript?limit=100`,
  )
  expect([status, body]).toEqual([200, body])
  return body as unknown as TranscriptPage
}

const aiOf = (items: readonly TranscriptItemView[]) => items.filter((item) => item.type === 'ai')

test('TR114 the transcript of an agent grows while it works: its tools, a sub-agent, an error, an interruption', async () => {
  await using floor = await AgentFloor.open()
  const id = await floor.agent('dev', BUSY)
  using socket = new TestSocket(`${floor.server.app.url}/ws`)
  await socket.opened()
  socket.send({ type: 'hello', token: floor.server.owner })
  await socket.wait(({ type }) => type === 'hello')
  socket.send({ type: 'watch', transcript: `agent-${id}` })
  await socket.wait(({ type }) => type === 'live:transcript')
  await floor.tell('dev', 'Make the tests pass.')
  await eventually('it has posted', async () => (await page(floor, 'dev')).totals.tools === 3)
  const working = await page(floor, 'dev')
  const [group] = aiOf(working.items)
  expect(group).toMatchObject({ status: 'in_progress', isOngoing: true, items: 4 })
  expect(group?.summary).toMatchObject({ subagentCount: 1 })
  expect(working.session).toMatchObject({
    id: `agent-${id}`,
    agentId: id,
    title: 'dev',
    file: null,
  })
  expect(working.items.find(({ type }) => type === 'user')).toMatchObject({
    delivered: expect.arrayContaining([
      expect.objectContaining({ kind: 'message', fromId: 'human', text: 'Make the tests pass.' }),
    ]),
  })
  // A change is told of the group that grew, or of all where the record had to be read again.
  await socket.wait(
    ({ type, changed }) =>
      type === 'live:transcript' && (changed === 'all' || changed.includes(group?.id)),
  )
  const item = `/api/agents/${id}/transcript/items/${group?.id}`
  const details = (await floor.server.call('GET', item)).body
  expect(group?.errorIds).toHaveLength(1)
  const failed = details['displayItems'].find(
    (one: { id: string }) => one.id === group?.errorIds[0],
  )
  expect(failed.tool).toMatchObject({ name: 'Bash', result: { content: { text: '1 failed' } } })
  const side = details['displayItems'].find((one: { type: string }) => one.type === 'subagent')
  expect(side.subagent).toMatchObject({ description: 'Look' })
  expect(side.subagent.displayItems.map((one: { type: string }) => one.type)).toContain('tool')
  await floor.act('dev', 'interrupt', { content: 'Stop.' })
  await floor.programs.prompt('dev', 2)
  await eventually('it was interrupted', async () => {
    const [first] = aiOf((await page(floor, 'dev')).items)
    return first?.status === 'interrupted' && first.lastOutput?.type === 'interruption'
  })
  const found = await floor.server.call('GET', `/api/agents/${id}/transcript/find?q=1+failed`)
  expect(found.body['hits'].length).toBeGreaterThan(0)
  const context = await floor.server.call('GET', `/api/agents/${id}/transcript/context`)
  expect(context.body['errors'].length).toBeGreaterThan(0)
  const timeline = await floor.server.call('GET', `/api/agents/${id}/transcript/timeline`)
  expect(timeline.body['lanes'].length).toBeGreaterThan(1)
})

test('TR115 who may read an agent’s record may read and follow its transcript, and nobody else', async () => {
  await using floor = await AgentFloor.open()
  const { server, leadId } = floor
  const body = { name: 'far', role: 'developer', driver: { kind: 'remote' } }
  const made = await server.call('POST', `/api/lead/${leadId}/agents`, body)
  const far = made.body['agent'].id as string
  const self = { token: made.body['token'] as string }
  await server.call('POST', `/api/lead/${leadId}/groups`, { name: 'room', memberIds: [far] })
  await server.call('POST', `/api/lead/${leadId}/groups/room/messages`, {
    content: 'Who is there?',
  })
  await server.call('GET', `/api/agents/${far}/inbox`, undefined, self)
  await server.call('POST', `/api/agents/${far}/output`, { text: '⟦⟦ QUERY_CREW ⟧⟧\n', endOfTurn: true, replies: 'inline' }, self) // prettier-ignore
  const address = `/api/agents/${far}/transcript`
  const own = await server.call('GET', address, undefined, self)
  expect(own.status).toBe(200)
  expect(own.body['items'].map(({ type }: { type: string }) => type)).toEqual(['user', 'ai'])
  expect(own.body['items'][1]).toMatchObject({ status: 'complete', orphanIds: [], errorIds: [] })
  for (const rest of ['', '/context', '/timeline', '/find?q=x', '/items/ai-e1']) {
    const refused = await server.call('GET', `${address}${rest}`, undefined, {
      token: floor.leadToken,
    })
    expect([rest, refused.status]).toEqual([rest, 403])
  }
  const missing = await server.call('GET', `${address}/items/ai-e999`)
  expect([missing.status, missing.body['error'].code]).toEqual([404, 'not_found'])
  expect((await server.call('GET', '/api/agents/nobody/transcript')).status).toBe(404)
})

test('TR116 a transcript of a record is the same after the thread ended, a restart, and removed entries', async () => {
  await using floor = await AgentFloor.open()
  const id = await floor.agent('dev', { systemPrompt: true, chunks: ['All is well.'] })
  await floor.post('dev', 'How is it?')
  await floor.settled('dev')
  const before = await page(floor, 'dev')
  // A program is prompted with a text; its turn tells which message that was.
  const told = before.items.flatMap((item) => (item.type === 'user' ? item.delivered : []))
  const [message] = floor.tables((tables) =>
    tables.prepare("select id from chat_group_messages where content = 'How is it?'").pluck().all(),
  )
  expect(told.find(({ text }) => text === 'How is it?')).toEqual({
    kind: 'group',
    groupName: 'dev',
    fromId: 'human',
    messageId: message,
    text: 'How is it?',
  })
  expect(before.items.length).toBeGreaterThan(3)
  await floor.server.app.transcripts.worker?.terminate()
  const after = await page(floor, 'dev')
  expect(after.items).toEqual(before.items)
  expect(after.revision).toBeGreaterThan(before.revision)
  await floor.restart()
  await floor.settled('dev')
  const again = await page(floor, 'dev')
  expect(again.items.slice(0, before.items.length)).toEqual(before.items)
  expect(again.session.id).toBe(`agent-${id}`)
  await floor.server.stop()
  const sqlite = new Database(floor.server.data.database)
  sqlite.prepare('delete from rollout_entries where agent_id = ? and n <= 2').run(id)
  sqlite.close()
  await floor.restart()
  const [first] = (await page(floor, 'dev')).items
  expect(first).toMatchObject({
    type: 'system',
    kind: 'notice',
    output: { text: expect.stringMatching(/^2 older entries were removed: /) },
  })
})

test('TR118 an agent whose program keeps a session file itself has its id, for the owner alone', async () => {
  using folder = new SessionFolder()
  const config = { transcripts: { roots: [folder.at('root')] } }
  await using floor = await AgentFloor.open(config)
  await floor.agent('dev', { systemPrompt: true, loadSession: true, sessionId: 'b1-own' })
  await floor.agent('odd', { systemPrompt: true, loadSession: true, sessionId: '../b1-own' })
  const session = async (name: string, token?: string) => {
    const as = token === undefined ? undefined : { token }
    const path = `/api/agents/${floor.id(name)}/transcript/session`
    const { status, body } = await floor.server.call('GET', path, undefined, as)
    return status === 200 ? body['id'] : status
  }
  for (const name of ['dev', 'odd']) {
    await floor.tell(name, 'Hello.')
    await floor.settled(name)
  }
  expect(await session('dev')).toBeNull()
  const file = folder.write('root/atlas/b1-own.jsonl', [asked(1, 'Hello.')])
  expect(await session('dev')).toBe(file)
  expect(await session('odd')).toBeNull()
  expect(await session('dev', floor.leadToken)).toBe(403)
  expect(await session('dev', floor.server.observer)).toBeNull()
  expect(await floor.server.call('GET', `/api/transcripts/${file}`)).toMatchObject({ status: 200 })
})
