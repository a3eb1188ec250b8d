import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Agent, AgentOptions } from '@crewroom/shared/client/connect-agent'
import { commandLine } from '@crewroom/shared/command/grammar'
import type { Message } from '@crewroom/shared/model/message'
import { CuttingProxy } from '../harness/cutting-proxy'
import { testAgent } from '../harness/test-agent'
import { TestServer } from '../harness/test-server'
import { TestSocket } from '../harness/test-socket'

let server: TestServer
let crew: Awaited<ReturnType<TestServer['crew']>>
const agents: Agent[] = []

beforeAll(async () => {
  server = await TestServer.start()
})
afterAll(() => server[Symbol.asyncDispose]())
afterEach(() => {
  for (const agent of agents.splice(0)) agent.close()
})

async function team(): Promise<void> {
  crew = await server.crew('atlas', { dev: 'developer', arch: 'architect' })
  const memberIds = [crew.ids['dev'], crew.ids['arch']]
  await server.call('POST', `${path()}/groups`, { name: 'team', memberIds })
}
const path = () => `/api/lead/${crew.leadId}`
const write = (content: string) =>
  server.call('POST', `${path()}/groups/team/messages`, { content })
const said = async (): Promise<string[]> => {
  const { body } = await server.call('GET', `${path()}/groups/team/messages?limit=200`)
  return (body['messages'] as Message[]).map(({ content }) => content)
}
const post = (content: string) => `${commandLine('GROUP_MESSAGE', { group: 'team', content })}\n`

function connected(options: Partial<AgentOptions> = {}, who = 'dev'): Agent {
  const agent = testAgent(server.app.url, crew.ids[who] ?? '', crew.tokens[who] ?? '', options)
  agents.push(agent)
  return agent
}

test('LB10 what is said is answered with what became of its commands, and the answer does not come as an item too', async () => {
  await team()
  const heard: string[] = []
  const agent = connected({
    for: 'all',
    onItems: (items) => void heard.push(...items.map(({ kind }) => kind)),
  })
  const [ok] = await agent.say(`I begin. ${post('step one')}`)
  expect(ok).toEqual({
    command: 'GROUP_MESSAGE',
    ok: true,
    reply: expect.stringContaining('delivered'),
  })
  expect(await agent.say('⟦⟦ GROUP_MESSAGE {"group":"te')).toEqual([])
  expect(await agent.say('am","content":"step two"} ⟧⟧')).toMatchObject([{ ok: true }])
  expect(await agent.say(post('x').replace('team', 'nowhere'))).toMatchObject([{ ok: false }])
  expect(await said()).toEqual(['step one', 'step two'])
  await write('Hello?')
  await expect.poll(() => heard).toContain('group')
  expect(heard).not.toContain('reply')
})

test('LB11 items are confirmed when the program has returned, and not before', async () => {
  await team()
  let finish = () => {}
  const heard: string[] = []
  connected({
    onItems: (items) => {
      const told = items.filter(({ kind }) => kind === 'group')
      heard.push(...told.map(({ text }) => text))
      if (told.length === 0) return
      return new Promise((resolve) => (finish = resolve))
    },
  })
  await write('one')
  await expect.poll(() => heard.length).toBe(1)
  const open = () =>
    server.app.core.shard.crew(crew.leadId).inHand.open(crew.ids['dev'] ?? '').length
  expect(open()).toBeGreaterThan(0)
  await write('two')
  expect(heard, 'one turn after the other').toHaveLength(1)
  finish()
  await expect.poll(() => heard.length).toBe(2)
  finish()
  await expect.poll(open).toBe(0)
})

test('LB12 what comes again to the same program is not handed to it twice; another program is handed it as a repeat', async () => {
  await team()
  await using proxy = await CuttingProxy.start(server.app.url)
  let finish = () => {}
  const heard: [string, boolean][] = []
  const note: AgentOptions['onItems'] = (items) => {
    const told = items.filter(({ kind }) => kind === 'group')
    for (const { text, repeat } of told) heard.push([text.slice(-3), repeat])
    if (told.length === 0) return
    return new Promise((resolve) => (finish = resolve))
  }
  const states: string[] = []
  const first = connected({
    url: proxy.url,
    onItems: note,
    onState: ({ phase }) => states.push(phase),
  })
  await write('one')
  await expect.poll(() => heard.length).toBe(1)
  proxy.breakAll()
  await expect.poll(() => states.filter((phase) => phase === 'live').length).toBe(2)
  finish()
  await write('two')
  await expect.poll(() => heard.length).toBe(2)
  expect(heard.map(([text]) => text)).toEqual(['one', 'two'])
  first.close()
  connected({ onItems: note })
  await expect.poll(() => heard.length).toBe(3)
  expect(heard[2]).toEqual(['two', true])
})

test('LB13 a program that throws confirms nothing, and its connection ends as failed', async () => {
  await team()
  const agent = connected({
    onItems: () => {
      throw new Error('The model is away.')
    },
  })
  await write('one')
  expect(await agent.ended).toMatchObject({
    reason: 'failed',
    error: { message: 'The model is away.' },
  })
  await expect(agent.say('more')).rejects.toMatchObject({ code: 'closed' })
  const heard: boolean[] = []
  connected({
    onItems: (items) =>
      void heard.push(...items.filter(({ kind }) => kind === 'group').map(({ repeat }) => repeat)),
  })
  await expect.poll(() => heard).toEqual([true])
})

test('LB14 a connection ends for good when a newer one speaks for the agent, or the token opens nothing', async () => {
  await team()
  const states: string[] = []
  const first = connected({ onState: ({ phase }) => states.push(phase) })
  await expect.poll(() => states).toContain('live')
  const second = connected()
  expect(await first.ended).toEqual({ reason: 'replaced', error: null })
  expect(states.at(-1)).toBe('stopped')
  await second.say('still here')

  const wrong = await connected({ token: 'nobody' }).ended
  expect(wrong).toMatchObject({ reason: 'unauthorized', error: { code: 'unauthorized' } })
  const other = await connected({ token: crew.tokens['arch'] ?? '' }).ended
  expect(other).toMatchObject({ reason: 'forbidden', error: { code: 'forbidden' } })
  const unknown = await connected({ agentId: 'nobody' }).ended
  expect(unknown).toMatchObject({ reason: 'refused', error: { code: 'agent_not_found' } })
  await server.call('POST', `/api/agents/${crew.ids['dev']}/terminate`, {})
  // Whatever it does next is refused.
  await expect(second.say('still here?')).rejects.toMatchObject({ code: 'agent_terminal' })
  expect(await second.ended).toMatchObject({
    reason: 'forbidden',
    error: { code: 'agent_terminal' },
  })
})

test('LB15 the turn ends when the program returns: what it said answers the round it was handed, and no other words do', async () => {
  await team()
  const session = `${path()}/groups/team/sessions`
  const opened = await server.call('POST', session, { title: 'Talk' })
  const messages = `${session}/${opened.body['session'].id}/messages`
  const ask = (content: string) =>
    server.call('POST', messages, { content, asks: [crew.ids['dev']] })
  const rounds = async () =>
    (await server.call('GET', messages)).body['messages'].map(({ content }: Message) => content)

  const asked: string[] = []
  let answer: (turn: Parameters<NonNullable<AgentOptions['onItems']>>[1]) => unknown = () => {}
  const agent = connected({
    onItems: async (_, turn) => {
      if (!turn.round) return
      asked.push(turn.round.id)
      await answer(turn)
    },
  })
  answer = async (turn) => {
    await agent.say('By the way. ')
    await turn.say('It is ')
    await turn.say('forty-two.')
  }
  await ask('How many?')
  await expect.poll(rounds).toEqual(['How many?', 'It is forty-two.'])
  answer = async (turn) => {
    expect(await turn.answer('By name.')).toBe('done')
  }
  await ask('And now?')
  await expect.poll(rounds).toEqual(['How many?', 'It is forty-two.', 'And now?', 'By name.'])
  answer = () => {}
  await ask('Anything else?')
  await expect.poll(() => asked.length).toBe(3)
  answer = (turn) => turn.say('No.')
  // It was handed the next one: the one before is over, as passed.
  await ask('Really?')
  await expect.poll(async () => (await rounds()).at(-1)).toBe('No.')
  expect(await rounds()).toHaveLength(7)
})

test('LB16 an interrupt aborts the signal of the turn that is under way', async () => {
  await team()
  const heard: string[] = []
  connected({
    onItems: async (items, { signal }) => {
      heard.push(...items.map(({ kind }) => kind))
      if (!items.some(({ text }) => text.endsWith('work'))) return
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
      heard.push('stopped')
    },
  })
  await write('@developer work')
  await expect.poll(() => heard).toContain('group')
  await server.call('POST', `/api/agents/${crew.ids['dev']}/interrupt`, { content: 'Stop.' })
  await expect.poll(() => heard.slice(-2)).toEqual(['stopped', 'interrupt'])
})

test('LB17 turns() has the same, one at a time, and confirms a turn when the next one is asked for', async () => {
  await team()
  const agent = connected()
  const heard: string[] = []
  const reading = (async () => {
    for await (const turn of agent.turns()) {
      const last = turn.items.at(-1)?.text.slice(-3) ?? ''
      heard.push(last)
      await turn.say(post(`heard ${last}`))
      if (last === 'two') agent.close()
    }
  })()
  await write('one')
  await expect.poll(said).toEqual(['one', 'heard one'])
  await write('two')
  await reading
  expect(await said()).toEqual(['one', 'heard one', 'two', 'heard two'])
})

test('LB18 text that waits is bounded: more is refused, and what is in time is said', async () => {
  await team()
  const agent = connected({ maxBuffered: 1_000 })
  const first = agent.say(`${'a'.repeat(600)}\n`)
  await expect(agent.say(`${'b'.repeat(600)}\n`)).rejects.toMatchObject({ code: 'buffer_full' })
  await first
  await agent.say(`${'b'.repeat(600)}\n`)
  const long = connected({ stream: 'long' }, 'arch')
  const results = await long.say(`${'word '.repeat(30_000)}${post('at last')}`)
  expect(results).toMatchObject([{ ok: true }])
  expect(await said()).toEqual(['at last'])
})

test('LB19 a program that begins closes what an earlier one left half said, and goes on behind it', async () => {
  await team()
  await connected().say('⟦⟦ GROUP_MESSAGE {"group":"team","content":"never')
  const second = connected()
  expect(await second.say(post('whole'))).toMatchObject([{ ok: true }])
  expect(await said()).toEqual(['whole'])
  // Two programs that write to one stream at the same time do not mix their words.
  await server.call(
    'POST',
    `/api/agents/${crew.ids['dev']}/output`,
    { text: 'from elsewhere' },
    { token: crew.tokens['dev'] ?? '' },
  )
  await expect(second.say(post('lost'))).rejects.toMatchObject({ code: 'stream_lost' })
  expect(await second.say(post('again'))).toMatchObject([{ ok: true }])
  expect(await said()).toEqual(['whole', 'again'])
})

test('LB20 with answers: null the words of an output answer no round, and its end ends none', async () => {
  await team()
  const session = `${path()}/groups/team/sessions`
  const opened = await server.call('POST', session, { title: 'Talk' })
  const messages = `${session}/${opened.body['session'].id}/messages`
  using socket = new TestSocket(`${server.app.url}/agent`)
  await socket.opened()
  const { ids, tokens } = crew
  socket.send({ type: 'hello', token: tokens['dev'], agentId: ids['dev'] })
  await server.call('POST', messages, { content: 'Well?', asks: [ids['dev']] })
  const { deliveries } = await socket.wait(({ deliveries: some }) => some?.[0]?.round !== undefined)
  const outputs = (n: number) =>
    socket.wait(() => socket.frames.filter(({ type }) => type === 'output').length === n)
  socket.send({ type: 'output', text: 'Aside.', answers: null })
  socket.send({ type: 'turn_end', answers: null })
  await outputs(2)
  const token = { token: tokens['dev'] ?? '' }
  const aside = { text: 'Another.', endOfTurn: true, answers: null }
  await server.call('POST', `/api/agents/${ids['dev']}/output`, aside, token)
  const read = async () =>
    (await server.call('GET', messages)).body['messages'].map(({ content }: Message) => content)
  expect(await read()).toEqual(['Well?'])
  socket.send({ type: 'output', text: 'Yes.', answers: deliveries[0].id })
  socket.send({ type: 'turn_end', answers: deliveries[0].id })
  await expect.poll(read).toEqual(['Well?', 'Yes.'])
})
