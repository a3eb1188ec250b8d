import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CommandName } from '@crewroom/shared/command/payloads'
import { COMMAND_CREATES } from '../../src/api/mcp/tools/creating-commands'
import { TestServer } from '../harness/test-server'

let server: TestServer
let crew: Awaited<ReturnType<TestServer['crew']>>

beforeAll(async () => {
  server = await TestServer.start()
  crew = await server.crew('atlas', { ben: 'developer' })
  const { body } = await server.call('POST', `/api/lead/${crew.leadId}/groups`, {
    name: 'room',
    memberIds: ['ben'],
  })
  expect(body['group'].name).toBe('room')
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
})

type Who = 'lead' | 'ben' | 'ella'

interface Answered {
  readonly session: string | null
  readonly text: string
}

/** One request, in a session or in none. */
async function send(body: object, session: string | null, who: Who = 'lead'): Promise<Answered> {
  const response = await fetch(`${server.app.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${crew.tokens[who]}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(session === null ? {} : { 'mcp-session-id': session }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', ...body }),
  })
  const text = await response.text()
  const [, data = text] = /^data: (\{.*)$/m.exec(text) ?? []
  const { result } = JSON.parse(data) as { result?: { content?: { text: string }[] } }
  return {
    session: response.headers.get('mcp-session-id'),
    text: result?.content?.[0]?.text ?? '',
  }
}

async function opened(): Promise<string> {
  const params = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  }
  const { session } = await send({ id: 0, method: 'initialize', params }, null)
  if (session === null) throw new Error('no session was given')
  return session
}

const call = (
  name: string,
  args: object,
  id: string | number,
  session: string | null,
  who?: Who,
): Promise<Answered> =>
  send({ id, method: 'tools/call', params: { name, arguments: args } }, session, who)

/** Facts of what can be made more than once. */
function facts(): number {
  const { shard } = server.app.core
  return shard.crew(crew.leadId).state.seq
}

const CALLS: Partial<Record<CommandName, readonly [string, object, Who?]>> = {
  CREATE_GROUP: ['create_group', { name: 'plans', members: ['ben'] }],
  CREATE_AGENT: ['create_agent', { role: 'developer', name: 'cleo', driver: 'remote' }],
  DELEGATE: ['delegate', { to: 'ben', task: 'Read the plans.' }],
  START_DISCUSSION: [
    'run_command',
    { command: 'START_DISCUSSION', payload: { group: 'room', goal: 'Which plan?', with: ['ben'] } },
  ],
  GROUP_MESSAGE: ['group_message', { group: 'room', content: 'Here is the plan.' }],
  AGENT_MESSAGE: ['agent_message', { to: 'ben', content: 'Have you read it?' }],
  BROADCAST: ['broadcast', { content: 'The plan is out.' }],
  INTERRUPT: ['interrupt', { to: 'ben', content: 'Stop and read.' }],
  // The newest message that he got, and the oldest of his tasks.
  REACT: ['react', { group: 'room', emoji: '👍' }, 'ben'],
  COMPLETE_TASK: ['complete_task', { summary: 'Read.' }, 'ben'],
}

test('IK10 every command that creates something is called here', () => {
  const creating = Object.entries(COMMAND_CREATES).filter(([, creates]) => creates)
  expect(Object.keys(CALLS).toSorted()).toEqual(creating.map(([name]) => name).toSorted())
})

test('IK10 a call that is sent again in its session runs once, even over a restart, and an id of another session is another call', async () => {
  const session = await opened()
  const answers: string[] = []
  for (const [id, [tool, args, who]] of Object.values(CALLS).entries()) {
    const before = facts()
    const first = await call(tool, args, id + 1, session, who)
    expect(first.text, tool).not.toMatch(/refused|not run/)
    const made = facts()
    expect(made, tool).toBeGreaterThan(before + 1)
    const again = await call(tool, args, id + 1, session, who)
    expect([tool, again.text, facts()]).toEqual([tool, first.text, made])
    answers.push(first.text)
  }
  await server.restart()
  const made = facts()
  for (const [id, [tool, args, who]] of Object.values(CALLS).entries()) {
    expect((await call(tool, args, id + 1, session, who)).text).toBe(answers[id])
  }
  expect(facts()).toBe(made)
  const message = CALLS.GROUP_MESSAGE?.[1] ?? {}
  const others: readonly (readonly [object, string | number, string | null])[] = [
    [message, 5, await opened()],
    [message, '5', session],
    [{ ...message, content: 'Another plan.' }, 5, session],
    [message, 5, null],
    [message, 5, null],
  ]
  for (const [args, id, of] of others) {
    const before = facts()
    await call('group_message', args, id, of)
    expect(facts()).toBeGreaterThan(before)
  }
})

test('IK10, IK5 a call that was refused is run when it is sent again', async () => {
  const session = await opened()
  const args = { to: 'dora', content: 'Are you there?' }
  expect((await call('agent_message', args, 1, session)).text).toMatch(/refused/)
  await server.call('POST', `/api/lead/${crew.leadId}/agents`, { name: 'dora', role: 'developer' })
  expect((await call('agent_message', args, 1, session)).text).not.toMatch(/refused/)
})

test('IK11 a call that comes again while the first is under way waits for its answer', async () => {
  const session = await opened()
  const before = facts()
  const both = [1, 2].map(() =>
    call('group_message', { group: 'room', content: 'Both.' }, 1, session),
  )
  const [one, other] = await Promise.all(both)
  expect([one?.text, facts()]).toEqual([other?.text, expect.any(Number)])
  expect(one?.text).not.toMatch(/Not run/)
  const once = facts() - before
  const again = facts()
  await call('group_message', { group: 'room', content: 'Both.' }, 2, session)
  expect(once).toBe(facts() - again)
})

test('IK11 a page is read again by the same call, and confirmed by the next one', async () => {
  const made = await server.call('POST', `/api/lead/${crew.leadId}/agents`, { name: 'ella', role: 'tester' }) // prettier-ignore
  crew.tokens['ella'] = made.body['token']
  const id = made.body['agent'].id as string
  await server.call('POST', `/api/agents/${id}/messages`, { content: 'Once more.' })
  const session = await opened()
  const read = async (once: number) =>
    (await call('read_inbox', { wait: 0 }, once, session, 'ella')).text
  expect(await read(1)).toContain('Once more.')
  expect(await read(1)).toContain('Once more.')
  expect(await read(2)).not.toContain('Once more.')
})
