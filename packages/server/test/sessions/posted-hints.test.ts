import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandLine } from '@crewroom/shared/command/grammar'
import type { CommandName } from '@crewroom/shared/command/payloads'
import { mcpClient } from '../harness/mcp-clients'
import { TestServer } from '../harness/test-server'
import { TestSocket } from '../harness/test-socket'

let server: TestServer
let crew: Awaited<ReturnType<TestServer['crew']>>
let chat = ''

beforeAll(async () => {
  server = await TestServer.start()
  crew = await server.crew('atlas', { ana: 'developer', ben: 'architect', cy: 'qa-tester' })
  const memberIds = ['ana', 'ben', 'cy']
  const groups = `/api/lead/${crew.leadId}/groups`
  const { body } = await server.call('POST', groups, { name: 'plan', memberIds })
  chat = body['group'].id as string
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
})

const by = (name: string) => ({ token: crew.tokens[name] ?? '' })
const agent = (name: string) => `/api/agents/${crew.ids[name]}`

/** A session of these agents; ana and whoever is named here have read all that is theirs. */
async function session(title: string, agents: readonly string[]): Promise<string> {
  const sessions = `/api/lead/${crew.leadId}/groups/plan/sessions`
  const { body } = await server.call('POST', sessions, { title, agents })
  return body['session'].id as string
}
const reads = (name: string) => server.call('GET', `${agent(name)}/inbox`, undefined, by(name))

async function says(name: string, command: CommandName, payload: object): Promise<string> {
  const text = `${commandLine(command, payload)}\n`
  const sent = await server.call('POST', `${agent(name)}/output`, { text, replies: 'inline' }, by(name)) // prettier-ignore
  return sent.body['results'][0].reply as string
}

const NOT_SHOWN =
  'ben does not read this: it takes no part in session "Shown". Write to it in group "plan", or have the lead or a person add it to the session.'

test('SN53 an agent that mentions one that takes no part is told so by every door, and the message is posted', async () => {
  const sid = await session('Shown', ['ana', 'cy'])
  const content = 'what do you think, @ben?'
  const address = `/api/lead/${crew.leadId}/groups/plan/sessions/${sid}/messages`
  const chatPath = `/api/group-chats/${chat}/sessions/${sid}`
  await using mcp = await mcpClient(server, 'v2', crew.tokens['ana'] ?? '')
  using window = new TestSocket(`${server.app.url}${chatPath}/ws`)
  await window.opened()
  window.send({ type: 'hello', token: crew.tokens['ana'] })
  window.send({ type: 'send_message', id: 'one', content })
  const payload = { group: 'plan', session: sid, content }
  const doors = {
    command: await says('ana', 'GROUP_MESSAGE', payload),
    mcp: (await mcp.call('group_message', payload)).text,
    rest: (await server.call('POST', address, { content }, by('ana'))).body['hint'] as string,
    chat: (await server.call('POST', `${chatPath}/messages`, { content }, by('ana'))).body['hint'] as string, // prettier-ignore
    window: (await window.wait(({ type }) => type === 'done'))['hint'] as string,
  }
  // A group chat calls agents by their handles or ids.
  const [own, inChat] = [NOT_SHOWN, NOT_SHOWN.replace('ben', crew.ids['ben'] ?? '')]
  expect(doors).toEqual({
    command: expect.stringContaining(own),
    mcp: expect.stringContaining(own),
    rest: own,
    chat: inChat,
    window: inChat,
  })
  const { messages } = (await server.call('GET', address)).body
  expect(messages).toHaveLength(5)
  // Whoever takes part reads it, and so does a mention of oneself.
  for (const said of ['@cy is right', 'I am @ana', 'nobody']) {
    expect((await server.call('POST', address, { content: said }, by('ana'))).body['hint'], said).toBeUndefined() // prettier-ignore
  }
})

test('SN54, SN51 a person is told of those that are asked and are not connected, beside those that are not asked', async () => {
  const sid = await session('Away', ['ana', 'cy'])
  await reads('ana')
  const own = `/api/lead/${crew.leadId}/groups/plan/sessions/${sid}/messages`
  const asked = await server.call('POST', own, { content: 'Which, @ben?' })
  expect(asked.body['hint']).toBe(
    'ben is not asked: it takes no part in session "Away". Add it to "agents" of the session, or set that to null to ask all agents of the group. cy is not connected: it reads this once its program connects.',
  )
  await reads('cy')
  const again = await server.call('POST', own, { content: 'Which?' })
  expect(again.body['hint']).toBeUndefined()
})

test('SN54 an agent that writes before it was handed the question is told that this is not its answer', async () => {
  const sid = await session('Asked', ['ana'])
  const own = `/api/lead/${crew.leadId}/groups/plan/sessions/${sid}/messages`
  await server.call('POST', own, { content: 'Which?' })
  const payload = { group: 'plan', session: sid, content: 'This one.' }
  const early =
    'You are asked in round 1 there, and this is not your answer: reply to the question when you are handed it in your inbox.'
  expect(await says('ana', 'GROUP_MESSAGE', payload)).toContain(early)
  const posted = await server.call('POST', own, { content: 'Or this.' }, by('ana'))
  expect(posted.body['hint']).toBe(early)
})

test('TK46 senders are told of an agent that is not there, by command and over REST, and of none that is', async () => {
  const to = crew.ids['ben'] ?? ''
  const [away, hint] = [/ben.* is disconnected/, 'ben is not connected: it reads this once its program connects.'] // prettier-ignore
  const sends = [
    ['messages', { content: 'a word' }],
    ['tasks', { task: 'paint it' }],
    ['interrupt', { content: 'stop' }],
  ] as const
  for (const [what, body] of sends) {
    const sent = await server.call('POST', `${agent('ben')}/${what}`, body)
    expect(sent.body['hint'], what).toBe(hint)
  }
  const stop = { to, content: 'stop' }
  expect(await says('lead', 'INTERRUPT', stop)).toMatch(/Interrupt delivered to .*disconnected; this comes before anything else\.$/) // prettier-ignore
  expect(await says('lead', 'BROADCAST', { content: 'all' })).toMatch(/^\[System\] Broadcast delivered to 3 agents\./) // prettier-ignore
  const discussion = { group: 'plan', goal: 'Agree', with: ['ana', 'ben'] }
  expect(await says('lead', 'START_DISCUSSION', discussion)).toMatch(new RegExp(`${hint}$`))
  await reads('ben')
  expect(await says('lead', 'BROADCAST', { content: 'all' })).not.toMatch(away)
  expect(await says('lead', 'INTERRUPT', stop)).toMatch(/was interrupted\.$/)
  for (const [what, body] of sends) {
    const now = what === 'tasks' ? { task: 'sweep it' } : body
    const sent = await server.call('POST', `${agent('ben')}/${what}`, now)
    expect(sent.body['hint'], what).toBeUndefined()
  }
})
