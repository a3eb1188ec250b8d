import { expect, test } from 'vitest'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { whyOf } from '../../src/live/why'
import { owedOf } from '../../src/live/agent'
import { receiptsOf } from '../../src/groups/receipts'
import { releaseGroup } from '../../src/groups/hold-group'
import { releaseNeed } from '../../src/groups/release-need'
import { sendMessage } from '../../src/groups/send-message'
import { terminateAgent } from '../../src/agents/end-agent'
import { releaseAgent } from '../../src/conduct/hold-agent'
import { groupOf, say, SOON, talk, team, work, write } from '../harness/talk'
import { type TestCrew, testCrew } from '../harness/test-crew'
import { TestServer } from '../harness/test-server'
import { TestSocket } from '../harness/test-socket'

const AGENTS = { dev: 'developer', arch: 'architect', qa: 'qa-tester' }

const needs = (crew: TestCrew) => Object.values(crew.crew.state.needs)
async function heldGroup(crew: TestCrew): Promise<void> {
  await talk(crew, work, (from, text) => say(crew, from, text))
  expect(groupOf(crew)?.hold).not.toBeNull()
}

test('CD1 agents that answer each other through 40 hand-overs without new work are held, not cut off', async () => {
  await using crew = testCrew({ agents: AGENTS })
  team(crew, 'team', ['dev', 'arch'])
  await crew.reads('dev')
  await crew.reads('arch')
  const turns = await talk(crew, work, (from, text) => say(crew, from, text))
  expect(turns).toBe(LIMITS.hops)
  const group = groupOf(crew)
  expect(group?.hold).toEqual({
    reason: 'hops',
    count: 40,
    agentIds: [crew.id('dev'), crew.id('arch')],
    since: '2026-01-02T03:04:05.000Z',
    until: '2026-01-02T03:06:05.000Z',
  })
  expect(group?.messageCount, 'what is written is stored').toBe(40)
  const { wakes } = crew.act(() =>
    sendMessage(crew.shard, crew.crew, crew.by('arch'), {
      group: 'team',
      content: 'more of it in part-41.ts',
    }),
  )
  expect(wakes, 'who writes is not told of anybody that it wakes').toEqual([])
  expect(await crew.reads('dev'), 'and handed to nobody').toEqual([])
  // Other groups and direct messages go on.
  team(crew, 'other', ['dev', 'qa'])
  say(crew, 'qa', 'something else in other.ts', 'other')
  expect((await crew.reads('dev')).map(({ kind }) => kind)).toContain('group')
})

test('MN7, CD1 every message wakes who reads it, and the one that begins a hold is answered with nobody', async () => {
  await using crew = testCrew({ agents: AGENTS, conduct: SOON })
  team(crew, 'team', ['dev', 'arch'])
  await crew.reads('dev')
  await crew.reads('arch')
  const woken: (readonly string[])[] = []
  const turns = await talk(crew, work, (from, content) => {
    const input = { group: 'team', content }
    const post = () => sendMessage(crew.shard, crew.crew, crew.by(from), input)
    woken.push(crew.act(post).wakes)
  })
  expect(groupOf(crew)?.hold).not.toBeNull()
  const others = Array.from({ length: turns - 1 }, (_, at) => [crew.id(at % 2 ? 'dev' : 'arch')])
  expect(woken).toEqual([...others, []])
})

test('CD2 the people, the lead and the writer are told what is held, why, and until when', async () => {
  await using crew = testCrew({ agents: AGENTS, conduct: SOON })
  team(crew, 'team', ['dev', 'arch'])
  await heldGroup(crew)
  const labels = `Developer "dev" (${crew.id('dev').slice(0, 8)}), Architect "arch" (${crew.id('arch').slice(0, 8)})`
  expect(needs(crew)).toMatchObject([
    {
      kind: 'held',
      groupName: 'team',
      agentId: crew.id('arch'),
      text: `${labels} answered each other 8 times in a row without new work. Messages in "team" are stored and will be delivered at 2026-01-02T03:06:05.000Z, or when you end the hold.`,
    },
  ])
  const [note] = (await crew.reads('lead')).filter(({ kind }) => kind === 'report')
  expect(note?.text).toBe(
    `[System] Group "team" is on hold until 2026-01-02T03:06:05.000Z: ${labels} answered each other 8 times in a row without new work. Nothing is lost; the messages are delivered then. Give them work, or end the hold with [[ RELEASE_HOLD {"group":"team"} ]]`,
  )
  expect(note?.wake).toBe(false)
  const [result] = await crew.says(
    'dev',
    '⟦⟦ GROUP_MESSAGE {"group":"team","content":"and part-42.ts"} ⟧⟧',
  )
  expect(result?.reply).toBe(
    '[System] Message delivered to 3 group members. Group "team" is on hold until 2026-01-02T03:06:05.000Z: agents answered each other 8 times in a row without new work. Your message is stored and will be delivered when the hold ends. Do not resend it; continue your own work.',
  )
  const { shard, core } = crew
  const last = crew.crew.window('team').messages.at(-1)
  if (!last) throw new Error('nothing was posted')
  expect(receiptsOf(shard, crew.crew, core.presence, last)).toContainEqual({
    agentId: crew.id('arch'),
    state: 'waiting',
    reason: 'held',
    at: null,
  })
  const arch = crew.crew.state.agents[crew.id('arch')]
  if (!arch) throw new Error('no such agent')
  const why = whyOf(shard, crew.crew, core.presence, arch, owedOf(shard, crew.crew, arch.id))
  expect(why).toMatchObject({ code: 'held' })
  expect(why.text).toContain('group "team" is on hold until 2026-01-02T03:06:05.000Z')
})

test('CD2 a hold is told to people also when who wrote last is ended', async () => {
  await using crew = testCrew({ agents: AGENTS, conduct: SOON })
  team(crew, 'team', ['dev', 'arch', 'qa'])
  await heldGroup(crew)
  const [need] = needs(crew)
  const writer = need?.agentId ?? ''
  crew.act(() => terminateAgent(crew.shard, crew.crew, crew.by('human'), writer, null))
  expect(groupOf(crew)?.hold).not.toBeNull()
  expect(needs(crew)).toEqual([need])
})

test('CD3 a hold ends by its time, also after a restart, and the talk begins anew', async () => {
  await using crew = testCrew({ agents: AGENTS, conduct: SOON })
  team(crew, 'team', ['dev', 'arch'])
  await heldGroup(crew)
  crew.restart()
  expect(groupOf(crew)?.hold, 'a restart ends nothing').not.toBeNull()
  crew.act(() => crew.clock.advance(119_000))
  expect(groupOf(crew)?.hold).not.toBeNull()
  crew.act(() => crew.clock.advance(1_000))
  expect(groupOf(crew)?.hold).toBeNull()
  expect(needs(crew), 'nothing waits for a person any more').toEqual([])
  expect((await crew.reads('dev')).filter(({ kind }) => kind === 'group')).toHaveLength(1)
  expect(say(crew, 'dev', 'what is next in main.ts').hop, 'a new chain').toBe(1)
})

test('CD4 each hold in a row lasts twice as long, up to an hour; a person, or a quiet hour, forgives', async () => {
  await using crew = testCrew({ agents: AGENTS, conduct: SOON })
  team(crew, 'team', ['dev', 'arch'])
  const lasts = async () => {
    await heldGroup(crew)
    const hold = groupOf(crew)?.hold
    if (!hold) throw new Error('not held')
    const ms = Date.parse(hold.until) - Date.parse(hold.since)
    crew.act(() => crew.clock.advance(ms))
    await crew.reads('dev')
    await crew.reads('arch')
    return ms / 1000
  }
  const row = []
  for (let i = 0; i < 6; i++) row.push(await lasts())
  expect(row).toEqual([120, 240, 480, 960, 1920, 3600])
  say(crew, 'human', 'go on')
  expect(await lasts()).toBe(120)
  expect(await lasts()).toBe(240)
  crew.clock.advance(3_600_000)
  expect(await lasts()).toBe(120)
})

test('CD5 a person ends a hold by resuming, by answering what waits, or by writing to the group', async () => {
  for (const end of ['resume', 'need', 'write'] as const) {
    await using crew = testCrew({ agents: AGENTS, conduct: SOON })
    team(crew, 'team', ['dev', 'arch'])
    await heldGroup(crew)
    crew.act(() => {
      if (end === 'resume') releaseGroup(crew.shard, crew.crew, crew.by('human'), 'team')
      if (end === 'need') {
        releaseNeed(crew.shard, crew.crew, crew.by('human'), needs(crew)[0]?.id ?? '')
      }
    })
    if (end === 'write') say(crew, 'human', 'please stop thanking each other')
    expect.soft(groupOf(crew)?.hold, end).toBeNull()
    expect.soft(needs(crew), end).toEqual([])
    const read = (await crew.reads('dev')).filter(({ kind }) => kind === 'group')
    expect.soft(read, end).toHaveLength(end === 'write' ? 2 : 1)
  }
})

test('CD6 the lead ends a hold by RELEASE_HOLD three times in a row; other agents do not', async () => {
  await using crew = testCrew({ agents: AGENTS, conduct: SOON })
  team(crew, 'team', ['dev', 'arch'])
  const release = '⟦⟦ RELEASE_HOLD {"group":"team"} ⟧⟧'
  for (let time = 1; time <= 4; time++) {
    await heldGroup(crew)
    const [refused] = await crew.says('dev', release)
    expect(refused?.reply).toBe(
      '[System] RELEASE_HOLD refused: only the lead, or the person who runs the crew, may end a hold.',
    )
    const [result] = await crew.says('lead', release)
    if (time <= 3) {
      expect(result?.reply).toBe(
        '[System] The hold on group "team" has ended; what it kept back is being delivered.',
      )
      await crew.reads('dev')
      await crew.reads('arch')
    } else {
      expect(result).toMatchObject({ ok: false })
      expect(result?.reply).toContain('was on hold 4 times in a row')
      expect(groupOf(crew)?.hold).not.toBeNull()
    }
  }
})

test('CD7 what agents write to each other directly is held at the one it goes to; people, tasks and reports reach it', async () => {
  await using crew = testCrew({ agents: AGENTS, conduct: SOON })
  const turns = await talk(crew, work, (from, text) => {
    write(crew, from, from === 'dev' ? 'arch' : 'dev', text)
  })
  expect(turns).toBe(8)
  const held = () => crew.crew.state.agents[crew.id('dev')]?.hold
  expect(held()).toMatchObject({ reason: 'hops', agentIds: [crew.id('arch'), crew.id('dev')] })
  expect(needs(crew)).toMatchObject([{ kind: 'held', groupName: null, agentId: crew.id('dev') }])
  // A message that answers nobody is not part of the circle.
  write(crew, 'qa', 'dev', 'a fresh question about qa.ts')
  await crew.says('lead', `⟦⟦ DELEGATE {"to":"${crew.id('dev')}","task":"write the parser"} ⟧⟧`)
  expect((await crew.reads('dev')).map(({ kind }) => kind)).toEqual(['direct', 'task'])
  crew.restart()
  expect(
    await crew.core.inbox.fetch(crew.id('dev'), {}),
    'nobody asks again at once',
  ).toMatchObject({
    deliveries: [],
    more: false,
  })
  crew.act(() => releaseAgent(crew.shard, crew.crew, crew.by('human'), crew.id('dev')))
  expect(needs(crew)).toEqual([])
  expect((await crew.reads('dev')).map(({ text }) => text)).toEqual([
    expect.stringContaining('step 8 '),
  ])
  expect(write(crew, 'dev', 'arch', 'on to main.ts').hop).toBe(1)
})

test('CD8 an answer that says little counts for three: agents that only thank each other are held early', async () => {
  await using crew = testCrew({ agents: AGENTS, conduct: SOON })
  team(crew, 'team', ['dev', 'arch'])
  const thanks = (turn: number) => (turn % 2 === 1 ? 'Thanks, will do!' : "You're welcome 👍")
  expect(await talk(crew, thanks, (from, text) => say(crew, from, text))).toBe(4)
})

test('CD9 a task, a report and a word of a person begin a new chain', async () => {
  await using crew = testCrew({ agents: AGENTS, conduct: SOON })
  team(crew, 'team', ['dev', 'arch'])
  await talk(crew, work, (from, text) => say(crew, from, text), 5)
  await crew.says('lead', `⟦⟦ DELEGATE {"to":"${crew.id('dev')}","task":"write the parser"} ⟧⟧`)
  await crew.reads('dev')
  expect(say(crew, 'dev', 'parser.ts is begun').hop, 'a task').toBe(1)
  await talk(crew, work, (from, text) => say(crew, from, text), 5)
  say(crew, 'human', 'use the new API in lib.ts')
  await crew.reads('arch')
  expect(say(crew, 'arch', 'lib.ts it is').hop, 'a person').toBe(1)
  await crew.says('dev', '⟦⟦ COMPLETE_TASK {"summary":"parser.ts is done"} ⟧⟧')
  await crew.reads('lead')
  expect(say(crew, 'lead', 'on to lexer.ts').hop, 'a report').toBe(1)
})

test('CD10 many answers within two minutes hold a group; one agent alone, and one that answers nobody, do not', async () => {
  await using crew = testCrew({ agents: AGENTS, conduct: SOON })
  team(crew, 'team', ['dev', 'arch', 'qa'])
  for (let i = 0; i < 30; i++) say(crew, 'dev', `line ${i} of a log`)
  expect(groupOf(crew)?.hold, 'nobody was answered').toBeNull()
  await crew.reads('arch')
  for (let i = 0; i < 30; i++) say(crew, 'arch', `answer ${i}`)
  expect(groupOf(crew)?.hold, 'one agent alone').toBeNull()
  await crew.reads('qa')
  for (let i = 0; i < 7; i++) say(crew, 'qa', `question ${i}`)
  expect(groupOf(crew)?.hold).toBeNull()
  say(crew, 'qa', 'question 7')
  expect(groupOf(crew)?.hold).toMatchObject({
    reason: 'replies',
    count: 20,
    agentIds: [crew.id('arch'), crew.id('qa')],
  })
  crew.act(() => crew.clock.advance(120_000))
  expect(groupOf(crew)?.hold, 'counted anew').toBeNull()
  await crew.reads('qa')
  say(crew, 'qa', 'question 8')
  expect(groupOf(crew)?.hold).toBeNull()
})

test('CD11 an agent that only asks is woken by ten answers in a row, told so, and by more when it heard of somebody', async () => {
  await using crew = testCrew({ agents: AGENTS })
  const ask = async () => {
    await crew.says('dev', '⟦⟦ QUERY_CREW ⟧⟧')
    const [{ wake, text } = { wake: false, text: '' }, ...more] = await crew.reads('dev')
    expect(more).toEqual([])
    return { wake, told: text.includes('You have asked 10 times in a row') }
  }
  await crew.reads('dev')
  const answers = []
  for (let i = 0; i < 12; i++) answers.push(await ask())
  expect(answers.map(({ wake }) => wake)).toEqual([...Array(10).fill(true), false, false])
  expect(answers.findIndex(({ told }) => told)).toBe(9)
  write(crew, 'arch', 'dev', 'lib.ts is ready')
  await crew.reads('dev')
  expect(await ask()).toEqual({ wake: true, told: false })
})

test('CD12 over REST and /ws a hold is seen and ended by its lead and by a person, and by nobody else', async () => {
  await using server = await TestServer.start({ config: { hopLimit: 3, holdSeconds: 1 } })
  const { leadId, ids, tokens } = await server.crew('atlas', {
    dev: 'developer',
    arch: 'architect',
  })
  const as = (who: string, method: string, path: string, body?: unknown) =>
    server.call(method, path, body, { token: tokens[who] ?? server.owner })
  const group = `/api/lead/${leadId}/groups/team`
  const memberIds = [ids['dev'], ids['arch']]
  await as('person', 'POST', `/api/lead/${leadId}/groups`, { name: 'team', memberIds })
  using client = new TestSocket(`${server.app.url}/ws`)
  await client.opened()
  client.send({ type: 'hello', token: server.owner, leads: [leadId] })
  await client.wait((frame) => frame.type === 'hello')
  /** Two agents that answer whatever they read, until the group is held. */
  const circle = async () => {
    for (let turn = 0; turn < 12; turn++) {
      const [from, to] = turn % 2 === 0 ? ['dev', 'arch'] : ['arch', 'dev']
      await as(from, 'POST', `${group}/messages`, { content: `step ${turn}` })
      const { body } = await as('person', 'GET', group)
      if (body['group'].hold !== null) return
      const inbox = `/api/agents/${ids[to]}/inbox`
      const { cursor } = (await as(to, 'GET', inbox)).body
      await as(to, 'POST', `${inbox}/ack`, { cursor })
    }
    throw new Error('it was not held')
  }
  await circle()
  const held = await client.wait((frame) => frame.type === 'group:held')
  expect(held['group']).toMatchObject({ name: 'team', hold: { reason: 'hops', count: 3 } })
  for (const who of ['dev', 'arch']) {
    const { status, body } = await as(who, 'POST', `${group}/resume`)
    expect.soft([status, body['error']?.code], who).toEqual([403, 'forbidden'])
  }
  expect((await as('lead', 'POST', `${group}/resume`)).body['group'].hold).toBeNull()
  await client.wait((frame) => frame.type === 'group:resumed')

  await circle()
  const { needs } = (await as('person', 'GET', `/api/lead/${leadId}/needs`)).body
  expect(needs).toMatchObject([{ kind: 'held', groupName: 'team' }])
  const release = (who: string) =>
    as(who, 'POST', `/api/needs/${needs[0].id}`, { action: 'release' })
  expect((await release('lead')).status).toBe(403)
  expect((await release('person')).status).toBe(200)
  expect((await release('person')).body['error'].code).toBe('need_not_found')

  await circle()
  // By time.
  const resumed = () => client.frames.filter(({ type }) => type === 'group:resumed').length
  await client.wait(() => resumed() === 3)
  const path = `/api/agents/${ids['dev']}/release`
  expect((await as('dev', 'POST', path)).status).toBe(403)
  expect((await as('lead', 'POST', path)).body['agent']).toMatchObject({ hold: null })
})

test('CD12 a hold of a sub-lead in its parent’s crew is ended there', async () => {
  await using server = await TestServer.start({ config: { hopLimit: 3 } })
  const { leadId, ids, tokens } = await server.crew('atlas', { dev: 'developer' })
  const made = await server.call('POST', '/api/lead', { name: 'search', parentId: leadId })
  const who = {
    dev: { id: ids['dev'] ?? '', token: tokens['dev'] ?? '' },
    sub: { id: made.body['lead'].id as string, token: made.body['token'] as string },
  }
  const holds = async () => {
    const { body } = await server.call('GET', `/api/lead/${leadId}/snapshot`)
    const agents = body['state'].agents as Record<string, { hold: unknown }>
    return Object.keys(agents).filter((id) => agents[id]?.hold)
  }
  for (let turn = 0; turn < 20 && (await holds()).length === 0; turn++) {
    const [from, to] = turn % 2 === 0 ? [who.dev, who.sub] : [who.sub, who.dev]
    const payload = JSON.stringify({ to: to.id, content: `step ${turn}` })
    const text = `⟦⟦ AGENT_MESSAGE ${payload} ⟧⟧`
    await server.call('POST', `/api/agents/${from.id}/output`, { text }, { token: from.token })
    const inbox = `/api/agents/${to.id}/inbox`
    const { cursor } = (await server.call('GET', inbox, undefined, { token: to.token })).body
    await server.call('POST', `${inbox}/ack`, { cursor }, { token: to.token })
  }
  expect(await holds()).toEqual([who.sub.id])
  const { body } = await server.call('POST', `/api/agents/${who.sub.id}/release`)
  expect(body['agent']).toMatchObject({ leadId, hold: null })
  expect(await holds()).toEqual([])
})
