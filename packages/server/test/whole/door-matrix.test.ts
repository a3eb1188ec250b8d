import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AgentFloor } from '../harness/agent-floor'
import type { Agent, AtDoor, Door, Room } from '../harness/doors/door'
import { DOORS } from '../harness/doors/table'
import { type Act, type Thing, THINGS } from '../harness/doors/things'
import { FakeModel } from '../harness/fake-model'

/** Carried to the agent and back; or refused in these words, to whoever sends it or to the program that answers. */
type Cell = 'carried' | { readonly refused: RegExp }

const EVERYTHING = {
  presence: 'carried',
  confirmation: 'carried',
  rounds: 'carried',
  tasks: 'carried',
  'direct messages': 'carried',
  interrupts: 'carried',
  history: 'carried',
  progress: 'carried',
  commands: 'carried',
} as const satisfies Record<Thing, Cell>

const AWAY = { refused: /is disconnected|is not connected/ }

/** A door or a thing that is new is a type error until it is said here what becomes of it. */
const MATRIX = {
  pipe: EVERYTHING,
  acp: EVERYTHING,
  model: EVERYTHING,
  '/agent': EVERYTHING,
  '/api/agents/:agentId/inbox': EVERYTHING,
  // Answers come whole: there is no call that shows a part of one.
  '/mcp': {
    ...EVERYTHING,
    presence: { refused: /reads when it asks/ },
    progress: { refused: /progress/ },
  },
  '/rpc/ws': { ...EVERYTHING, progress: { refused: /^Unknown method: agent\/progress/ } },
  // A window that shows one session. An agent that has no other connection is away.
  '/api/group-chats/:chatId/sessions/:sid/ws': {
    presence: AWAY,
    confirmation: AWAY,
    rounds: AWAY,
    tasks: AWAY,
    'direct messages': AWAY,
    interrupts: AWAY,
    history: 'carried',
    progress: { refused: /type/ },
    commands: { refused: /type/ },
  },
} as const satisfies Record<Door, Record<Thing, Cell>>

let room: Room

beforeAll(async () => {
  const config = { agentMessagesPerMinute: 1_000_000, agentMessageBurst: 1_000_000 }
  room = { floor: await AgentFloor.open(config), model: await FakeModel.start() }
})

afterAll(async () => {
  await room.floor[Symbol.asyncDispose]()
  await room.model[Symbol.asyncDispose]()
})

async function agentAt(door: Door, name: string): Promise<{ agent: Agent; program: AtDoor }> {
  const { floor } = room
  const { server, leadId } = floor
  const driver = DOORS[door].driver(room, name)
  const made = await server.call('POST', `/api/lead/${leadId}/agents`, { name, role: 'developer', driver }) // prettier-ignore
  expect([made.status, made.body]).toEqual([201, made.body])
  const id = made.body['agent'].id as string
  floor.ids[name] = id
  const group = `plan-${name}`
  const groups = `/api/lead/${leadId}/groups`
  const { body } = await server.call('POST', groups, { name: group, memberIds: [id, leadId] })
  const conversationId = body['group'].id as string
  const shown = await server.call(
    'PATCH',
    `/api/workspaces/${leadId}/group-chats/${conversationId}`,
    {
      settings: { show_thinking: true },
    },
  )
  expect([shown.status, shown.body]).toEqual([200, shown.body])
  const sessions = `/api/group-chats/${conversationId}/sessions`
  const opened = await server.call('POST', sessions, { title: 'Talk' })
  const sessionId = opened.body['id'] as string
  const place = { group, conversationId, sessionId }
  const agent = { name, id, token: (made.body['token'] as string | undefined) ?? '', place }
  return { agent, program: await DOORS[door].connect(room, agent) }
}

describe.each(Object.entries(MATRIX) as [Door, Record<Thing, Cell>][])('TD6 %s', (door, cells) => {
  const name = `a${Object.keys(MATRIX).indexOf(door)}`
  let agent: Agent
  let program: AtDoor

  beforeAll(async () => {
    ;({ agent, program } = await agentAt(door, name))
  })
  afterAll(() => program?.[Symbol.asyncDispose]())

  test.each(Object.keys(THINGS) as Thing[])('%s: carried, or refused in words', async (thing) => {
    const { sent, arrives }: Act = THINGS[thing]
    const cell = cells[thing]
    const words = `${thing.replaceAll(' ', '-')}-${name}`
    const trial = { room, agent, program, words }
    const told = await sent(trial)
    if (cell === 'carried') {
      const away = new RegExp(`(${agent.id.slice(0, 8)}\\)|${name}) (${AWAY.refused.source})`)
      expect(
        told.filter((one) => away.test(one)),
        'nobody is told that it waits',
      ).toEqual([])
      expect(await arrives(trial)).toSatisfy((said) => said === null || !/refused|error/.test(String(said))) // prettier-ignore
      return
    }
    const said = told.length > 0 ? told : [await arrives(trial)]
    expect(said).toEqual(said.map(() => expect.stringMatching(cell.refused)))
  })
})
