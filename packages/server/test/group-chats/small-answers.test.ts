import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestServer } from '../harness/test-server'

let server: TestServer

beforeAll(async () => {
  server = await TestServer.start()
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
})

const workspaceOf = (name: string) => `/api/workspaces/${name}/group-chats`

async function chat(workspace: string, name = 'Talk') {
  const members = [{ type: 'agent', id: 'reviewer', display_name: 'Reviewer' }]
  const { body } = await server.call('POST', workspaceOf(workspace), { name, members })
  const agent = body['members'].find((one: { id: string }) => one.id === 'reviewer')
  return { id: body['id'] as string, body, token: agent.agent_token as string }
}

test.each(['main', 'a session'])(
  'VB7 in %s the answer to what somebody posts has the message as its line, an agent’s as an agent’s',
  async (where) => {
    const { id, token } = await chat(`lines-${where.length}`)
    const sessions = `/api/group-chats/${id}/sessions`
    const opened = await server.call('POST', sessions, {})
    const session = where === 'main' ? 'main' : (opened.body['id'] as string)
    const messages = `${sessions}/${session}/messages`
    const person = await server.call('POST', messages, { content: 'Which name?' })
    const agent = await server.call('POST', messages, { content: 'This one.' }, { token })
    expect([person.status, agent.status]).toEqual([201, 201])
    const { messages: lines } = (await server.call('GET', messages)).body
    const lineOf = (of: string) => lines.find((line: { id: string }) => line.id === of)
    const { sender_id: _, sender_name: __, ...own } = lineOf(person.body['message'].id)
    expect(person.body['message']).toEqual(own)
    expect(agent.body['message']).toEqual(lineOf(agent.body['message'].id))
    expect(agent.body['message']).toMatchObject({
      type: 'agent_response',
      agent_id: 'reviewer',
      agent_name: 'Reviewer',
      content: 'This one.',
    })
  },
)

test('VB1 a workspace that the person could create has no group chats yet, and only for them', async () => {
  const { token } = await chat('there')
  const list = async (name: string, more = {}) => {
    const { status, body } = await server.call('GET', workspaceOf(name), undefined, more)
    return [status, body['group_chats'] ?? body['error'].code]
  }
  const leads = async () => (await server.call('GET', '/api/lead')).body['leads'].length
  const before = await leads()
  expect(await list('not-there-yet')).toEqual([200, []])
  expect(await list('no name at all')).toEqual([404, 'workspace_not_found'])
  expect(await list('not-there-yet', { token })).toEqual([404, 'workspace_not_found'])
  expect(await leads(), 'asking creates nothing').toBe(before)
  const one = await server.call('GET', `${workspaceOf('not-there-yet')}/x`)
  expect([one.status, one.body['error'].code]).toEqual([404, 'workspace_not_found'])
  await chat('not-there-yet')
  expect(await list('not-there-yet')).toMatchObject([200, [{ name: 'Talk' }]])
})

test('VB2 a group chat says whether it is archived, also after its group came back', async () => {
  const { id, body } = await chat('archives')
  const of = `/api/lead/${body['lead_id']}/groups/${body['group']}`
  const archived = async () =>
    (await server.call('GET', `${workspaceOf('archives')}/${id}`)).body['archived'] as boolean
  expect([body['archived'], await archived()]).toEqual([false, false])
  await server.call('POST', `${of}/archive`)
  expect(await archived()).toBe(true)
  await server.call('POST', `${of}/unarchive`)
  expect(await archived()).toBe(false)
})

test('EX46 an import says how many messages there are, those of sessions included', async () => {
  const { id, body } = await chat('counted')
  const posts = async (session: string, count: number) => {
    for (let n = 0; n < count; n++) {
      const messages = `/api/group-chats/${id}/sessions/${session}/messages`
      expect((await server.call('POST', messages, { content: `${n}` })).status).toBe(201)
    }
  }
  const opens = async () =>
    (await server.call('POST', `/api/group-chats/${id}/sessions`, {})).body['id'] as string
  const [one, two, old] = [await opens(), await opens(), await opens()]
  await posts(one, 3)
  await posts(two, 4)
  await posts(old, 2)
  await server.call('PATCH', `/api/group-chats/${id}/sessions/${old}`, { status: 'archived' })
  const headers = { authorization: `Bearer ${server.owner}` }
  const exported = await fetch(`${server.app.url}/api/lead/${body['lead_id']}/export`, { headers })
  await using other = await TestServer.start()
  const response = await fetch(`${other.app.url}/api/import`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${other.owner}`,
      'content-type': 'application/x-ndjson',
    },
    body: await exported.text(),
  })
  expect(await response.json()).toMatchObject({ kind: 'crew', messages: 9 })
})
