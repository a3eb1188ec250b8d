import { Client, StreamableHTTPClientTransport as OverHttp } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { holds } from './compare'
import { type MadeCrew, makeCrew } from './crew'
import { Outside } from './outside'

let server: Outside
let crew: MadeCrew
const clients: Client[] = []

beforeAll(async () => {
  server = await Outside.start()
  crew = await makeCrew(server, 'epsilon', { ben: 'developer', cleo: 'qa-tester' })
})
afterAll(async () => {
  for (const client of clients) await client.close()
  await server.end()
})

async function connected(who: string): Promise<Client> {
  const client = new Client({ name: 'a-coding-agent', version: '1.0.0' })
  const headers = { authorization: `Bearer ${crew.tokens[who]}` }
  await client.connect(new OverHttp(new URL('/mcp', server.url), { requestInit: { headers } }))
  clients.push(client)
  return client
}

/** Tasks are named in texts alone, by the first characters of their ids. */
const unnamed = (value: unknown) =>
  JSON.parse(
    JSON.stringify(value).replaceAll(/(task |Its id: )[0-9a-f]{8}\b/g, '$1<short task>'),
  ) as unknown

type Call = readonly [string, Record<string, unknown>]

/** What each of these calls is answered, one after the other. */
async function answers(client: Client, calls: readonly Call[]): Promise<readonly unknown[]> {
  const told: unknown[] = []
  for (const [name, args] of calls) {
    const answer = await client.callTool({ name, arguments: args })
    told.push({ call: name, arguments: args, answer })
  }
  return told
}

test('OA17, MC1 /mcp lists the tools that it listed, with their schemas, and gives the instructions that it gave', async () => {
  for (const who of ['ben', 'lead']) {
    const client = await connected(who)
    const { tools } = await client.listTools()
    holds(
      `mcp/${who}`,
      server.normalised({
        protocol: client.getNegotiatedProtocolVersion(),
        server: client.getServerVersion(),
        capabilities: client.getServerCapabilities(),
        instructions: (client.getInstructions() ?? '').split('\n'),
        tools,
      }),
    )
  }
})

test('OA17 each tool of /mcp is answered as it was', async () => {
  const { ids } = crew
  const [ben, cleo, lead] = [
    await connected('ben'),
    await connected('cleo'),
    await connected('lead'),
  ]
  const told: Record<string, unknown> = {}
  told['a member makes a group'] = await answers(ben, [
    ['read_inbox', { wait: 0 }],
    ['create_group', { name: 'plan', members: ['cleo'], purpose: 'What comes next.' }],
    ['group_message', { group: 'plan', content: 'Who takes it?' }],
  ])
  told['another reads and reacts'] = await answers(cleo, [
    ['read_inbox', { wait: 0 }],
    ['react', { group: 'plan', emoji: '👍' }],
    ['read_group', { group: 'plan' }],
    ['query_groups', {}],
    ['query_crew', {}],
    ['agent_message', { to: 'ben', content: 'I take it.' }],
    ['agent_message', { to: 'human', content: 'Is that right?' }],
    ['run_command', { command: 'HELP', payload: { command: 'GROUP_MESSAGE' } }],
    ['run_command', { command: 'HELP' }],
    ['run_command', { command: 'LEAVE_GROUP', payload: { group: 'plan' } }],
  ])
  told['the first adds it again'] = await answers(ben, [
    ['add_to_group', { group: 'plan', members: ['cleo'] }],
    ['read_inbox', { wait: 0 }],
    ['read_inbox', { wait: 0 }],
  ])
  const sessions = `/api/lead/${crew.leadId}/groups/plan/sessions`
  const { session } = await crew.person('POST', sessions, { title: 'Names', agents: [ids['ben']] })
  await crew.person('POST', `${sessions}/${session.id}/messages`, { content: 'Which name?' })
  // What was not read before comes first, and a round alone.
  const pages: unknown[] = []
  let delivery: string | undefined
  while (delivery === undefined && pages.length < 5) {
    const { content } = await ben.callTool({ name: 'read_inbox', arguments: { wait: 0 } })
    pages.push(content)
    delivery = /"delivery":"([^"]+)"/.exec(JSON.stringify(content).replaceAll('\\', ''))?.[1]
  }
  expect(delivery).toBeDefined()
  server.name(delivery ?? '', '<delivery>')
  told['a round'] = [
    pages,
    await answers(ben, [
      ['read_inbox', { wait: 0 }],
      ['answer', { delivery, content: 'The short one.' }],
      ['answer', { delivery, content: 'The short one.' }],
    ]),
  ]
  told['a lead works'] = await answers(lead, [
    ['delegate', { to: 'ben', task: 'Move the files.', context: 'Cleo waits.' }],
    ['create_agent', { name: 'dora', role: 'developer', task: 'Read the files.' }],
    ['broadcast', { content: 'The review is at four.' }],
    ['interrupt', { to: 'ben', content: 'Stop.' }],
    ['release_hold', { group: 'plan' }],
    ['terminate_agent', { agent: 'cleo', reason: 'Done.' }],
  ])
  told['the task is done'] = await answers(ben, [
    ['read_inbox', { wait: 0 }],
    ['complete_task', { summary: 'They are moved.' }],
  ])
  told['the lead reads'] = await answers(lead, [['read_inbox', { wait: 0 }]])
  told['what is refused'] = await answers(ben, [
    ['group_message', { group: 'nope', content: 'Hello.' }],
    ['group_message', { group: 'plan' }],
    ['send', {}],
    ['answer', { delivery: 'nothing', content: 'Yes.' }],
    ['answer', {}],
    ['read_inbox', { wait: -1 }],
    ['run_command', { command: 'FLY' }],
    ['run_command', { command: 'DELEGATE', payload: { to: 'cleo', task: 'Fly.' } }],
  ])
  holds('mcp/calls', unnamed(server.normalised(told)))
})

test('OA17 /mcp refuses as it refused', async () => {
  const told: Record<string, unknown> = {}
  for (const [name, token] of Object.entries({
    'no token': '',
    'a wrong token': 'x',
    'the person': server.owner,
  })) {
    const response = await fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })
    told[name] = { status: response.status, body: await response.json() }
  }
  holds('mcp/refusals', server.normalised(told))
})
