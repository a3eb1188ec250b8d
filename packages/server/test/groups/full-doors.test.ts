import { expect, test } from 'vitest'
import Database from 'better-sqlite3'
import { createAgent } from '../../src/agents/create-agent'
import { discuss } from '../../src/cli/discuss'
import { ChatGroupRegistry, GroupChatActor } from '../../src/embed'
import { createGroup } from '../../src/groups/create-group'
import { mcpClient } from '../harness/mcp-clients'
import { RpcRemote } from '../harness/rpc-remote'
import { PLENTY } from '../harness/rpc-crew'
import { BY_PERSON } from '../harness/test-crew'
import { type Reply, TestServer } from '../harness/test-server'

const REQUEST =
  'A group has at most 100 members; this would be 101, so nothing was changed. Name 1 fewer, remove members that are done, or create a second group for the others.'
const FIELD =
  'names more than 100, and a group has at most so many members. Name fewer, or create a second group for the others'
const PARTICIPANTS =
  'A conversation has at most 100 participants. Remove some first, or create another one.'
const LEFT_OUT =
  / was not added to "full", which has as many members as a group may have \(100\)\. Remove members that are done, or create a second group\.$/
const TALKING =
  'names more than 98: a group has at most 100 members, of which you and the lead are two. Name fewer, or start a second discussion for the others'

/** A crew of 101 developers and a group of 100 members, and what its doors say. */
async function fullRoom(server: TestServer) {
  const { leadId, tokens, ids } = await server.crew('atlas', { ada: 'architect' })
  const { shard } = server.app.core
  const crew = shard.crew(leadId)
  const hire = () => createAgent(shard, crew, BY_PERSON, { role: 'developer' }).agent.id
  const devs = Array.from({ length: 101 }, hire)
  const members = devs.slice(0, 98)
  const group = createGroup(shard, crew, BY_PERSON, { name: 'full', members, roles: ['qa-tester'] })
  const groups = `/api/lead/${leadId}/groups`
  const refused = ({ status, body }: Reply): string[] =>
    status < 400 ? [] : [body['error'].message]
  const command = async (name: string, payload: object) => {
    const text = `⟦⟦ ${name} ${JSON.stringify(payload)} ⟧⟧\n`
    const path = `/api/agents/${leadId}/output`
    const { body } = await server.call('POST', path, { text }, { token: tokens['lead'] ?? '' })
    return body['results'].map(({ reply }: { reply: string }) => reply) as string[]
  }
  return {
    server,
    leadId,
    tokens,
    ada: ids['ada'] ?? '',
    devs,
    group,
    groups,
    command,
    /** The sentence of a refusal. */
    post: async (path: string, body: object) => refused(await server.call('POST', path, body)),
    /** What else the lead reads of it afterwards. */
    told: async () => {
      const path = `/api/agents/${leadId}/inbox`
      const { body } = await server.call('GET', path, undefined, { token: tokens['lead'] ?? '' })
      const items = body['deliveries'] as { readonly text: string }[]
      await server.call('POST', `${path}/ack`, { cursor: body['cursor'] }, { token: tokens['lead'] ?? '' }) // prettier-ignore
      return items.flatMap(({ text }) => (text.includes('not added') ? [text] : []))
    },
  }
}
type Room = Awaited<ReturnType<typeof fullRoom>>

const MANY = Array.from({ length: 101 }, (_, n) => `a${n}`)
const QA = { role: 'qa-tester' }
const agent = (id: string) => ({ type: 'agent', id })

/** Each door at which somebody meets the limit, and the one text that it says. */
const DOORS: Readonly<
  Record<string, readonly [(room: Room) => Promise<string[]>, string | RegExp]>
> = {
  'ADD_TO_GROUP of one more': [
    ({ command, ada }) => command('ADD_TO_GROUP', { group: 'full', members: [ada] }),
    `[System] ADD_TO_GROUP refused: ${REQUEST}`,
  ],
  'ADD_TO_GROUP of a list that is too long': [
    ({ command }) => command('ADD_TO_GROUP', { group: 'full', members: MANY }),
    `members: ${FIELD}. Example: `,
  ],
  'REST, one more': [
    ({ post, groups, ada }) => post(`${groups}/full/members`, { memberIds: [ada] }),
    REQUEST,
  ],
  'REST, a list': [({ post, groups }) => post(groups, { name: 'x', memberIds: MANY }), FIELD],
  'REST, roles': [({ post, groups }) => post(groups, { name: 'x', roles: MANY }), FIELD],
  'REST, the asked of a session': [
    ({ post, groups }) => post(`${groups}/full/sessions`, { agents: MANY }),
    FIELD,
  ],
  'REST, a discussion': [
    ({ post, groups }) =>
      post(`${groups}/full/discussions`, { goal: 'Agree.', participants: MANY }),
    FIELD,
  ],
  'REST, a declared discussion': [
    ({ post, groups }) =>
      post(`${groups}/full/discussions`, {
        goal: 'Agree.',
        workflow: {
          actions: {
            start: { type: 'compose', inputs: { participants: MANY } },
            loop: { type: 'until' },
          },
        },
      }),
    `"inputs.participants" ${FIELD}.`,
  ],
  'REST, a conversation of a circle': [
    ({ post, leadId }) =>
      post(`/api/lead/${leadId}/admissions`, {
        admitted: [],
        conversation: { participants: MANY },
      }),
    FIELD,
  ],
  'group-chat HTTP, one more': [
    ({ post, group }) => post(`/api/group-chats/${group.id}/members`, agent('one-more')),
    REQUEST,
  ],
  'group-chat HTTP, a new chat': [
    ({ post }) =>
      post('/api/workspaces/w-1/group-chats', { name: 'x', members: MANY.slice(1).map(agent) }),
    REQUEST,
  ],
  'group-chat HTTP, a list': [
    ({ post }) => post('/api/workspaces/w-1/group-chats', { name: 'x', members: MANY.map(agent) }),
    FIELD,
  ],
  MCP: [
    async ({ server, tokens, devs }) => {
      await using mcp = await mcpClient(server, 'v2', tokens['ada'] ?? '')
      const { text } = await mcp.call('create_group', { name: 'x', members: devs.slice(0, 99) })
      return [text]
    },
    `[System] CREATE_GROUP refused: ${REQUEST}`,
  ],
  'JSON-RPC, a new conversation': [
    async ({ server, tokens, devs, leadId }) => {
      using ada = await RpcRemote.connect(server, tokens['ada'])
      const asked = { taskId: leadId, participants: devs.slice(0, 100) }
      const { error } = await ada.ask('task/conversation/create', asked)
      return [error?.message ?? '']
    },
    PARTICIPANTS,
  ],
  'JSON-RPC, one participant more': [
    async ({ server, tokens, leadId, group, ada }) => {
      using lead = await RpcRemote.connect(server, tokens['lead'])
      const at = { taskId: leadId, conversationId: group.id, agentId: ada }
      return [(await lead.ask('task/conversation/participants/add', at)).error?.message ?? '']
    },
    PARTICIPANTS,
  ],
  'JSON-RPC, a task with a conversation': [
    async ({ server, tokens, devs }) => {
      using ada = await RpcRemote.connect(server, tokens['ada'])
      const asked = { invitedAgentIds: devs }
      const initialConversation = { participants: devs }
      const { error } = await ada.ask('task/create', { ...asked, initialConversation })
      return [error?.message ?? '']
    },
    PARTICIPANTS,
  ],
  'an invitation': [
    async ({ post, leadId, server, told }) => {
      const path = `/api/lead/${leadId}/invites`
      const { body } = await server.call('POST', path, QA)
      const refused = await post('/api/v1/auth/register', {
        name: 'late',
        inviteCode: body['code'],
      })
      return [...refused, ...(await told())]
    },
    LEFT_OUT,
  ],
  'a new agent, by REST': [
    async ({ post, leadId, told }) => [
      ...(await post(`/api/lead/${leadId}/agents`, QA)),
      ...(await told()),
    ],
    LEFT_OUT,
  ],
  CREATE_AGENT: [
    async ({ command, told }) => {
      await command('CREATE_AGENT', { ...QA, driver: 'remote' })
      return told()
    },
    LEFT_OUT,
  ],
  'another role': [
    async ({ server, ada, told }) => {
      await server.call('PATCH', `/api/agents/${ada}/setup`, QA)
      return told()
    },
    LEFT_OUT,
  ],
  'the embedded registry': [
    () => thrown(() => new ChatGroupRegistry(new Database(':memory:')).create('l', 'x', MANY)),
    `memberIds: ${FIELD}`,
  ],
  'an embedded discussion': [
    () => {
      const actor = new GroupChatActor()
      const asked = { participants: MANY.slice(2), initialMessage: 'Agree.' }
      return thrown(() => actor.execute(asked))
    },
    `participants: ${TALKING}`,
  ],
  'crewroom discuss': [
    ({ server }) =>
      thrown(() =>
        discuss({
          goal: 'Agree.',
          agents: MANY.slice(2)
            .map((name) => `${name}=./${name}.mjs`)
            .join(','),
          policy: 'round_robin',
          drivers: Object.fromEntries(
            MANY.map((name) => [
              `./${name}.mjs`,
              { kind: 'pipe', command: 'x', args: [], env: {} } as const,
            ]),
          ),
          cwd: '.',
          data: server.data,
          searchPath: '',
          json: false,
          start: () => Promise.reject(new Error('nothing is started')),
          print: () => {},
        }),
      ),
    `--agents ${TALKING}.`,
  ],
}

async function thrown(run: () => unknown): Promise<string[]> {
  try {
    await run()
    return []
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}

test('GR100, GR101, GR110 every door that meets the limit of a group’s members says it with what to do, and lets nobody in', async () => {
  await using server = await TestServer.start({ config: PLENTY })
  const room = await fullRoom(server)
  for (const [door, [act, expected]] of Object.entries(DOORS)) {
    const said = await act(room)
    const fits = typeof expected === 'string' ? expect.stringContaining(expected) : expect.stringMatching(expected) // prettier-ignore
    expect.soft(said, door).toEqual([fits])
  }
  const { groups } = server.app.core.shard.crew(room.leadId).state
  expect(Object.values(groups).map(({ name, memberCount }) => [name, memberCount])).toEqual([
    ['full', 100],
  ])
})
