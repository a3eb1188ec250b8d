import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, test } from 'vitest'
import { COMMAND_PAYLOADS, type CommandName } from '@crewroom/shared/command/payloads'
import { TEXT } from '@crewroom/shared/text/catalogue'
import { createAgent, createLead } from '../../src/agents/create-agent'
import { terminateAgent } from '../../src/agents/end-agent'
import { resumeAgent } from '../../src/agents/revive'
import { manifestKeys, manifestOf } from '../../src/agents/manifest'
import { promptLines } from '../../src/delivery/prompt-lines'
import { delegate } from '../../src/agents/tasks'
import { planTurn } from '../../src/delivery/plan-turn'
import { addMembers, removeMembers } from '../../src/groups/change-members'
import { createGroup } from '../../src/groups/create-group'
import { react } from '../../src/groups/react'
import { sendMessage } from '../../src/groups/send-message'
import { updateGroup } from '../../src/groups/update-group'
import { AgentFloor } from '../harness/agent-floor'
import { ends, run } from '../harness/connected-crew'
import { eventually } from '../harness/speaker'
import { say, team, write } from '../harness/talk'
import { BY_PERSON, byAgent, testCrew } from '../harness/test-crew'
import { TestServer } from '../harness/test-server'

const ACP_AGENT = new URL('../harness/programs/acp-agent.mjs', import.meta.url).pathname

/** Of each command, one that the lead of a crew with the agents dev and arch, and the group room of dev, can write. */
const WRITTEN: Readonly<Record<CommandName, object | undefined>> = {
  CREATE_GROUP: { name: 'another' },
  ADD_TO_GROUP: { group: 'room', members: ['arch'] },
  REMOVE_FROM_GROUP: { group: 'room', members: ['arch'] },
  LEAVE_GROUP: { group: 'room' },
  GROUP_MESSAGE: { group: 'room', content: 'hello' },
  START_DISCUSSION: { group: 'room', goal: 'names', with: ['arch'] },
  REACT: { group: 'room', emoji: '👍', messageId: '#1' },
  QUERY_GROUPS: undefined,
  READ_GROUP: { group: 'room' },
  CREATE_AGENT: { role: 'designer' },
  DELEGATE: { to: 'arch', task: 'look at it' },
  START_TASK: { task: 'nothing' },
  CANCEL_TASK: { task: 'nothing' },
  TERMINATE_AGENT: { agent: 'arch' },
  COMPLETE_TASK: { summary: 'done' },
  AGENT_MESSAGE: { to: 'arch', content: 'hello' },
  BROADCAST: { content: 'hello' },
  INTERRUPT: { to: 'arch', content: 'stop' },
  QUERY_CREW: undefined,
  RELEASE_HOLD: { group: 'room' },
  AUTO_GROUPS: { on: false },
  HELP: undefined,
}

test('MF2 what an agent is taught is what it may do: who is no lead is refused exactly what only leads are taught', async () => {
  const taught: Record<string, Record<string, boolean>> = {}
  for (const [name, payload] of Object.entries(WRITTEN)) {
    const command = name as CommandName
    await using crew = testCrew({ agents: { dev: 'developer', arch: 'architect' } })
    createGroup(crew.shard, crew.crew, crew.by('dev'), { name: 'room', members: ['arch'] })
    sendMessage(crew.shard, crew.crew, BY_PERSON, { group: 'room', content: 'first' })
    const manifest = (who: string) => {
      const agent = crew.crew.state.agents[crew.id(who)]
      if (!agent) throw new Error(`no ${who}`)
      return manifestOf(crew.shard, crew.crew, agent)
    }
    const help: Record<string, string> = {}
    for (const who of ['dev', 'lead']) help[who] = (await run(crew, who, 'HELP')).reply
    const teaches = (who: string) => help[who]?.includes(`\n- ⟦⟦ ${command} `) ?? false
    const may: Record<string, boolean> = {}
    taught[command] = { lead: teaches('lead'), dev: teaches('dev') }
    for (const who of ['dev', 'lead']) {
      if (!manifest(who).includes(`\n⟦⟦ ${command} `)) continue
      expect.soft(teaches(who), `what the manifest of ${who} shows, HELP tells`).toBe(true)
    }
    for (const who of ['dev', 'lead']) {
      const { ok, reply } = await run(crew, who, command, payload)
      may[who] = ok || !reply.includes('only the lead')
    }
    // That the lead cannot leave its groups is told when it tries.
    expect.soft(taught[command], command).toEqual({ lead: may['lead'], dev: may['dev'] })
  }
  expect(Object.keys(taught)).toEqual(Object.keys(COMMAND_PAYLOADS))
})

test('MF8 what a lead is taught stays under 1,000 tokens', async () => {
  await using crew = testCrew()
  const tokens = () => {
    const agents = Object.values(crew.crew.state.agents)
    return agents.map((agent) => countTokens(manifestOf(crew.shard, crew.crew, agent)))
  }
  const [alone = 0] = tokens()
  for (const role of ['developer', 'architect', 'qa-tester']) crew.hire(role, role)
  createGroup(crew.shard, crew.crew, crew.by('lead'), {
    name: 'config-team',
    purpose: 'Agree on the shape of the configuration',
    members: ['developer', 'architect'],
  })
  const [lead = 0, developer = 0] = tokens()
  console.info(
    `manifest: ${alone} tokens for a lead alone, ${lead} with three agents and a group, ${developer} for one of them`,
  )
  expect(alone).toBeGreaterThan(400)
  expect(lead).toBeLessThan(1_000)
  expect(developer).toBeLessThan(900)
})

test('MF9 an agent’s manifest is read by itself and by people, and by nobody else', async () => {
  await using server = await TestServer.start()
  const { leadId, ids, tokens } = await server.crew('atlas', { dev: 'developer', qa: 'qa-tester' })
  const other = await server.crew('borealis')
  await server.call('POST', `/api/lead/${leadId}/groups`, { name: 'room', memberIds: [ids['dev']] })
  await server.call('POST', `/api/lead/${leadId}/groups/room/messages`, { content: 'first words' })
  const route = `/api/agents/${ids['dev']}/manifest`
  const read = (token = '') => server.call('GET', route, undefined, { token })
  const { status, body } = await read(tokens['dev'])
  expect(status).toBe(200)
  expect(body).toEqual({ text: expect.any(String), asOf: expect.any(Number) })
  const short = (name: string) => ids[name]?.slice(0, 8)
  const lines = (body['text'] as string).split('\n')
  expect(lines[1]).toContain(`You are Developer (${short('dev')}), called "dev", an agent of`)
  expect(lines).toContain(`- QA Tester "qa" (${short('qa')})`)
  expect(lines).toContain(
    `- "room" (3 members: Project Lead (${short('lead')}), Human (human), Developer "dev" (${short('dev')})) · 1 unread · last #1 Human (human): first words`,
  )
  for (const token of [server.owner, server.observer]) {
    expect((await read(token)).body).toEqual(body)
  }
  expect((await read(tokens['qa'])).body['error'].code).toBe('forbidden')
  expect((await read(tokens['lead'])).body['error'].code, 'its lead neither').toBe('forbidden')
  expect((await read(other.tokens['lead'])).body['error'].code).toBe('agent_not_found')
})

test('MF10 a manifest is told again when crew or groups change, and not for what is said in them', async () => {
  await using crew = testCrew({ agents: { dev: 'developer', arch: 'architect' } })
  const { shard } = crew
  const keys = () => manifestKeys(shard, crew.id('dev'))
  const group = (name: string, members: readonly string[]) =>
    createGroup(shard, crew.crew, crew.by('lead'), { name, members })
  group('room', ['dev'])
  const say = () => sendMessage(shard, crew.crew, crew.by('lead'), { group: 'room', content: 'x' })
  const { message } = say()
  const changes: readonly (readonly [string, readonly [boolean, boolean], () => unknown])[] = [
    ['a message', [false, false], say],
    [
      'a reaction',
      [false, false],
      () => {
        const one = { group: 'room', messageId: message.id, emoji: '👍', action: 'add' } as const
        return react(shard, crew.crew, crew.by('dev'), one)
      },
    ],
    ['reading', [false, false], () => crew.reads('dev')],
    ['another group', [false, false], () => group('elsewhere', ['arch'])],
    [
      'a task',
      [false, false],
      () => delegate(shard, crew.crew, BY_PERSON, { to: 'arch', text: 'x' }),
    ],
    ['a group of its own', [false, true], () => group('second', ['dev'])],
    [
      'a member more',
      [false, true],
      () => addMembers(shard, crew.crew, crew.by('lead'), { group: 'room', members: ['arch'] }),
    ],
    [
      'a member less',
      [false, true],
      () => removeMembers(shard, crew.crew, crew.by('lead'), { group: 'room', members: ['arch'] }),
    ],
    [
      'a purpose',
      [false, true],
      () => updateGroup(shard, crew.crew, crew.by('lead'), { group: 'room', purpose: 'plan' }),
    ],
    [
      'an agent more',
      [true, false],
      () => createAgent(shard, crew.crew, BY_PERSON, { role: 'designer' }),
    ],
    ['one that can be addressed again', [false, false], () => ends(crew, 'arch')],
    [
      'an agent less',
      [true, false],
      () => terminateAgent(shard, crew.crew, BY_PERSON, crew.id('arch'), null),
    ],
    [
      'an agent back',
      [true, false],
      () => resumeAgent(shard, crew.crew, BY_PERSON, crew.id('arch')),
    ],
  ]
  for (const [what, changed, act] of changes) {
    const before = keys()
    await act()
    crew.check()
    const after = keys()
    expect.soft([after[0] !== before[0], after[1] !== before[1]], what).toEqual(changed)
  }
  const before = keys()
  crew.restart()
  expect(manifestKeys(crew.shard, crew.id('dev'))).toEqual(before)
  const dev = crew.crew.state.agents[crew.id('dev')]
  if (!dev) throw new Error('no dev')
  delegate(crew.shard, crew.crew, crew.by('lead'), { to: 'dev', text: 'write it' })
  const told = (withTasks: boolean) => manifestOf(crew.shard, crew.crew, dev, { withTasks })
  expect(told(false)).not.toContain('write it')
  expect(told(true), 'to one that may have forgotten').toContain(
    '== YOUR OPEN TASKS ==\n[Task from Project Lead (0001a9e7)]: write it\n',
  )
})

test('MF11 a model is told its manifest before anything else, and its groups again when they changed', async () => {
  await using server = await TestServer.start()
  const { leadId } = await server.crew('atlas')
  const log = path.join(server.data.folder, 'prompts')
  const driver = {
    kind: 'acp',
    command: process.execPath,
    args: [ACP_AGENT],
    env: { ACP_BEHAVIOUR: JSON.stringify({ log }) },
  }
  // Without a task, which it would be asked about.
  const input = { role: 'developer', driver }
  const { body } = await server.call('POST', `/api/lead/${leadId}/agents`, input)
  const agentId = body['agent'].id as string
  const prompts = () =>
    existsSync(log)
      ? readFileSync(log, 'utf8')
          .split('\n')
          // Behind the last line end is a line that is still being written, or nothing.
          .slice(0, -1)
          .map((line) => JSON.parse(line) as string)
      : []
  const prompted = async (count: number) => {
    await eventually(`prompt ${count}`, () => prompts().length >= count)
    await eventually('it is idle', async () => {
      const reply = await server.call('GET', `/api/agents/${agentId}`)
      return reply.body['agent'].status === 'idle'
    })
    return prompts().at(-1) ?? ''
  }
  const write = (content: string) =>
    server.call('POST', `/api/agents/${agentId}/messages`, { content })
  await write('begin')
  const first = await prompted(1)
  expect(first.startsWith('== YOU ==\nYou are Developer (')).toBe(true)
  expect(first.endsWith('\n[Message from Human (human)]: begin')).toBe(true)
  await write('one')
  expect(await prompted(2)).toBe('[Message from Human (human)]: one')
  const groups = `/api/lead/${leadId}/groups`
  await server.call('POST', groups, { name: 'room', memberIds: [agentId] })
  await write('two')
  const third = await prompted(3)
  expect(third).toMatch(/^== YOUR GROUPS ==\n- "room" \(3 members: /)
  expect(third).toMatch(/\n\n\[Message from Human \(human\)\]: two\n\[System\] You've been added/)
  await server.call('POST', `${groups}/room/messages`, { content: 'three' })
  expect(await prompted(4)).toBe(
    '[Group "room" — Human (human)]: three\n[System] Above: #1 of "room".',
  )
  await server.call('PATCH', `${groups}/room`, { purpose: 'to plan' })
  await server.call('POST', `${groups}/room/messages`, { content: 'four' })
  expect(await prompted(5)).toMatch(
    /^== YOUR GROUPS ==\n- "room" .*\n {2}Purpose: to plan\n.*\n\n\[Group "room" — .*: four\n\[System\] Above: #2 of "room"\.$/,
  )
})

test('MF20 who joins while a program starts is told to it with its first prompt, whichever way it is told who it is', async () => {
  await using floor = await AgentFloor.open()
  const go = path.join(floor.folder, 'go')
  await floor.agent('ada', { systemPrompt: true, holdSession: go })
  await floor.agent('ben', { systemPrompt: false, holdSession: go })
  await floor.until('both are asked for a session', () =>
    ['ada', 'ben'].every((name) => floor.programs.asked(name, 'session/new') === 1),
  )
  const cy = (await floor.agent('cy', {})).slice(0, 8)
  writeFileSync(go, '')
  await floor.until('both are ready', () => ['ada', 'ben'].every((name) => floor.isSettled(name)))
  const dee = (await floor.agent('dee', {})).slice(0, 8)
  for (const name of ['ada', 'ben']) {
    await floor.tell(name, 'hello')
    const crew = (await floor.programs.prompt(name, 1)).split('== YOUR CREW ==\n')
    expect(crew, 'told once').toHaveLength(2)
    expect(crew[1]).toContain(`- Developer "cy" (${cy})\n- Developer "dee" (${dee})\n\n`)
    await floor.settled(name)
    await floor.tell(name, 'and again')
    expect(await floor.programs.prompt(name, 2)).not.toContain('== YOUR CREW ==')
  }
})

test('MF22 after a compaction an agent without a system prompt is told again who it is and how, with its open tasks', async () => {
  await using floor = await AgentFloor.open()
  const usage = (used: number) => ({ update: { sessionUpdate: 'usage_update', used, size: 9_000 } })
  const first = { chunks: [usage(5_000), 'well'] }
  const fell = path.join(floor.folder, 'fell')
  const falls = { ...first, after: [{ awaits: fell }, usage(900)] }
  await floor.agent('ada', { ...falls, systemPrompt: false })
  await floor.agent('ben', { ...falls, systemPrompt: true })
  for (const name of ['ada', 'ben']) {
    await floor.server.call('POST', `/api/agents/${floor.id(name)}/tasks`, { task: 'dig deep' })
  }
  // Asked about its task, it has nothing to add.
  for (const name of ['ada', 'ben']) await floor.programs.prompt(name, 2)
  await floor.settled('ada', 'ben')
  writeFileSync(fell, '')
  // Each of its two prompts says it once more.
  const isSmall = (one: { readonly data: unknown }) =>
    isDeepStrictEqual(one.data, usage(900).update)
  for (const name of ['ada', 'ben']) {
    await expect.poll(async () => (await floor.recorded(name)).filter(isSmall).length).toBe(2)
  }
  rmSync(fell)
  for (const name of ['ada', 'ben']) await floor.tell(name, 'and now?')
  const [told, other] = [
    await floor.programs.prompt('ada', 3),
    await floor.programs.prompt('ben', 3),
  ]
  expect(told.startsWith(`${TEXT.compacted}\n\n== YOU ==\n`)).toBe(true)
  expect(told).toContain('== YOUR OPEN TASKS ==\n[Task from Human (human)]: dig deep\n')
  expect(told).toContain('== COMMANDS ==')
  expect(told.endsWith('\n[Message from Human (human)]: and now?')).toBe(true)
  expect(other).toBe('[Message from Human (human)]: and now?')
  await floor.programs.prompt('ada', 4)
  await floor.settled('ada')
  await floor.tell('ada', 'and again?')
  expect(await floor.programs.prompt('ada', 5)).toBe('[Message from Human (human)]: and again?')
})

test('MF15 behind the messages of groups, a prompt says which they were, once for what comes together', async () => {
  await using crew = testCrew({ agents: { dev: 'developer', arch: 'architect' } })
  for (const name of ['plan', 'ops']) team(crew, name, ['dev', 'arch'])
  await crew.reads('dev')
  const lines = async () => {
    const items = planTurn(crew.shard, crew.crew, crew.id('dev'))?.items ?? []
    await crew.reads('dev')
    return promptLines(crew.shard, items)
  }
  say(crew, 'arch', 'one', 'plan')
  const label = `Architect (${crew.id('arch').slice(0, 8)})`
  expect(await lines()).toEqual([`[Group "plan" — ${label}]: one`, '[System] Above: #1 of "plan".'])
  for (const text of ['two', 'three']) say(crew, 'arch', text, 'plan')
  say(crew, 'arch', 'uno', 'ops')
  say(crew, 'dev', 'its own, between', 'plan')
  say(crew, 'arch', 'five', 'plan')
  write(crew, 'arch', 'dev', 'last')
  expect(await lines()).toEqual([
    `[Group "plan" — ${label}]: two`,
    `[Group "plan" — ${label}]: three`,
    `[Group "ops" — ${label}]: uno`,
    `[Group "plan" — ${label}]: five`,
    '[System] Above: #2 to #5 of "plan", #1 of "ops".',
    `[Message from ${label}]: last`,
  ])
  expect(await lines(), 'nothing is above nothing').toEqual([])
})

test('MF15 where a sub-lead is in groups of one name in both of its crews, it is said which is which', async () => {
  await using crew = testCrew({ agents: { dev: 'developer' } })
  const lead = crew.by('lead')
  const sub = crew.act(
    () => createLead(crew.shard, lead, { name: 'search', parentId: crew.crew.state.lead.id }).crew,
  )
  const id = sub.state.lead.id
  const by = byAgent(id)
  crew.act(() => {
    createAgent(crew.shard, sub, by, { role: 'developer', name: 'sue' })
    createGroup(crew.shard, crew.crew, lead, { name: 'plan', members: [id, crew.id('dev')] })
    createGroup(crew.shard, sub, by, { name: 'plan', members: ['sue'] })
  })
  for (const text of ['one', 'two']) say(crew, 'dev', text, 'plan')
  crew.act(() => sendMessage(crew.shard, sub, BY_PERSON, { group: 'plan', content: 'own' }))
  const items = [crew.crew, sub].flatMap((one) => planTurn(crew.shard, one, id)?.items ?? [])
  expect(promptLines(crew.shard, items).at(-1)).toBe(
    `[System] Above: #1 to #2 of "plan" of the crew "${crew.crew.state.lead.name}", #1 of "plan" of the crew "search".`,
  )
})
