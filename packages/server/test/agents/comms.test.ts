import { expect, test } from 'vitest'
import { broadcast, interrupt, sendDirect } from '../../src/agents/direct-messages'
import { terminateAgent } from '../../src/agents/end-agent'
import { readComms } from '../../src/agents/read-comms'
import { resumeAgent } from '../../src/agents/revive'
import { joined, letters } from '../harness/secrets'
import { type TestCrew, testCrew } from '../harness/test-crew'
import { TestServer } from '../harness/test-server'

const AGENTS = { ada: 'architect', dora: 'developer', gus: 'qa-tester' } as const

const send = (crew: TestCrew, from: string, to: string, content: string) =>
  sendDirect(crew.shard, crew.crew, crew.by(from), {
    to: to === 'human' ? to : crew.id(to),
    content,
  })
const shout = (crew: TestCrew, from: string, content: string) =>
  broadcast(crew.shard, crew.crew, crew.by(from), { content })

async function heard(crew: TestCrew, who: string, agent?: string): Promise<string[]> {
  const { shard } = crew
  const id = agent === undefined || agent === 'human' ? agent : crew.id(agent)
  const input = { agent: id, limit: 200 }
  const page = await readComms(shard, crew.crew, crew.by(who), input)
  expect(page.messages.map(({ seq }) => seq)).toEqual(
    page.messages.map(({ seq }) => seq).sort((a, b) => a - b),
  )
  return page.messages.map(({ content }) => content)
}

/** Everybody writes; Dora is away during the second broadcast, and Hal comes after both. */
async function talk(crew: TestCrew): Promise<void> {
  send(crew, 'ada', 'dora', 'a>d')
  send(crew, 'dora', 'ada', 'd>a')
  send(crew, 'gus', 'human', 'g>h')
  shout(crew, 'lead', 'all 1')
  terminateAgent(crew.shard, crew.crew, crew.by('human'), crew.id('dora'), null)
  shout(crew, 'ada', 'all 2')
  resumeAgent(crew.shard, crew.crew, crew.by('human'), crew.id('dora'))
  crew.hire('hal', 'developer')
  shout(crew, 'human', 'all 3')
  interrupt(crew.shard, crew.crew, crew.by('human'), { to: crew.id('gus'), content: 'stop' })
  await Promise.resolve()
}

test('CO1 people see everything that was said outside of groups, oldest first', async () => {
  await using crew = testCrew({ agents: AGENTS })
  await talk(crew)
  const all = ['a>d', 'd>a', 'g>h', 'all 1', 'all 2', 'all 3', 'stop']
  expect(await heard(crew, 'human')).toEqual(all)
  crew.restart()
  expect(await heard(crew, 'human')).toEqual(all)
})

test('CO2 an agent, the lead too, sees its own and the broadcasts of when it was there', async () => {
  await using crew = testCrew({ agents: AGENTS })
  await talk(crew)
  expect(await heard(crew, 'ada')).toEqual(['a>d', 'd>a', 'all 1', 'all 2', 'all 3'])
  expect(await heard(crew, 'dora')).toEqual(['a>d', 'd>a', 'all 1', 'all 3'])
  expect(await heard(crew, 'gus')).toEqual(['g>h', 'all 1', 'all 2', 'all 3', 'stop'])
  expect(await heard(crew, 'hal')).toEqual(['all 3'])
  expect(await heard(crew, 'lead')).toEqual(['all 1', 'all 2', 'all 3'])
})

test('CO3 agent= leaves what that one wrote or was told, of what the reader may see', async () => {
  await using crew = testCrew({ agents: AGENTS })
  await talk(crew)
  expect(await heard(crew, 'human', 'dora')).toEqual(['a>d', 'd>a', 'all 1', 'all 3'])
  expect(await heard(crew, 'human', 'human')).toEqual(['g>h', 'all 3', 'stop'])
  expect(await heard(crew, 'gus', 'dora')).toEqual(['all 1', 'all 3'])
  expect(await heard(crew, 'ada', 'dora')).toEqual(['a>d', 'd>a', 'all 1', 'all 3'])
  expect(await heard(crew, 'hal', 'ada')).toEqual(['all 3'])
  expect(await heard(crew, 'ada', 'human')).toEqual(['all 3'])
})

test('CO4 GET /api/lead/:id/comms pages by seq from new to old and refuses what does not fit', async () => {
  await using server = await TestServer.start()
  const crew = await server.crew('atlas', { ada: 'architect', dora: 'developer' })
  const comms = (query = '', token?: string) =>
    server.call(
      'GET',
      `/api/lead/${crew.leadId}/comms${query}`,
      undefined,
      token === undefined ? {} : { token },
    )
  for (let n = 1; n <= 7; n++) {
    await server.call('POST', `/api/agents/${crew.ids['ada']}/messages`, { content: `m${n}` })
  }
  const contents = ({ body }: { body: Record<string, unknown> }) =>
    (body['messages'] as { content: string }[]).map(({ content }) => content)
  const first = await comms('?limit=3')
  expect([contents(first), first.body['hasMore']]).toEqual([['m5', 'm6', 'm7'], true])
  const second = await comms(`?limit=3&before=${first.body['messages'][0].seq}`)
  expect([contents(second), second.body['hasMore']]).toEqual([['m2', 'm3', 'm4'], true])
  const third = await comms(`?limit=3&before=${second.body['messages'][0].seq}&agent=human`)
  expect([contents(third), third.body['hasMore']]).toEqual([['m1'], false])
  expect(contents(await comms('', crew.tokens['dora']))).toEqual([])
  expect(contents(await comms(`?agent=${crew.ids['ada']?.slice(0, 8)}`))).toHaveLength(7)
  expect(contents(await comms('', server.observer))).toHaveLength(7)

  const other = await server.crew('other')
  expect((await comms('', other.tokens['lead'])).status).toBe(404)
  expect((await comms(`?agent=${other.leadId}`)).body['error'].code).toBe('agent_not_found')
  for (const query of ['?limit=0', '?limit=201', '?before=-1', '?agent=', '?who=ada']) {
    expect((await comms(query)).status, query).toBe(422)
  }
})

test('CO5 POST /api/lead/:id/broadcast reaches every agent that has not ended, and says whom', async () => {
  await using server = await TestServer.start()
  const { leadId, ids, tokens } = await server.crew('atlas', {
    ada: 'architect',
    dora: 'developer',
    hal: 'developer',
  })
  await server.call('POST', `/api/agents/${ids['hal']}/terminate`)
  const send = (content: string, token = server.owner) =>
    server.call('POST', `/api/lead/${leadId}/broadcast`, { content }, { token })
  const told = async (who: string) => {
    const by = { token: tokens[who] ?? '' }
    const { body } = await server.call('GET', `/api/agents/${ids[who]}/inbox`, undefined, by)
    return body['deliveries'].map((one: Record<string, unknown>) => [one['text'], one['wake']])
  }
  const person = await send('stand up')
  expect(person).toMatchObject({
    status: 202,
    body: { recipients: [leadId, ids['ada'], ids['dora']] },
  })
  const { body } = await server.call('GET', `/api/lead/${leadId}/comms`)
  expect(body['messages']).toMatchObject([
    { id: person.body['messageId'], kind: 'broadcast', from: 'human', to: null },
  ])
  const agent = await send('I am here', tokens['ada'])
  expect(agent.body['recipients']).toEqual([leadId, ids['dora']])
  const secret = await send(`the key is ${joined('gh', `p_${letters(36)}`)}`)
  expect(secret.status).toBe(202)
  expect(await told('dora')).toEqual([
    ['[Broadcast from Human (human)]: stand up', true],
    [expect.stringContaining('I am here'), false],
    ['[Broadcast from Human (human)]: the key is [masked:github-token]', true],
  ])
  const after = await server.call('GET', `/api/agents/${ids['hal']}`)
  expect(after.body['agent']).toMatchObject({ status: 'terminated', owed: { count: 0 } })
})
