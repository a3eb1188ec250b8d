import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createAgent, createLead } from '../../src/agents/create-agent'
import { interrupt, sendDirect } from '../../src/agents/direct-messages'
import { liveAgent } from '../../src/live/agent'
import { pauseCrew } from '../../src/agents/pause'
import { delegate } from '../../src/agents/tasks'
import { beginTurn } from '../../src/delivery/turns'
import { mustWake } from '../../src/crew/wake'
import { createGroup } from '../../src/groups/create-group'
import { pauseGroup } from '../../src/groups/pause-group'
import { receiptsOf } from '../../src/groups/receipts'
import { sendMessage } from '../../src/groups/send-message'
import { connectedCrew, reply } from '../harness/connected-crew'
import { eventually, pause as wait } from '../harness/speaker'
import { BY_PERSON, type TestCrew } from '../harness/test-crew'
import { TestServer } from '../harness/test-server'
import { TestSocket } from '../harness/test-socket'

const AGENTS = { dev: 'developer', arch: 'architect' }

/** A connected crew with two groups of everybody, where nothing is owed. */
async function quietCrew(): Promise<TestCrew> {
  const crew = connectedCrew(AGENTS)
  for (const name of ['one', 'two']) {
    const input = { name, members: ['dev', 'arch'] }
    crew.act(() => createGroup(crew.shard, crew.crew, crew.by('lead'), input))
  }
  for (const name of Object.keys(AGENTS)) await crew.reads(name)
  return crew
}

const say = (crew: TestCrew, group: string, content: string, who = 'lead') =>
  crew.act(() => sendMessage(crew.shard, crew.crew, crew.by(who), { group, content })).message
const write = (crew: TestCrew, content: string) =>
  crew.act(() => sendDirect(crew.shard, crew.crew, BY_PERSON, { to: 'dev', content }))
const pause = (crew: TestCrew, what: 'one' | 'crew' | 'server', paused: boolean) =>
  crew.act(() => {
    if (what === 'crew') pauseCrew(crew.shard, crew.crew, BY_PERSON, paused)
    else if (what === 'server') crew.shard.pauseAll(paused, BY_PERSON)
    else pauseGroup(crew.shard, crew.crew, BY_PERSON, what, paused)
  })
const lastWords = async (crew: TestCrew) =>
  (await crew.texts('dev')).map((text) => text.split(': ').at(-1))
const wakes = (crew: TestCrew) => mustWake(crew.shard, crew.crew, crew.id('dev'))

test('PS1 of a paused group nothing is handed over, everything else is, and it comes when it goes on', async () => {
  await using crew = await quietCrew()
  pause(crew, 'one', true)
  const held = say(crew, 'one', 'held back')
  expect(wakes(crew), 'no reason to start').toBe(false)
  say(crew, 'two', 'from the other')
  write(crew, 'from a person')
  expect(wakes(crew)).toBe(true)
  expect(await lastWords(crew)).toEqual(['from a person', 'from the other'])
  say(crew, 'one', 'held back too', 'human')
  crew.restart()
  expect([wakes(crew), await lastWords(crew)], 'after a restart').toEqual([false, []])
  expect(crew.crew.state.groups['one']).toMatchObject({ paused: true, messageCount: 2 })
  const [receipt] = receiptsOf(crew.shard, crew.crew, crew.core.presence, held).filter(
    ({ agentId }) => agentId === crew.id('dev'),
  )
  expect(receipt).toMatchObject({ state: 'waiting', reason: 'paused' })
  pause(crew, 'one', false)
  expect(wakes(crew)).toBe(true)
  expect(await lastWords(crew)).toEqual(['held back', 'held back too'])
})

test('PS2 in a paused crew nothing at all is handed over, interrupts neither; posting goes on', async () => {
  for (const what of ['crew', 'server'] as const) {
    await using crew = await quietCrew()
    pause(crew, what, true)
    say(crew, 'one', '3')
    write(crew, '2')
    const order = { to: 'dev', content: '1' }
    crew.act(() => interrupt(crew.shard, crew.crew, crew.by('lead'), order))
    const task = { to: 'dev', text: '4' }
    crew.act(() => delegate(crew.shard, crew.crew, crew.by('lead'), task))
    expect.soft([wakes(crew), await lastWords(crew)], what).toEqual([false, []])
    const begun = beginTurn(crew.shard, crew.crew, crew.id('dev'))
    expect.soft(begun, `${what}: no turn begins`).toBeNull()
    crew.restart()
    expect
      .soft([wakes(crew), await lastWords(crew)], `${what} after a restart`)
      .toEqual([false, []])
    pause(crew, what, false)
    expect.soft(wakes(crew), what).toBe(true)
    expect.soft(await lastWords(crew), what).toEqual(['1', '2', '3', '4'])
  }
})

test('PS3 pausing one crew leaves the others alone; pausing the server stops all', async () => {
  await using crew = await quietCrew()
  const { crew: other } = createLead(crew.shard, BY_PERSON, { name: 'borealis' })
  const { agent } = createAgent(crew.shard, other, BY_PERSON, { role: 'developer', task: 'x' })
  const handed = async () => (await crew.core.inbox.fetch(agent.id, {})).deliveries.length
  pause(crew, 'crew', true)
  expect(await handed()).toBe(1)
  pause(crew, 'server', true)
  expect(await handed(), 'a repeat is not handed over either').toBe(0)
  pause(crew, 'server', false)
  expect(await handed()).toBe(1)
  expect([crew.crew.state.lead.paused, crew.shard.paused]).toEqual([true, false])
})

test('PS4 pausing what is paused changes nothing, and only a person pauses', async () => {
  await using crew = await quietCrew()
  for (const what of ['one', 'crew', 'server'] as const) {
    pause(crew, what, true)
    const { length } = crew.published
    pause(crew, what, true)
    expect.soft(crew.published.length, what).toBe(length)
  }
  for (const who of ['lead', 'dev']) {
    const by = crew.by(who)
    const forbidden = expect.objectContaining({ code: 'forbidden' }) as Error
    expect.soft(() => pauseCrew(crew.shard, crew.crew, by, false), who).toThrow(forbidden)
    expect.soft(() => pauseGroup(crew.shard, crew.crew, by, 'one', false), who).toThrow(forbidden)
  }
  const types = crew.published.map(({ type }) => type).filter((type) => type.endsWith(':paused'))
  expect(types).toEqual(['group:paused', 'lead:paused', 'server:paused'])
})

test('PS5 who sends into a paused crew is told, and people see why nothing happens', async () => {
  await using crew = await quietCrew()
  const why = () => {
    const { code, text } = liveAgent(crew.shard, crew.crew, crew.core.presence, crew.id('dev')).why
    return [code, text]
  }
  pause(crew, 'crew', true)
  const post = { group: 'one', content: 'x' }
  expect(await reply(crew, 'lead', 'GROUP_MESSAGE', post)).toBe(
    '[System] Message delivered to 2 group members. Developer (0002a9e7) is paused; Architect (0003a9e7) is paused.',
  )
  expect(why()).toEqual(['paused', 'the crew is paused; 1 item waits'])
  const direct = { to: 'dev', content: 'x' }
  expect(await reply(crew, 'lead', 'AGENT_MESSAGE', direct)).toBe(
    '[System] Message delivered to Developer (0002a9e7). Developer (0002a9e7) is paused.',
  )
  pause(crew, 'crew', false)
  pause(crew, 'server', true)
  expect(await reply(crew, 'lead', 'GROUP_MESSAGE', post)).toContain('is paused; Architect')
  await crew.reads('dev')
  pause(crew, 'server', false)
  await crew.reads('dev')
  pause(crew, 'one', true)
  say(crew, 'one', 'x')
  expect(why()).toEqual(['paused', 'group "one" is paused; 1 item waits'])
  pause(crew, 'one', false)
  pause(crew, 'server', true)
  write(crew, 'x')
  expect(why()).toEqual(['paused', 'the server is paused; 2 items wait'])
  crew.core.presence.set(crew.id('dev'), { status: 'working' })
  expect(why(), 'what runs is not cut off').toEqual(['working', 'working'])
})

test('PS6 who waits for its inbox is handed what was held back as soon as that goes on', async () => {
  for (const what of ['one', 'crew', 'server'] as const) {
    await using crew = await quietCrew()
    pause(crew, what, true)
    const poll = crew.core.inbox.fetch(crew.id('dev'), { waitMs: 25_000 })
    say(crew, 'one', 'held back')
    // Whatever the poll does with the news has been done.
    await wait(1)
    pause(crew, what, false)
    expect
      .soft(
        (await poll).deliveries.map(({ n }) => n),
        what,
      )
      .toEqual([1])
    crew.check()
  }
})

test('PS7 a page that was handed over before the pause can be confirmed during it', async () => {
  await using crew = await quietCrew()
  say(crew, 'one', 'x')
  const page = await crew.core.inbox.fetch(crew.id('dev'), {})
  pause(crew, 'crew', true)
  await crew.core.inbox.ack(crew.id('dev'), page.cursor)
  pause(crew, 'crew', false)
  expect(await crew.reads('dev')).toEqual([])
})

const LISTENS = `process.stdin.on('data', (text) => require('node:fs').appendFileSync(process.argv[1], text)); setInterval(() => {}, 1000)`

test('PS8 a person pauses over REST; programs are given nothing until it goes on, also after a restart', async () => {
  await using server = await TestServer.start()
  const { leadId, tokens } = await server.crew('atlas')
  const lead = `/api/lead/${leadId}`
  const notes = path.join(server.data.folder, 'notes')
  const heard = () => (existsSync(notes) ? readFileSync(notes, 'utf8') : '')
  const driver = { kind: 'pipe', command: process.execPath, args: ['-e', LISTENS, notes] }
  const { body } = await server.call('POST', `${lead}/agents`, { role: 'developer', driver })
  const agentId = body['agent'].id as string
  await server.call('POST', `${lead}/groups`, { name: 'room', memberIds: [agentId] })
  await eventually('it listens', () => heard().includes('added to group'))
  const post = async (content: string) =>
    (await server.call('POST', `${lead}/groups/room/messages`, { content })).status
  const set = async (route: string, verb: 'pause' | 'resume') => {
    const reply = await server.call('POST', `${route}/${verb}`)
    expect(reply.status).toBe(200)
    const { group, lead: crew, paused } = reply.body
    expect(group?.paused ?? crew?.paused ?? paused).toBe(verb === 'pause')
  }
  for (const [index, route] of [`${lead}/groups/room`, lead, '/api'].entries()) {
    await set(route, 'pause')
    expect(await post(`first ${index}`), 'posting goes on').toBe(201)
    await server.restart()
    expect(await post(`second ${index}`)).toBe(201)
    await wait(150)
    expect(heard()).not.toContain(` ${index}`)
    await set(route, 'resume')
    await eventually('it goes on', () => heard().includes(`second ${index}`))
  }
  expect(heard().match(/(first|second) \d/g)).toEqual(
    [0, 1, 2].flatMap((n) => [`first ${n}`, `second ${n}`]),
  )
  const asLead = { token: tokens['lead'] ?? '' }
  for (const route of [`${lead}/groups/room`, lead, '/api']) {
    for (const verb of ['pause', 'resume']) {
      const refused = await server.call('POST', `${route}/${verb}`, {}, asLead)
      expect.soft(refused.status, `${route}/${verb}`).toBe(403)
    }
  }
})

test('PS9 pauses of a crew are events; that of the server is said in hello and as a live frame', async () => {
  await using server = await TestServer.start()
  const { leadId, tokens } = await server.crew('atlas')
  const follow = async (token: string) => {
    const client = new TestSocket(`${server.app.url}/ws`)
    await client.opened()
    client.send({ type: 'hello', token, leads: [leadId] })
    return client
  }
  using person = await follow(server.owner)
  using agent = await follow(tokens['lead'] ?? '')
  expect(await person.wait(({ type }) => type === 'hello')).toMatchObject({ paused: false })
  await agent.wait(({ type }) => type === 'hello')
  await server.call('POST', `/api/lead/${leadId}/pause`)
  await server.call('POST', '/api/pause')
  for (const client of [person, agent]) {
    const event = await client.wait(({ type }) => type === 'lead:paused')
    expect(event).toMatchObject({ leadId, seq: expect.any(Number), lead: { paused: true } })
    expect(await client.wait(({ type }) => type === 'live:server')).toEqual({
      type: 'live:server',
      paused: true,
    })
  }
  await server.restart()
  using later = await follow(server.owner)
  expect(await later.wait(({ type }) => type === 'hello')).toMatchObject({ paused: true })
  await server.call('POST', '/api/resume')
  expect(await later.wait(({ type }) => type === 'live:server')).toMatchObject({ paused: false })
  const { body } = await server.call('GET', `/api/events?lead=${leadId}`)
  const types = (body['events'] as { type: string }[]).map(({ type }) => type)
  expect(types.filter((type) => type.includes('pause'))).toEqual(['lead:paused'])
})
