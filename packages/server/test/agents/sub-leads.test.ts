import { expect, test } from 'vitest'
import { createAgent, createLead } from '../../src/agents/create-agent'
import { terminateAgent } from '../../src/agents/end-agent'
import { resumeAgent } from '../../src/agents/revive'
import { createGroup } from '../../src/groups/create-group'
import { sendMessage } from '../../src/groups/send-message'
import { TestServer } from '../harness/test-server'
import { BY_PERSON, byAgent, type TestCrew, testCrew } from '../harness/test-crew'

/** A crew whose lead has a sub-lead, which has a developer of its own. */
function withSubLead(crew: TestCrew, task?: string) {
  const sub = crew.act(() =>
    createLead(crew.shard, byAgent(crew.leadId), {
      name: 'search',
      parentId: crew.leadId,
      driver: { kind: 'remote' },
      ...(task === undefined ? {} : { task }),
    }),
  ).crew
  const subId = sub.state.lead.id
  const { agent } = crew.act(() =>
    createAgent(crew.shard, sub, byAgent(subId), { role: 'developer', name: 'sue' }),
  )
  const say = async (id: string, text: string) => {
    const { results } = await crew.core.intake.output(crew.shard.crewsOf(id)[0] ?? sub, id, {
      text: `${text}\n`,
      stream: 'main',
      endOfTurn: true,
    })
    crew.check()
    return results
  }
  const read = async (id: string) => {
    const { inbox } = crew.core
    const page = await inbox.fetch(id, {})
    await inbox.ack(id, page.cursor)
    crew.check()
    return page.deliveries.map((delivery) => delivery.text)
  }
  return { subId, workerId: agent.id, say, read, own: () => crew.shard.crew(subId) }
}

test('SU1 a sub-lead is a member in its parent’s groups and is handed what is said there', async () => {
  await using crew = testCrew({ agents: { ben: 'developer' } })
  const { subId, read, say } = withSubLead(crew)
  crew.act(() =>
    createGroup(crew.shard, crew.crew, crew.by('lead'), {
      name: 'plans',
      members: [subId.slice(0, 8), 'ben'],
    }),
  )
  crew.act(() =>
    sendMessage(crew.shard, crew.crew, crew.by('ben'), { group: 'plans', content: 'how far?' }),
  )
  const texts = await read(subId)
  expect(texts.at(-1)).toBe(`[Group "plans" — Developer (${crew.id('ben').slice(0, 8)})]: how far?`)
  expect(await say(subId, '⟦⟦ GROUP_MESSAGE {"group":"plans","content":"half way"} ⟧⟧')).toEqual([
    expect.objectContaining({ ok: true }),
  ])
  expect((await crew.texts('ben')).at(-1)).toBe(
    `[Group "plans" — Project Lead (${subId.slice(0, 8)})]: half way`,
  )
  expect(await read(subId), 'only its own confirmation is left').toHaveLength(1)
})

test('SU2 a sub-lead has a namespace of its own: the same group name is another group there', async () => {
  await using crew = testCrew({ agents: { ben: 'developer' } })
  const { subId, workerId, say, own, read } = withSubLead(crew)
  crew.act(() =>
    createGroup(crew.shard, crew.crew, crew.by('lead'), { name: 'plans', members: [subId] }),
  )
  const [made] = await say(subId, '⟦⟦ CREATE_GROUP {"name":"plans","members":["sue"]} ⟧⟧')
  expect(made).toMatchObject({ ok: true })
  await say(subId, '⟦⟦ GROUP_MESSAGE {"group":"plans","content":"for mine"} ⟧⟧')
  expect((await read(workerId)).at(-1)).toContain('for mine')
  expect(own().state.groups['plans']?.messageCount).toBe(1)
  expect(crew.crew.state.groups['plans']?.messageCount).toBe(0)
  const [listed] = await say(subId, '⟦⟦ QUERY_GROUPS ⟧⟧')
  expect(listed?.reply.match(/^- "plans"/gm)).toHaveLength(2)
})

test('SU3 agents of a sub-lead’s crew belong to another crew for its parent’s', async () => {
  await using crew = testCrew({ agents: { ben: 'developer' } })
  const { workerId, say } = withSubLead(crew)
  const [refused] = await crew.says(
    'lead',
    `⟦⟦ CREATE_GROUP {"name":"x","members":["${workerId}"]} ⟧⟧\n`,
  )
  expect(refused?.reply).toContain('belongs to another crew')
  const [other] = await say(workerId, `⟦⟦ AGENT_MESSAGE {"to":"ben","content":"hi"} ⟧⟧`)
  expect(other?.ok).toBe(false)
})

test('SU4 a sub-lead’s task comes from above, its report goes there, and it delegates in its own crew', async () => {
  await using crew = testCrew({ agents: { ben: 'developer' } })
  const { subId, workerId, say, read, own } = withSubLead(crew, 'build the search')
  expect(await read(subId)).toEqual([
    `[Task from Project Lead (${crew.leadId.slice(0, 8)})]: build the search`,
  ])
  await say(subId, '⟦⟦ DELEGATE {"to":"sue","task":"index it"} ⟧⟧')
  expect(await read(workerId)).toEqual([
    `[Task from Project Lead (${subId.slice(0, 8)})]: index it`,
  ])
  await say(workerId, '⟦⟦ COMPLETE_TASK {"summary":"indexed"} ⟧⟧')
  expect((await read(subId)).at(-1)).toBe(
    `[System] Developer (${workerId.slice(0, 8)}) completed its task: indexed`,
  )
  await say(subId, '⟦⟦ COMPLETE_TASK {"summary":"search works"} ⟧⟧')
  expect((await crew.texts('lead')).at(-1)).toBe(
    `[System] Project Lead (${subId.slice(0, 8)}) completed its task: search works`,
  )
  expect(crew.crew.state.agents[subId]?.ended).toBe('completed')
  expect(own().state.agents[subId]?.ended, 'it is one agent with one status').toBe('completed')
  const [again] = await crew.says('lead', '⟦⟦ DELEGATE {"to":"search","task":"faster"} ⟧⟧\n')
  expect(again?.ok).toBe(true)
  expect(own().state.agents[subId]?.ended).toBeNull()
})

test('SU5 a command that the parent’s crew knows better is run there; one that neither knows is refused once', async () => {
  await using crew = testCrew({ agents: { ben: 'developer' } })
  const { subId, say } = withSubLead(crew)
  const [direct] = await say(subId, '⟦⟦ AGENT_MESSAGE {"to":"ben","content":"hello up there"} ⟧⟧')
  expect(direct).toMatchObject({ ok: true })
  expect((await crew.texts('ben')).at(-1)).toBe(
    `[Message from Project Lead (${subId.slice(0, 8)})]: hello up there`,
  )
  const [unknown] = await say(subId, '⟦⟦ GROUP_MESSAGE {"group":"nowhere","content":"x"} ⟧⟧')
  expect(unknown).toMatchObject({ ok: false })
  const [notLead] = await say(subId, '⟦⟦ DELEGATE {"to":"ben","task":"work for me"} ⟧⟧')
  expect(notLead?.reply).toContain('only the lead of a crew may delegate')
})

test('SU6 ending or resuming a sub-lead in one crew holds in both, also after a restart', async () => {
  await using crew = testCrew({ agents: { ben: 'developer' } })
  const { subId, own } = withSubLead(crew)
  crew.act(() => terminateAgent(crew.shard, crew.crew, crew.by('lead'), subId, 'not needed'))
  expect(own().state.agents[subId]).toMatchObject({
    ended: 'terminated',
    endedReason: 'not needed',
  })
  crew.restart()
  expect(own().state.agents[subId]?.ended).toBe('terminated')
  expect(crew.shard.crewsOf(subId).map((one) => one.state.lead.id)).toEqual([subId, crew.leadId])
  crew.act(() => resumeAgent(crew.shard, own(), BY_PERSON, subId))
  expect(crew.crew.state.agents[subId]?.ended).toBeNull()
})

test('SU7 POST /api/lead with parentId makes a sub-lead; its token opens both crews, others’ only theirs', async () => {
  await using server = await TestServer.start()
  const { leadId, tokens } = await server.crew('atlas', { ben: 'developer' })
  const made = await server.call('POST', '/api/lead', { name: 'search', parentId: leadId })
  expect(made.status).toBe(201)
  expect(made.body['lead']).toMatchObject({ parentId: leadId, name: 'search' })
  const sub = made.body['lead'].id as string
  const seen = async (token: string | undefined) =>
    (await server.call('GET', '/api/lead', undefined, { token: token ?? '' })).body['leads'].map(
      (lead: { id: string }) => lead.id,
    )
  expect(new Set(await seen(made.body['token'] as string))).toEqual(new Set([leadId, sub]))
  expect(await seen(tokens['ben'])).toEqual([leadId])
  const { body } = await server.call('GET', `/api/lead/${leadId}/agents`)
  expect(body['agents'].map((agent: { id: string }) => agent.id)).toContain(sub)
  const unknown = await server.call('POST', '/api/lead', { name: 'x', parentId: 'nobody' })
  expect(unknown.status).toBe(404)
})

test('SU8 one inbox page holds both crews’ items and one cursor confirms them', async () => {
  await using crew = testCrew({ agents: { ben: 'developer' } })
  const { subId, workerId } = withSubLead(crew)
  const tell = (id: string, to: string, content: string) =>
    crew.core.intake.output(crew.shard.crewsOf(id)[0] ?? crew.crew, id, {
      text: `⟦⟦ AGENT_MESSAGE {"to":"${to}","content":"${content}"} ⟧⟧\n`,
      stream: 'main',
      endOfTurn: true,
    })
  await tell(crew.id('ben'), subId, 'from above')
  await tell(workerId, subId, 'from below')
  const page = await crew.core.inbox.fetch(subId, {})
  expect(page.deliveries.map((delivery) => delivery.text.split(': ')[1])).toEqual([
    'from above',
    'from below',
  ])
  const again = await crew.core.inbox.fetch(subId, {})
  expect(again.deliveries.every((delivery) => delivery.repeat)).toBe(true)
  await crew.core.inbox.ack(subId, page.cursor)
  expect((await crew.core.inbox.fetch(subId, {})).deliveries).toEqual([])
  crew.check()
})
