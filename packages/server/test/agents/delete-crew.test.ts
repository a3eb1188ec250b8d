import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { deleteCrew } from '../../src/agents/delete-crew'
import { createAgent, createLead } from '../../src/agents/create-agent'
import { sendDirect } from '../../src/agents/direct-messages'
import { createGroup } from '../../src/groups/create-group'
import { react } from '../../src/groups/react'
import { sendMessage } from '../../src/groups/send-message'
import { crewText, takeIn } from '../harness/export-text'
import { dumpOf } from '../harness/recorded-batches'
import { ServerWithWriter } from '../harness/server-with-writer'
import { eventually } from '../harness/speaker'
import { tempFolder } from '../harness/temp-folder'
import { BY_PERSON, byAgent, type TestCrew, testCrew } from '../harness/test-crew'
import { TestServer } from '../harness/test-server'
import { TestSocket } from '../harness/test-socket'

const AGENTS = { ada: 'architect', dora: 'developer' } as const

/** A second crew that has done everything that leaves rows. */
async function second(crew: TestCrew): Promise<{ leadId: string; agentId: string }> {
  const { shard } = crew
  const { crew: other } = createLead(shard, BY_PERSON, { name: 'second' })
  const leadId = other.state.lead.id
  const { agent } = createAgent(shard, other, BY_PERSON, {
    role: 'developer',
    task: 'second task',
    driver: { kind: 'remote' },
  })
  createGroup(shard, other, byAgent(leadId), { name: 'second', members: [agent.id] })
  const { message } = sendMessage(shard, other, byAgent(leadId), {
    group: 'second',
    content: 'second words',
  })
  const reaction = { group: 'second', messageId: message.id, emoji: '👍', action: 'add' } as const
  react(shard, other, byAgent(agent.id), reaction)
  sendDirect(shard, other, byAgent(agent.id), { to: 'human', content: 'second question' })
  await crew.core.intake.output(other, agent.id, {
    text: '⟦⟦ QUERY_GROUPS ⟧⟧',
    stream: 's',
    endOfTurn: true,
  })
  await crew.core.inbox.fetch(agent.id, {})
  crew.core.rollouts.record(agent.id, { kind: 'prompt', text: 'second prompt' })
  await crew.core.rollouts.flush()
  await shard.ports.search.index()
  return { leadId, agentId: agent.id }
}

/** Tables that have a row with any of these texts in it. */
function tablesWith(crew: TestCrew, ...texts: string[]): string[] {
  return Object.entries(dumpOf(crew.database))
    .filter(([, rows]) => texts.some((text) => JSON.stringify(rows).includes(text)))
    .map(([name]) => name)
}

test('DE1 a deleted crew is in no table and no memory, at once and after a restart; others keep all they have', async () => {
  await using crew = testCrew({ agents: AGENTS })
  createGroup(crew.shard, crew.crew, crew.by('lead'), { name: 'second', members: [crew.id('ada')] })
  sendMessage(crew.shard, crew.crew, crew.by('ada'), { group: 'second', content: 'first words' })
  const before = dumpOf(crew.database)
  const { leadId, agentId } = await second(crew)
  expect(tablesWith(crew, leadId, agentId)).toEqual(
    expect.arrayContaining([
      'agent_inboxes', 'agent_streams', 'agents', 'chat_group_members', 'chat_group_memberships',
      'chat_group_messages', 'chat_group_reactions', 'chat_groups', 'deliveries', 'direct_messages',
      'journal', 'leads', 'needs', 'rollout_entries', 'tasks', 'tokens',
    ]), // prettier-ignore
  )
  crew.act(() => deleteCrew(crew.shard, crew.shard.crew(leadId), BY_PERSON, 'second'))
  expect(tablesWith(crew, leadId, agentId, 'second ')).toEqual([])
  const { shard: _now, ...rest } = dumpOf(crew.database)
  const { shard: _then, ...had } = before
  expect(rest).toEqual(had)
  expect(crew.shard.findCrew(leadId)).toBeUndefined()
  expect(crew.shard.crewOf(agentId)).toBeUndefined()
  await crew.shard.ports.search.index()
  const count = (table: string) =>
    crew.database.prepare(`select count(*) from ${table}`).pluck().get()
  expect(['search_documents', 'search_gone', 'search_text_docsize'].map(count)).toEqual([1, 0, 1])
  crew.restart()
  expect([...crew.shard.crews()].map(({ state }) => state.lead.name)).toEqual(['atlas'])
})

test('DE2 what was still under way when its crew was deleted writes nothing any more', async () => {
  await using crew = testCrew({ agents: AGENTS })
  const { leadId, agentId } = await second(crew)
  const other = crew.shard.crew(leadId)
  crew.core.rollouts.text(agentId, 'second half')
  crew.core.rollouts.record(agentId, { kind: 'note', text: 'second note' })
  crew.act(() => deleteCrew(crew.shard, other, BY_PERSON, 'second'))
  const gone = expect.objectContaining({ code: 'lead_not_found' })
  const words = { group: 'second', content: 'late' }
  expect(() => sendMessage(crew.shard, other, byAgent(leadId), words)).toThrow(gone)
  expect(() => crew.shard.decideAccepted(other)).toThrow(gone)
  const late = { text: '⟦⟦ QUERY_GROUPS ⟧⟧', stream: 's', endOfTurn: true }
  await expect(crew.core.intake.output(other, agentId, late)).rejects.toThrow('no such agent')
  crew.core.rollouts.record(agentId, { kind: 'prompt', text: 'second late' })
  await crew.core.rollouts.flush()
  expect(tablesWith(crew, leadId, agentId, 'second ')).toEqual([])
  crew.check()
})

test('EX15 a crew that was deleted and taken in again is recorded from the beginning, like any other', async () => {
  await using crew = testCrew({ agents: AGENTS })
  const { leadId, agentId } = await second(crew)
  const text = await crewText(crew, leadId)
  const entries = () =>
    crew.shard.ports.reader
      .rollout(leadId, { agentId, limit: 50 })
      .entries.map(({ n, text }) => [n, text])
  expect(entries()).toEqual([[1, 'second prompt']])
  for (const again of ['once', 'twice']) {
    crew.act(() => deleteCrew(crew.shard, crew.shard.crew(leadId), BY_PERSON, 'second'))
    crew.core.rollouts.record(agentId, { kind: 'prompt', text: 'between' })
    await takeIn(crew, text)
    crew.core.rollouts.record(agentId, { kind: 'prompt', text: again })
    await crew.core.rollouts.flush()
    expect(entries()).toEqual([[1, again]])
  }
})

test('DE3 a crew with crews under it is refused; a sub-lead whose crew is deleted has ended in its parent', async () => {
  await using crew = testCrew({ agents: AGENTS })
  const { crew: sub } = createLead(crew.shard, crew.by('lead'), {
    name: 'below',
    parentId: crew.leadId,
    task: 'lead them',
  })
  const subId = sub.state.lead.id
  const refused = expect.objectContaining({ code: 'has_sub_leads', details: { leads: [subId] } })
  expect(() => crew.act(() => deleteCrew(crew.shard, crew.crew, BY_PERSON, 'atlas'))).toThrow(
    refused,
  )
  await crew.reads('lead')
  crew.act(() => deleteCrew(crew.shard, sub, BY_PERSON, 'below'))
  expect(crew.crew.state.agents[subId]).toMatchObject({ ended: 'terminated' })
  expect(crew.crew.openTasks(subId)).toEqual([])
  expect((await crew.texts('lead')).join()).toContain('Its crew was deleted.')
  crew.restart()
  expect(crew.shard.crewsOf(subId)).toEqual([crew.crew])
  crew.act(() => deleteCrew(crew.shard, crew.crew, BY_PERSON, 'atlas'))
  expect([...crew.shard.crews()]).toEqual([])
})

test('DE4 DELETE /api/lead/:id takes the name as confirmation, from the owner alone', async () => {
  await using server = await TestServer.start()
  const crew = await server.crew('atlas', { ada: 'architect' })
  const address = `/api/lead/${crew.leadId}`
  const code = async (body?: unknown, token?: string) => {
    const reply = await server.call('DELETE', address, body, token === undefined ? {} : { token })
    return `${reply.status} ${reply.body['error']?.code ?? ''}`
  }
  for (const body of [undefined, {}, { confirm: 'Atlas' }, { confirm: '' }, { confirm: 1 }]) {
    expect(await code(body)).toBe('422 validation')
  }
  expect(await code({ confirm: 'atlas', force: true })).toBe('422 validation')
  for (const token of [crew.tokens['lead'], crew.tokens['ada'], server.observer]) {
    expect(await code({ confirm: 'atlas' }, token)).toBe('403 forbidden')
  }
  expect((await server.call('GET', address)).status).toBe(200)
  const { status, body } = await server.call('DELETE', address, { confirm: 'atlas' })
  expect({ status, body }).toMatchObject({ status: 200, body: { deleted: crew.leadId } })
  expect(await code({ confirm: 'atlas' })).toBe('404 lead_not_found')
  expect((await server.call('GET', '/api/lead')).body['leads']).toEqual([])
})

test('DE5 tokens of a deleted crew are void, and connections that follow it are told', async () => {
  await using server = await TestServer.start()
  const crew = await server.crew('atlas', { ada: 'architect' })
  const other = await server.crew('other')
  using person = new TestSocket(`${server.app.url}/ws`)
  using agent = new TestSocket(`${server.app.url}/ws`)
  using inbox = new TestSocket(`${server.app.url}/agent`)
  await Promise.all([person.opened(), agent.opened(), inbox.opened()])
  const token = crew.tokens['ada'] ?? ''
  person.send({ type: 'hello', token: server.owner, leads: '*' })
  agent.send({ type: 'hello', token, leads: [crew.leadId] })
  inbox.send({ type: 'hello', token: crew.tokens['lead'], agentId: crew.leadId })
  for (const socket of [person, agent, inbox]) await socket.wait(({ type }) => type === 'hello')
  const waiting = server.call('GET', `/api/agents/${crew.ids['ada']}/inbox?wait=60`, undefined, {
    token,
  })
  await server.call('DELETE', `/api/lead/${crew.leadId}`, { confirm: 'atlas' })
  for (const socket of [person, agent]) {
    expect(await socket.wait(({ type }) => type === 'lead:deleted')).toMatchObject({
      leadId: crew.leadId,
      lead: { name: 'atlas' },
      agentIds: [crew.leadId, crew.ids['ada']],
    })
  }
  expect((await agent.closed).code).toBe(4001)
  expect((await inbox.closed).code).toBe(4001)
  expect((await waiting).status).toBe(404)
  for (const gone of [token, crew.tokens['lead'] ?? '']) {
    expect((await server.call('GET', '/api/me', undefined, { token: gone })).status).toBe(401)
  }
  await server.call('POST', `/api/lead/${other.leadId}/groups`, { name: 'plan' })
  await person.wait(({ type, leadId }) => type === 'group:created' && leadId === other.leadId)
  await server.restart()
  expect((await server.call('GET', '/api/me', undefined, { token })).status).toBe(401)
})

test('DE6 programs of a deleted crew have ended when the answer comes, in the middle of what they say', async () => {
  using folder = tempFolder()
  await using server = await TestServer.start()
  const crew = await server.crew('atlas')
  const notes = path.join(folder.path, 'notes')
  const file = path.join(folder.path, 'agent.cjs')
  writeFileSync(
    file,
    `require('node:fs').writeFileSync(${JSON.stringify(notes)}, String(process.pid))
     process.on('SIGTERM', () => {})
     setInterval(() => process.stdout.write('⟦⟦ QUERY_GROUPS ⟧⟧\\n'), 5)`,
  )
  await server.call('POST', `/api/lead/${crew.leadId}/agents`, {
    role: 'developer',
    driver: { kind: 'pipe', command: process.execPath, args: [file] },
  })
  await eventually(
    'the program runs',
    () => existsSync(notes) && readFileSync(notes, 'utf8') !== '',
  )
  const pid = Number(readFileSync(notes, 'utf8'))
  const { status } = await server.call('DELETE', `/api/lead/${crew.leadId}`, { confirm: 'atlas' })
  expect(status).toBe(200)
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  await eventually('its record is gone', () => {
    const tables = new Database(server.data.database, { readonly: true })
    const left = tables.prepare('select count(*) from agent_processes').pluck().get()
    tables.close()
    return left === 0
  })
  expect(server.fatal).toEqual([])
})

test('DE7 numbers of other crews and of the shard go on after a deletion and a restart', async () => {
  await using server = await TestServer.start()
  const kept = await server.crew('kept')
  const gone = await server.crew('gone')
  const { body: before } = await server.call('GET', `/api/lead/${kept.leadId}`)
  await server.call('DELETE', `/api/lead/${gone.leadId}`, { confirm: 'gone' })
  await server.restart()
  const after = await server.call('GET', `/api/lead/${kept.leadId}`)
  expect(after.body['asOf']).toBe(before['asOf'])
  const again = await server.crew('gone')
  const { body } = await server.call('POST', `/api/lead/${again.leadId}/groups`, { name: 'plan' })
  expect(body['asOf']).toBeGreaterThan(0)
  await server.call('POST', `/api/lead/${kept.leadId}/groups`, { name: 'plan' })
  const events = await server.call('GET', `/api/events?lead=${kept.leadId}`)
  const seqs = events.body['events'].map(({ seq }: { seq: number }) => seq)
  expect(new Set(seqs).size).toBe(seqs.length)
  await server.restart()
  expect((await server.call('GET', '/api/lead')).body['leads']).toHaveLength(2)
})

test('DE6 the record of a program whose crew is gone is taken back at the next start', async () => {
  await using server = await TestServer.start()
  await server.crew('atlas')
  await server.stop()
  const tables = new Database(server.data.database)
  tables.exec("insert into agent_processes (agent_id, pid, tag) values ('gone', 4194305, 'none')")
  await server.restart()
  await server.app.core.journal.flush()
  expect(tables.prepare('select count(*) from agent_processes').pluck().get()).toBe(0)
  tables.close()
})

test.each(['fail SQLITE_FULL', 'before', 'after'] as const)(
  'DE8 a deletion that storage meets with "%s" has happened as a whole or not at all',
  async (step) => {
    await using server = await ServerWithWriter.start()
    const room = await server.crew(['ada'])
    await server.call('POST', room.messages, { content: 'words' })
    server.writer.plan(step)
    const address = `/api/lead/${room.leadId}`
    const { status } = await server.call('DELETE', address, { confirm: 'atlas' })
    expect(status).toBe(step === 'after' ? 200 : 503)
    await eventually('storage works again', async () => {
      return (await server.call('GET', '/api/health')).status === 200
    })
    await server.assertLaw()
    const left = (await server.call('GET', address)).status
    expect([left, server.contents()]).toEqual(step === 'after' ? [404, []] : [200, ['words']])
    if (step === 'after') return
    expect((await server.call('POST', room.messages, { content: 'more' })).status).toBe(201)
    expect((await server.call('DELETE', address, { confirm: 'atlas' })).status).toBe(200)
    expect(server.contents()).toEqual([])
  },
)
