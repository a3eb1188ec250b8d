import { afterAll, beforeAll, expect, test } from 'vitest'
import { INBOX_DOORS, type InboxDoor } from '../../src/delivery/remote-inbox'
import { ProgramNotes } from '../harness/agent-floor'
import { ChildServer, ownerToken } from '../harness/child-server'
import type { Agent, AtDoor, Room } from '../harness/doors/door'
import { DOORS } from '../harness/doors/table'
import { tempFolder } from '../harness/temp-folder'

const data = tempFolder()
/** Programs that the server runs are ended with it; the next start begins them again. */
const PROGRAMS = ['pipe', 'acp'] as const
type KilledDoor = InboxDoor | (typeof PROGRAMS)[number]
const DOOR_NAMES = [...(Object.keys(INBOX_DOORS) as InboxDoor[]), ...PROGRAMS]
const isProgram = (door: KilledDoor) => door === 'pipe' || door === 'acp'
let server: ChildServer
let leadId = ''
let conversationId = ''
const agents = new Map<KilledDoor, Agent>()

/** One request, as a person or with a token. */
async function call(method: string, path: string, body?: unknown, as: { token?: string } = {}) {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${as.token ?? ownerToken(data.path)}`,
      'content-type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read replies freely
  return { status: response.status, body: (await response.json()) as Record<string, any> }
}

/** The room of the doors' programs, with a server that can be killed. */
function room(): Room {
  const floor = { server: { call, app: { url: server.url } }, leadId, folder: data.path, programs: new ProgramNotes(data.path), tell } // prettier-ignore
  return { floor } as unknown as Room
}

async function tell(name: string, content: string): Promise<void> {
  const agent = [...agents.values()].find((one) => one.name === name)
  const { status } = await call('POST', `/api/agents/${agent?.id}/messages`, { content })
  expect(status).toBe(202)
}

beforeAll(async () => {
  server = await ChildServer.start({ data: data.path, port: 0 })
  leadId = (await call('POST', '/api/lead', { name: 'atlas' })).body['lead'].id
  const made = await call('POST', `/api/lead/${leadId}/groups`, { name: 'room' })
  conversationId = made.body['group'].id
  const messages = `/api/lead/${leadId}/groups/room/messages`
  for (const content of ['The plan.', 'The other plan.']) await call('POST', messages, { content })
  for (const [n, door] of DOOR_NAMES.entries()) {
    const name = `a${n}`
    const body = { name, role: 'developer', driver: DOORS[door].driver(room(), name) }
    const { agent, token } = (await call('POST', `/api/lead/${leadId}/agents`, body)).body
    const place = { group: 'room', conversationId, sessionId: '' }
    agents.set(door, { name, id: agent.id, token, place })
  }
})

afterAll(async () => {
  // Its programs end with it, and write no more into the folder.
  await server.end('SIGTERM')
  data[Symbol.dispose]()
})

interface Said {
  readonly id: string
  readonly content: string
  readonly replyTo: unknown
  readonly reactions: object
}

async function said(): Promise<readonly Said[]> {
  return (await call('GET', `/api/lead/${leadId}/groups/room/messages`)).body['messages']
}

test('TD7 an agent that was handed a message before the server was killed can react to it, reply to it and read it afterwards, at each door', async () => {
  const before: AtDoor[] = []
  for (const [door, agent] of agents) {
    const program = await DOORS[door].connect(room(), agent)
    before.push(program)
    const members = `/api/lead/${leadId}/groups/room/members`
    expect((await call('POST', members, { memberIds: [agent.id] })).status).toBe(200)
    expect(await program.history('The plan.', agent.place), door).toContain('The plan.')
  }
  await server.end('SIGKILL')
  for (const program of before) await program[Symbol.asyncDispose]()
  server = await ChildServer.start({ data: data.path, port: 0 })
  for (const [door, agent] of agents) {
    await using program = await DOORS[door].connect(room(), agent)
    const acts = [
      ['REACT', { group: 'room', messageId: '#1', emoji: '👍' }],
      ['GROUP_MESSAGE', { group: 'room', content: `Read by ${agent.name}.`, replyTo: '#1' }],
      ['READ_GROUP', { group: 'room', before: '#3' }],
    ] as const
    if (isProgram(door)) {
      const says = acts.map(([name, payload]) => `SAY [[ ${name} ${JSON.stringify(payload)} ]]`)
      await tell(agent.name, ['Please:', ...says].join('\n'))
      continue
    }
    const replies: string[] = []
    for (const [name, payload] of acts) replies.push(await program.runs(name, payload))
    expect([door, replies.filter((reply) => /refused|Not run/.test(reply))]).toEqual([door, []])
    expect(replies[2], door).toContain('The plan.')
  }
  for (const agent of agents.values()) {
    const words = `Read by ${agent.name}.`
    await expect.poll(async () => JSON.stringify(await said()), { message: words }).toContain(words)
  }
  const all = await said()
  const plan = all.find(({ content }) => content === 'The plan.')
  for (const { id, name } of agents.values()) {
    expect(JSON.stringify(plan?.reactions), name).toContain(id)
    const replies = all.filter(({ content }) => content === `Read by ${name}.`)
    expect(replies.map(({ replyTo }) => JSON.stringify(replyTo))).toEqual([
      expect.stringContaining(plan?.id ?? ''),
    ])
  }
})
