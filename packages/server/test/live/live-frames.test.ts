import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AgentStream } from '../../src/intake/agent-stream'
import { createMask } from '../../src/rollouts/secret-mask'
import { MovedClock } from '../harness/moved-clock'
import { joined, letters } from '../harness/secrets'
import { eventually } from '../harness/speaker'
import { tempFolder } from '../harness/temp-folder'
import { TestServer } from '../harness/test-server'
import { type Frame, TestSocket } from '../harness/test-socket'

const clock = new MovedClock()
let server: TestServer
type Crew = Awaited<ReturnType<TestServer['crew']>>

beforeAll(async () => {
  server = await TestServer.start({ clock })
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
})

const AGENTS = { dev: 'developer', arch: 'architect', qa: 'qa-tester' }

function tokenOf(crew: Crew, who: string): string {
  if (who === 'person') return server.owner
  return who === 'observer' ? server.observer : (crew.tokens[who] ?? '')
}

/** Follows a crew with somebody's token. */
async function follow(crew: Crew, who: string, leadId = crew.leadId): Promise<TestSocket> {
  const client = new TestSocket(`${server.app.url}/ws`)
  await client.opened()
  client.send({ type: 'hello', token: tokenOf(crew, who), leads: [leadId] })
  await client.wait((frame) => frame.type === 'hello')
  return client
}

/** A connection of an agent's own program. */
async function program(crew: Crew, who: string): Promise<TestSocket> {
  const client = new TestSocket(`${server.app.url}/agent`)
  await client.opened()
  client.send({ type: 'hello', token: crew.tokens[who], agentId: crew.ids[who] })
  await client.wait((frame) => frame.type === 'hello')
  return client
}

const group = (crew: Crew, name: string, members: readonly string[]) =>
  server.call('POST', `/api/lead/${crew.leadId}/groups`, {
    name,
    memberIds: members.map((who) => crew.ids[who]),
  })
const post = async (crew: Crew, content: string) => {
  const route = `/api/lead/${crew.leadId}/groups/room/messages`
  return (await server.call('POST', route, { content })).body['message'].seq as number
}
const of = (client: TestSocket, type: string) =>
  client.frames.filter((frame) => frame.type === type || frame.type === 'unfit')

/** Waits until everything that is sent now and then has been sent to all of these. */
async function settled(...clients: TestSocket[]): Promise<void> {
  // Longer than frames are gathered.
  clock.advance(2_000)
  for (const client of clients) {
    const pongs = () => of(client, 'pong').length
    const before = pongs()
    client.send({ type: 'ping' })
    await client.wait(() => pongs() > before)
  }
}

test('LF1 everyone who follows a crew is told status, connection, backlog and why of its agents', async () => {
  const crew = await server.crew('atlas', AGENTS)
  const other = await server.crew('borealis')
  using person = await follow(crew, 'person')
  using observer = await follow(crew, 'observer')
  using agent = await follow(crew, 'qa')
  using elsewhere = await follow(other, 'person')
  using dev = await program(crew, 'dev')
  const about = (client: TestSocket, fits: (frame: Frame) => boolean) =>
    client.wait(
      (frame) => frame.type === 'live:agent' && frame['agentId'] === crew.ids['dev'] && fits(frame),
    )
  for (const client of [person, observer, agent]) {
    expect(await about(client, (frame) => frame['connection'] === 'connected')).toEqual({
      type: 'live:agent',
      leadId: crew.leadId,
      agentId: crew.ids['dev'],
      status: 'idle',
      connection: 'connected',
      owed: { count: 0, oldestAt: null },
      usage: null,
      why: {
        code: 'idle',
        since: expect.stringMatching(/Z$/),
        text: 'idle; nothing waits for it',
      },
    })
  }
  dev.send({ type: 'status', status: 'working' })
  for (const client of [person, observer, agent]) {
    const frame = await about(client, ({ status }) => status === 'working')
    expect(frame['why']).toMatchObject({ code: 'working', text: 'working' })
  }
  await server.call('POST', `/api/agents/${crew.ids['arch']}/messages`, { content: 'hi' })
  const owed = await person.wait(
    (frame) => frame['agentId'] === crew.ids['arch'] && frame['owed']?.count === 1,
  )
  expect(owed).toMatchObject({
    owed: { oldestAt: expect.stringMatching(/Z$/) },
    why: { code: 'disconnected', text: '1 item waits until its program connects' },
  })
  dev.close()
  await about(person, (frame) => frame['connection'] === 'lost')
  await settled(elsewhere)
  expect(of(elsewhere, 'live:agent'), 'of another crew').toEqual([])
})

test('LF2 frames about one agent are gathered: latest wins, and none is in the log', async () => {
  const crew = await server.crew('atlas', AGENTS)
  using person = await follow(crew, 'person')
  using dev = await program(crew, 'dev')
  await settled(person)
  const before = of(person, 'live:agent').length
  // All at once. How many are sent in a second is seen on a fake clock, in live-sender.test.ts.
  for (let n = 1; n <= 99; n++) {
    dev.send({ type: 'status', status: n % 2 === 1 ? 'working' : 'idle' })
  }
  await eventually('the last', () => of(person, 'live:agent').at(-1)?.['status'] === 'working')
  await settled(person)
  const frames = of(person, 'live:agent').slice(before)
  expect(frames.length).toBeLessThan(50)
  expect(frames.at(-1)).toMatchObject({ status: 'working' })
  const { body } = await server.call('GET', `/api/events?lead=${crew.leadId}`)
  const types = (body['events'] as Frame[]).map(({ type }) => type)
  expect(types.filter((type) => type.startsWith('live:'))).toEqual([])
})

test('LF3 what an agent’s program says is shown to people as it comes, and not to other agents', async () => {
  const crew = await server.crew('atlas', AGENTS)
  using person = await follow(crew, 'person')
  using observer = await follow(crew, 'observer')
  using lead = await follow(crew, 'lead')
  using folder = tempFolder()
  const goOn = path.join(folder.path, 'go on')
  const script = `
process.stdin.on('end', () => process.exit()).resume()
process.stdout.write('thinking aloud, ')
const look = setInterval(() => {
  if (!require('node:fs').existsSync(process.argv[1])) return
  clearInterval(look)
  process.stdout.write('x'.repeat(20000) + ' then more')
}, 5)`
  const driver = { kind: 'pipe', command: process.execPath, args: ['-e', script, goOn] }
  const input = { role: 'developer', driver }
  const { body } = await server.call('POST', `/api/lead/${crew.leadId}/agents`, input)
  const agentId = body['agent'].id as string
  const text = (client: TestSocket) =>
    of(client, 'live:text')
      .map((frame) => frame['delta'] as string)
      .join('')
  for (const client of [person, observer])
    await eventually('it begins', () => text(client) === 'thinking aloud, ')
  writeFileSync(goOn, '')
  for (const client of [person, observer]) {
    await eventually('it is heard', () => text(client).endsWith(' then more'))
    for (const frame of of(client, 'live:text')) {
      expect(frame).toEqual({
        type: 'live:text',
        leadId: crew.leadId,
        agentId,
        delta: expect.any(String),
      })
      expect(frame['delta'].length, 'of much text the newest').toBeLessThanOrEqual(8 * 1024)
    }
  }
  await settled(lead)
  expect(of(lead, 'live:text')).toEqual([])
  await server.call('POST', `/api/agents/${agentId}/terminate`)
})

test('LF4 that an agent writes to a group is told to people and to its members', async () => {
  const crew = await server.crew('atlas', AGENTS)
  await group(crew, 'room', ['dev', 'arch'])
  using person = await follow(crew, 'person')
  using member = await follow(crew, 'arch')
  using outsider = await follow(crew, 'qa')
  using dev = await program(crew, 'dev')
  const says = (text: string) => dev.send({ type: 'output', text })
  says('⟦⟦ GROUP_MESSAGE {"group":"room","content":"well, as I')
  const frame = {
    type: 'live:composing',
    leadId: crew.leadId,
    groupName: 'room',
    agentId: crew.ids['dev'],
  }
  for (const client of [person, member]) {
    const told = await client.wait(({ type }) => type === 'live:composing')
    // What it says is for people (LF7).
    expect(told).toEqual(client === person ? { ...frame, text: expect.any(String) } : frame)
  }
  says(' said"} ⟧⟧\n')
  await person.wait(({ type }) => type === 'group:message')
  await settled(person, outsider)
  expect(of(outsider, 'live:composing')).toEqual([])
  const before = of(person, 'live:composing').length
  // Not a member of it; no such group; no group's command; in code.
  await group(crew, 'closed', ['arch'])
  for (const text of [
    '⟦⟦ GROUP_MESSAGE {"group":"closed","content":"let me',
    '⟦⟦ GROUP_MESSAGE {"group":"nowhere","content":"let me',
    '⟦⟦ BROADCAST {"content":"room',
    '`⟦⟦ GROUP_MESSAGE {"group":"room","content":"let me',
  ]) {
    says(text)
    dev.send({ type: 'turn_end' })
  }
  await settled(person)
  expect(of(person, 'live:composing').length).toBe(before)
})

test('LF7 people see what is being written, and when it is over', async () => {
  const crew = await server.crew('atlas', AGENTS)
  await group(crew, 'room', ['dev', 'arch'])
  using person = await follow(crew, 'person')
  using member = await follow(crew, 'arch')
  using dev = await program(crew, 'dev')
  const says = (text: string) => dev.send({ type: 'output', text })
  const last = (client: TestSocket) => of(client, 'live:composing').at(-1)
  const shows = (text: string) =>
    eventually(text, () => (last(person)?.['text'] as string | undefined)?.includes(text) ?? false)
  const over = (client: TestSocket) => eventually('over', () => last(client)?.['done'] === true)
  says('⟦⟦ GROUP_MESSAGE {"group":"room","content":"one')
  says(' \\"two\\" \\u00e')
  says('9t\\u00e9\\nthree ')
  await shows('one "two" été\nthree')
  says(`four"} ⟧⟧\n`)
  await person.wait(({ type }) => type === 'group:message')
  await over(person)
  await over(member)
  expect(of(member, 'live:composing').filter((frame) => 'text' in frame)).toEqual([])
  // Much of it, in one part, and given up.
  says(`⟦⟦ GROUP_MESSAGE {"group":"room","content":"${'word '.repeat(1_000)}and `)
  await shows('word and')
  expect(last(person)?.['text'].length).toBeLessThanOrEqual(2_000)
  dev.send({ type: 'turn_end' })
  await over(person)
  // In steps.
  says('⟦⟦ GROUP_MESSAGE {"group":"room","content":"')
  for (let n = 1; n <= 60; n++) says(`step ${n} `)
  await shows('step 60')
  dev.send({ type: 'turn_end' })
  await over(person)
})

test('LF7, SU2 what a sub-lead writes to a group is shown in that crew only, where its parent has one of the name too', async () => {
  const crew = await server.crew('atlas', AGENTS)
  await group(crew, 'room', ['dev'])
  const made = await server.call('POST', '/api/lead', { name: 'search', parentId: crew.leadId })
  const subId = made.body['lead'].id as string
  await server.call('POST', `/api/lead/${crew.leadId}/groups/room/members`, { memberIds: [subId] })
  await server.call('POST', `/api/lead/${subId}/groups`, { name: 'room' })
  using above = await follow(crew, 'person')
  using below = await follow(crew, 'person', subId)
  const text = '⟦⟦ GROUP_MESSAGE {"group":"room","content":"only down here '
  const output = { text, stream: 'main', endOfTurn: false }
  const token = made.body['token'] as string
  await server.call('POST', `/api/agents/${subId}/output`, output, { token })
  await below.wait((frame) => frame.type === 'live:composing' && 'text' in frame)
  await settled(above)
  expect(of(above, 'live:composing')).toEqual([])
})

test('LF8 nothing of a secret is in what is shown of a message, however it is cut', () => {
  const token = joined('gh', `p_${letters(36)}`)
  const value = 'pass "word" \\ of\nmany-lines'
  for (const [secret, stands] of [
    [token, '[masked:github-token]'],
    [value, '[masked:value]'],
  ] as const) {
    const whole = `the key ${stands} is new. And on`
    const payload = JSON.stringify({ group: 'room', content: `the key ${secret} is new. And on` })
    const text = `⟦⟦ GROUP_MESSAGE ${payload} ⟧⟧`
    for (const size of [1, 2, 3, 7, 20, 50, 70]) {
      const stream = new AgentStream({ agentId: 'a', name: 'main', resumable: false })
      const mask = createMask([value]).stream()
      const seen: string[] = []
      for (let at = 0; at < text.length; at += size) {
        stream.feed(text.slice(at, at + size))
        stream.written?.tellAt({ leadId: 'l', groupName: 'room' }, () => mask)
        seen.push(stream.written?.text ?? '')
      }
      for (const one of seen) expect.soft(whole.startsWith(one), `${size}: ${one}`).toBe(true)
      const told = seen.some((one) => one.includes(stands))
      if (size < 20) expect.soft(told, `${size} ${secret}`).toBe(true)
    }
  }
})

test('LF5 how far a group was handed to an agent and confirmed is told to people and to its members', async () => {
  const crew = await server.crew('atlas', AGENTS)
  await group(crew, 'room', ['dev', 'arch'])
  using person = await follow(crew, 'person')
  using member = await follow(crew, 'arch')
  using outsider = await follow(crew, 'qa')
  const token = crew.tokens['dev'] ?? ''
  const inbox = `/api/agents/${crew.ids['dev']}/inbox`
  const first = await post(crew, 'one')
  const page = await server.call('GET', inbox, undefined, { token })
  const receipt = (client: TestSocket, seen: (frame: Frame) => boolean) =>
    client.wait((frame) => frame.type === 'live:receipt' && seen(frame))
  for (const client of [person, member]) {
    const frame = await receipt(client, ({ sentSeq }) => sentSeq === first)
    expect(frame).toEqual({
      type: 'live:receipt',
      leadId: crew.leadId,
      groupName: 'room',
      agentId: crew.ids['dev'],
      sentSeq: first,
      seenSeq: expect.any(Number),
    })
    expect(frame['seenSeq']).toBeLessThan(first)
  }
  const { cursor } = page.body as { cursor: string }
  await server.call('POST', `${inbox}/ack`, { cursor }, { token })
  for (const client of [person, member]) {
    await receipt(client, ({ sentSeq, seenSeq }) => sentSeq === first && seenSeq === first)
  }
  await settled(outsider)
  expect(of(outsider, 'live:receipt')).toEqual([])
})

test('LF6 what is shown of an agent follows every change: reading, ending, resuming, waiting', async () => {
  const crew = await server.crew('atlas', AGENTS)
  using person = await follow(crew, 'person')
  const dev = `/api/agents/${crew.ids['dev']}`
  const token = crew.tokens['dev'] ?? ''
  const shows = async (what: string, who: string, fits: (frame: Frame) => boolean) => {
    const last = () =>
      of(person, 'live:agent')
        .filter((frame) => frame['agentId'] === crew.ids[who])
        .at(-1)
    await eventually(what, () => fits(last() ?? { type: 'none' }), 3_000)
  }
  await server.call('POST', `${dev}/messages`, { content: 'hi' })
  await shows('owed', 'dev', (frame) => frame['owed']?.count === 1)
  const page = await server.call('GET', `${dev}/inbox`, undefined, { token })
  await shows('handed over', 'dev', (frame) => frame['owed']?.count === 0)
  await server.call('POST', `${dev}/inbox/ack`, { cursor: page.body['cursor'] }, { token })
  await server.call('PATCH', dev, { status: 'completed' })
  await shows('completed', 'dev', (frame) => frame['why']?.code === 'ended')
  await server.call('POST', `${dev}/resume`)
  await shows('resumed', 'dev', (frame) => frame['why']?.code !== 'ended')
  const asLead = { token: crew.tokens['lead'] ?? '' }
  const text = '⟦⟦ DELEGATE {"to":"dev","task":"x"} ⟧⟧'
  await server.call('POST', `/api/agents/${crew.leadId}/output`, { text }, asLead)
  await shows('waiting for it', 'lead', (frame) => frame['why']?.code === 'waiting')
  await server.call('POST', `${dev}/terminate`)
  await shows('terminated', 'dev', (frame) => frame['why']?.code === 'ended')
})
