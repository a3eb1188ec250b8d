import { expect, test } from 'vitest'
import { createAgent, createLead } from '../../src/agents/create-agent'
import { deleteCrew } from '../../src/agents/delete-crew'
import { sendDirect } from '../../src/agents/direct-messages'
import { pauseCrew } from '../../src/agents/pause'
import { askToGoOn, tellStalled } from '../../src/conduct/stall'
import { delegate } from '../../src/agents/tasks'
import { archiveGroup, unarchiveGroup } from '../../src/groups/archive-group'
import { addMembers, leaveGroup } from '../../src/groups/change-members'
import { createGroup } from '../../src/groups/create-group'
import { markRead } from '../../src/groups/mark-read'
import { react } from '../../src/groups/react'
import { readTimeline } from '../../src/groups/read-history'
import { searchMessages } from '../../src/groups/search-messages'
import { sendMessage } from '../../src/groups/send-message'
import { CountingIds } from '../harness/counting-ids'
import { crewText, forged, groupText, type Line, linesOf, takeIn } from '../harness/export-text'
import { LifeWalk } from '../harness/life-walk'
import { storeTurn } from '../harness/stored-turns'
import { say, SOON, talk, team, work } from '../harness/talk'
import { dumpOf } from '../harness/recorded-batches'
import { BY_PERSON, byAgent, type TestCrew, testCrew } from '../harness/test-crew'

const AGENTS = { ada: 'architect', ben: 'developer', cleo: 'qa-tester' } as const
const elsewhere = () => testCrew({ ids: new CountingIds('b0b0', 'b-') })

/** A crew whose group has seen everything that a group can see. */
async function busy(): Promise<TestCrew> {
  const crew = testCrew({ agents: AGENTS })
  const { shard } = crew
  const post = (name: string, content: string) =>
    sendMessage(shard, crew.crew, crew.by(name), { group: 'plan', content }).message
  createGroup(shard, crew.crew, crew.by('ada'), {
    name: 'The Plan',
    purpose: 'One plan',
    members: [crew.id('ben')],
    roles: ['developer'],
  })
  createGroup(shard, crew.crew, crew.by('lead'), { name: 'plan', members: [crew.id('ben')] })
  const first = post('ben', 'the first line, @human')
  const toggle = (name: string, action: 'add' | 'remove') =>
    react(shard, crew.crew, crew.by(name), {
      group: 'plan',
      messageId: first.id,
      emoji: '👍',
      action,
    })
  toggle('lead', 'add')
  addMembers(shard, crew.crew, BY_PERSON, { group: 'plan', members: [crew.id('cleo')] })
  toggle('ben', 'add')
  toggle('lead', 'remove')
  crew.clock.advance(2_000)
  post('cleo', 'the second line\n⟦⟦ BROADCAST {"content":"no"} ⟧⟧')
  await crew.says('ben', '⟦⟦ GROUP_MESSAGE {"group":"plan","content":"from a program"} ⟧⟧\n')
  leaveGroup(shard, crew.crew, crew.by('ben'), 'plan')
  markRead(shard, crew.crew, BY_PERSON, { group: 'plan', seq: first.seq })
  archiveGroup(shard, crew.crew, BY_PERSON, 'plan')
  unarchiveGroup(shard, crew.crew, BY_PERSON, 'plan')
  post('human', 'the last line, @cleo')
  crew.check()
  return crew
}

test.each([3, 8])(
  'EX1 seeded walk %i: what an imported crew exports is the file it came from, byte for byte, also after a restart',
  async (seed) => {
    await using walk = await LifeWalk.start(seed)
    for (let i = 0; i < 80; i++) await walk.step()
    await walk.end()
    const text = await crewText(walk.crew)
    await using other = elsewhere()
    const taken = await takeIn(other, text)
    expect(taken).toMatchObject({ kind: 'crew', facts: walk.crew.crew.state.seq })
    expect(await crewText(other, walk.crew.leadId)).toBe(text)
    other.restart()
    expect(await crewText(other, walk.crew.leadId)).toBe(text)
    expect(other.shard.crew(walk.crew.leadId)).toMatchObject({ inert: true })
  },
  60_000,
)

test('EX2 the tables have of an imported crew what they had of it, but for what no file holds', async () => {
  await using crew = await busy()
  sendDirect(crew.shard, crew.crew, crew.by('ada'), { to: 'human', content: 'which one?' })
  await crew.says('lead', '⟦⟦ DELEGATE {"to":"ben","task":"dig","context":"deep"} ⟧⟧\n')
  await crew.core.inbox.fetch(crew.id('ben'), { limit: 2 })
  await using other = elsewhere()
  await takeIn(other, await crewText(crew))
  const rows = (of: TestCrew) =>
    Object.fromEntries(
      Object.entries(dumpOf(of.database))
        .filter(([name]) => !['shard', 'tokens', 'rollout_entries'].includes(name))
        .map(([name, all]) => [
          name,
          (all as Line[])
            .filter((row) => (row['lead_id'] ?? row['id']) === crew.leadId)
            .filter((row) => row['type'] !== 'token:created' && row['type'] !== 'fact:omitted')
            // Whoever was there is not here.
            .map(({ in_hand_to: _there, ...row }): Line => row)
            .map(({ batch_id: _, paused, ...row }) =>
              name === 'leads' ? row : { ...row, paused },
            ),
        ]),
    )
  expect(rows(other)).toEqual(rows(crew))
  const imported = other.shard.crew(crew.leadId)
  expect(imported.state).toEqual({
    ...crew.crew.state,
    lead: { ...crew.crew.state.lead, paused: true },
  })
  const found = () =>
    searchMessages(other.shard, imported, BY_PERSON, { q: 'second line', limit: 5 })
  expect((await found()).hits.map(({ message }) => message.n)).toEqual([2])
  const page = { group: 'plan', limit: 50 }
  expect((await readTimeline(other.shard, imported, BY_PERSON, page)).rows).toEqual(
    (await readTimeline(crew.shard, crew.crew, BY_PERSON, page)).rows,
  )
  // It goes on where it was: what was owed is handed over once a person has resumed it.
  const inbox = () => other.core.inbox.fetch(crew.id('cleo'), {})
  expect((await inbox()).deliveries).toEqual([])
  other.act(() => pauseCrew(other.shard, imported, BY_PERSON, false))
  expect(imported.inert).toBe(false)
  const texts = (await inbox()).deliveries.map(({ text }) => text)
  expect(texts).toEqual(await crew.texts('cleo'))
  other.restart()
  expect(other.shard.crew(crew.leadId).inert).toBe(false)
  other.act(() => deleteCrew(other.shard, other.shard.crew(crew.leadId), BY_PERSON, 'atlas'))
  other.restart()
  await takeIn(other, await crewText(crew))
  expect(other.shard.crew(crew.leadId).inert).toBe(true)
})

test('EX14 a hold of an imported crew stays as it was until the crew is resumed, and ends then', async () => {
  await using crew = testCrew({ agents: { dev: 'developer', arch: 'architect' }, conduct: SOON })
  team(crew, 'team', ['dev', 'arch'])
  await talk(crew, work, (from, text) => say(crew, from, text))
  const text = await crewText(crew)
  await using other = elsewhere()
  other.clock.advance(3_600_000)
  await takeIn(other, text)
  const imported = () => other.shard.crew(crew.leadId)
  const isHeld = () => !!imported().state.groups['team']?.hold
  for (const again of [false, true]) {
    if (again) other.restart()
    other.act(() => other.clock.advance(3_600_000))
    expect(isHeld()).toBe(true)
    expect(await crewText(other, crew.leadId)).toBe(text)
  }
  other.act(() => pauseCrew(other.shard, imported(), BY_PERSON, false))
  other.act(() => other.clock.advance(1))
  expect(isHeld()).toBe(false)
})

test('EX3 no token, variable, session or process is in a file; the numbers of those facts stay taken', async () => {
  await using crew = testCrew({ agents: AGENTS })
  const { agent } = createAgent(crew.shard, crew.crew, BY_PERSON, {
    role: 'developer',
    driver: { kind: 'acp', command: 'agent', env: { API_KEY: 'kept-for-itself' } },
  })
  const decision = crew.shard.decide(crew.crew)
  decision.add('agent:session', { session: { agentId: agent.id, sessionId: 'session-77' } })
  const running = { agentId: agent.id, pid: 4711, startTime: '815', tag: 'tag-77' }
  decision.add('process:started', { process: running })
  decision.add('process:ended', { agentId: agent.id, code: 3, signal: null })
  crew.shard.commit(crew.crew, BY_PERSON, decision)
  const text = await crewText(crew)
  const hashes = crew.database.prepare('select hash from tokens').pluck().all() as string[]
  expect(hashes.length).toBeGreaterThan(2)
  for (const secret of [...hashes, 'kept-for-itself', 'session-77', '4711', '815', 'tag-77']) {
    expect(text).not.toContain(secret)
  }
  const omitted = linesOf(text).filter(({ type }) => type === 'fact:omitted')
  expect(new Set(omitted.map(({ data }) => data['was']))).toEqual(
    new Set([
      'token:created',
      'agent:environment',
      'agent:session',
      'process:started',
      'process:ended',
    ]),
  )
  await using other = elsewhere()
  await takeIn(other, text)
  expect([...other.shard.processes()]).toEqual([])
  expect(other.shard.crew(crew.leadId).remembered(agent.id).environment).toEqual({})
  expect(await crewText(other, crew.leadId)).toBe(text)
})

/** Rows that were ever written: a refused file has changed nothing. */
const everything = (crew: TestCrew) => crew.database.prepare('select total_changes()').pluck().get()

async function refusal(crew: TestCrew, text: string, leadId?: string): Promise<string> {
  const before = everything(crew)
  const error = await takeIn(crew, text, leadId).then(
    () => new Error('it was accepted'),
    (thrown: Error) => thrown,
  )
  expect(everything(crew)).toBe(before)
  return `${'code' in error ? String(error.code) : ''} ${error.message}`
}

test('EX5 a file with a line lost, doubled, swapped, cut or altered anywhere is refused, and nothing is written', async () => {
  await using crew = await busy()
  await using other = elsewhere()
  const kinds = [
    { text: await crewText(crew), leadId: undefined },
    { text: await groupText(crew, 'plan'), leadId: other.leadId },
  ]
  for (const { text, leadId } of kinds) {
    const lines = text.split('\n').slice(0, -1)
    const file = (changed: readonly string[]) => changed.map((line) => `${line}\n`).join('')
    for (let n = 0; n < lines.length; n++) {
      const [line = '', next = ''] = [lines[n], lines[n + 1]]
      const around = (...middle: string[]) => [
        ...lines.slice(0, n),
        ...middle,
        ...lines.slice(n + 1),
      ]
      const middle = Math.floor(line.length / 2)
      const files = [
        file(around()),
        file(around(line, line)),
        file(around(line.slice(0, middle))),
        file(around(line.replace(/[a-z](?=[^a-z]*$)/, 'X'))),
        text.slice(0, file(lines.slice(0, n)).length + middle),
        file(lines.slice(0, n)),
        ...(n + 1 < lines.length ? [file([...around(next).slice(0, n + 1), line])] : []),
      ]
      // Each line suffers two of them, in turn.
      for (const [what, damaged] of files.entries()) {
        if ((n + what) % 3 !== 0) continue
        expect(await refusal(other, damaged, leadId), `line ${n + 1}, damage ${what}`).toMatch(
          /^bad_file .*Nothing was imported\.$/,
        )
      }
    }
    expect(await refusal(other, `${text}{}\n`, leadId)).toContain('follows the last line')
    await takeIn(other, text, leadId, 7)
  }
})

test('EX6, BW2 a file that was made to fit is refused where it reaches beyond its crew, with line and reason', async () => {
  await using crew = await busy()
  await crew.says('lead', '⟦⟦ DELEGATE {"to":"ben","task":"dig"} ⟧⟧\n')
  await crew.reads('ben')
  await crew.says('lead', '⟦⟦ DELEGATE {"to":"ada","task":"dig"} ⟧⟧\n')
  crew.act(() => storeTurn(crew.shard, crew.crew, crew.id('ada')))
  const text = await crewText(crew)
  await using other = testCrew({ agents: AGENTS, ids: new CountingIds('b0b0', 'b-') })
  const [line] = linesOf(text)
  const at = (lines: Line[], type: string) => {
    const found = lines.find((one) => one['type'] === type)
    if (!found) throw new Error(`no ${type}`)
    return found
  }
  const set = (type: string, change: (data: Line) => void) => (lines: Line[]) =>
    change(at(lines, type)['data'] as Line)
  const foreign = other.leadId
  const attacks: Record<string, (lines: Line[]) => void> = {
    'belongs to another crew': set('group:message', ({ message }) => (message.leadId = foreign)),
    'another crew': set('agent:created', ({ agent }) => (agent.leadId = foreign)),
    'message that the crew': set('group:reaction', (data) => (data['messageId'] = 'msg-999')),
    'task that the crew': set('delivery:created', ({ delivery }) => {
      delivery.content = { form: 'task', taskId: 'rec-999' }
    }),
    'delivery that the crew': set('turn:sent', ({ turn }) => (turn.deliveryIds = ['rec-999'])),
    'agent that the crew does not have': set(
      'inbox:confirmed',
      (data) => (data['attached'] = [99]),
    ),
    beyond: set('inbox:confirmed', (data) => {
      data['addressed'] = [{ agent: 0, upTo: 1_000_000, skipped: [] }]
    }),
    'agent that the crew': set('stream:advanced', (d) => (d['position'].agentId = foreign)),
    'a group that the crew': set('group:read', (data) => (data['groupName'] = 'nowhere')),
    'mark beyond its own number': set('group:read', (data) => (data['lastSeq'] = 9_999)),
    'contradicts its fact': set('group:message', ({ message }) => (message.seq = 1)),
    'an ordinal is missing': set('group:message', ({ message }) => (message.n = 7)),
    'agent already exists': (lines) => {
      const created = lines.filter(({ type }) => type === 'agent:created')
      created[1]!['data'] = created[0]!['data']
    },
    'not a fact that a file can have': (lines) =>
      (at(lines, 'group:read')['type'] = 'token:created'),
    'of no known': (lines) => (at(lines, 'group:read')['type'] = 'constructor'),
    '"lead:deleted" is not a fact': (lines) => (lines.at(-1)!['type'] = 'lead:deleted'),
    'the fact 5 is expected': (lines) => (lines[5]!['seq'] = 50),
    'number of facts': (lines) => (lines[0]!['seq'] += 1),
    'other numbers of agents': (lines) => (lines[0]!['agents'] += 1),
    'begins with lead:created': (lines) => lines.splice(1, 1, { ...lines[2], seq: 1 }),
    'well-formed': set('group:message', ({ message }) => (message.content = '\ud800')),
    'Too big': set('group:message', ({ message }) => (message.content = 'x'.repeat(50_001))),
    'nested too deeply': (lines) => {
      let deep: unknown = 1
      for (let n = 0; n < 50; n++) deep = [deep]
      lines[3]!['data'] = deep
    },
    'more than 20000 keys': (lines) => {
      lines[3]!['data'] = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [n, 1]))
    },
    'Unrecognized key': set('agent:created', ({ agent }) => (agent['hash'] = 'x')),
    'must be a UUID': (lines) => (lines[0]!['leadId'] = '../../etc'),
    'reads versions 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 11': (lines) => (lines[0]!['version'] = 12),
    'not a Crewroom export': (lines) => (lines[0] = { hello: 'world' }),
    preset: set('agent:created', ({ agent }) => {
      agent.driver = { kind: 'acp', preset: 'constructor', command: null, args: [], envNames: [] }
    }),
  }
  delete attacks['of no known']
  for (const [reason, change] of Object.entries(attacks)) {
    expect(await refusal(other, forged(text, change)), reason).toMatch(
      new RegExp(`^bad_file .*${reason}`),
    )
  }
  const proto = text.replace('"cause":{', '"cause":{"__proto__":{"kind":"system"},')
  expect(await refusal(other, proto)).toContain('Line 2 of the file: it has a key')
  expect(await refusal(other, 'x'.repeat(5_000_000))).toContain('longer than')
  expect(await refusal(other, '\u0000\n')).toContain('Line 1 of the file: it is not JSON')
  expect(await refusal(other, '')).toContain('empty')
  expect(line).toMatchObject({ crewroom: 'export', version: 1, kind: 'crew' })
})

test('EX7 what is here already is refused by name; a sub-lead comes with its parent, before either is resumed', async () => {
  await using crew = testCrew({ agents: AGENTS })
  const { crew: sub } = createLead(crew.shard, crew.by('lead'), {
    name: 'below',
    parentId: crew.leadId,
    task: 'lead them',
  })
  const subId = sub.state.lead.id
  createGroup(crew.shard, sub, byAgent(subId), { name: 'sub-plan' })
  const [parentText, subText] = [await crewText(crew), await crewText(crew, subId)]
  expect(await refusal(crew, parentText)).toMatch(/^crew_exists The crew "atlas" .*Delete it first/)
  for (const files of [
    [parentText, subText],
    [subText, parentText],
  ]) {
    await using other = elsewhere()
    for (const file of files) await takeIn(other, file)
    expect(other.shard.crewsOf(subId).map(({ state }) => state.lead.id)).toEqual([
      subId,
      crew.leadId,
    ])
    expect(await crewText(other)).toBeTruthy()
    expect(await crewText(other, crew.leadId)).toBe(parentText)
    expect(await crewText(other, subId)).toBe(subText)
  }
  await using other = elsewhere()
  await takeIn(other, parentText)
  pauseCrew(other.shard, other.shard.crew(crew.leadId), BY_PERSON, false)
  expect(await refusal(other, subText)).toMatch(/^crew_exists .*import both before you resume/)
  const copy = parentText.replaceAll(crew.leadId, '00c0ffee-0000-4000-8000-0000000000c0')
  const forgedCopy = forged(copy, () => {})
  expect(await refusal(other, forgedCopy)).toMatch(/^crew_exists The agent .* in the crew "atlas"/)
})

test('EX8 a group goes to another crew and out of it again as the same lines, but for the crew in the header', async () => {
  await using crew = await busy()
  const text = await groupText(crew, 'plan')
  await using other = elsewhere()
  await takeIn(other, text, other.leadId)
  // On the same server ids of messages are taken: here they are others, in the file they stay.
  const { crew: second } = createLead(crew.shard, BY_PERSON, { name: 'second' })
  await takeIn(crew, text, second.state.lead.id)
  const rest = (file: string) => linesOf(file).slice(1, -1)
  const again = await groupText(other, 'plan')
  expect(rest(again)).toEqual(rest(text))
  const [head] = linesOf(again)
  expect(head).toEqual({ ...linesOf(text)[0], leadId: other.leadId })
  other.restart()
  expect(await groupText(other, 'plan')).toBe(again)
  const { leadId } = second.state.groups['plan'] ?? {}
  expect(leadId).toBe(second.state.lead.id)
  const third = await crewText(crew, second.state.lead.id)
  // And inside a whole crew.
  await using fourth = testCrew({ ids: new CountingIds('d0d0', 'd-') })
  await takeIn(fourth, third)
  expect(await crewText(fourth, second.state.lead.id)).toBe(third)
  expect(await refusal(other, text, other.leadId)).toMatch(
    /^group_exists "atlas" already has a group/,
  )
  expect(await refusal(other, text)).toMatch(/^validation lead: the file has a group/)
  expect(await refusal(crew, third, crew.leadId)).toMatch(/^validation lead: the file has a whole/)
})

test('EX9 an imported group is archived history: owed to nobody, calling nobody, read and found like any other', async () => {
  await using crew = await busy()
  await using other = testCrew({ agents: { dan: 'developer' }, ids: new CountingIds('b0b0', 'b-') })
  const before = await other.reads('lead')
  expect(before).toEqual([])
  await takeIn(other, await groupText(crew, 'plan'), other.leadId)
  const group = other.crew.state.groups['plan']
  expect(group).toMatchObject({
    archived: true,
    auto: false,
    roles: [],
    messageCount: 4,
    memberIds: [other.leadId],
    createdBy: crew.leadId,
  })
  expect(await other.reads('lead')).toEqual([])
  expect(other.crew.state.mentions).toEqual({})
  expect(other.crew.state.readMarks['human']).toHaveProperty('plan')
  const timeline = await readTimeline(other.shard, other.crew, BY_PERSON, {
    group: 'plan',
    limit: 50,
  })
  const said = (rows: typeof timeline.rows) =>
    rows.map((row) =>
      row.kind === 'event'
        ? [row.event, row.at, row.by]
        : [row.message.n, row.message.fromRole, row.message.from, row.message.reactions],
    )
  const original = await readTimeline(crew.shard, crew.crew, BY_PERSON, {
    group: 'plan',
    limit: 50,
  })
  expect(said(timeline.rows.slice(0, -1))).toEqual(said(original.rows))
  expect(timeline.rows.at(-1)).toMatchObject({ event: 'imported', by: 'human' })
  const found = await searchMessages(other.shard, other.crew, BY_PERSON, {
    q: 'first has:reaction',
    limit: 5,
  })
  expect(found.hits.map(({ message }) => message.content)).toEqual(['the first line, @human'])
  // A new developer is not put into it, and it can be taken into use again.
  other.act(() => other.hire('eve', 'developer'))
  expect(other.crew.state.groups['plan']?.archived).toBe(true)
  other.act(() => unarchiveGroup(other.shard, other.crew, BY_PERSON, 'plan'))
  other.act(() =>
    sendMessage(other.shard, other.crew, BY_PERSON, { group: 'plan', content: 'on we go' }),
  )
  expect((await other.reads('lead')).map(({ text }) => text.split(': ').at(-1))).toEqual([
    'on we go',
  ])
  expect(linesOf(await groupText(other, 'plan')).at(-2)).toMatchObject({ message: { n: 5 } })
})

test('EX20 whether a quiet agent was asked to go on is in a file, and holds on where it is imported', async () => {
  await using crew = testCrew({ agents: { dev: 'developer' } })
  delegate(crew.shard, crew.crew, BY_PERSON, { to: 'dev', text: 'build it' })
  askToGoOn(crew.shard, crew.crew, crew.id('dev'), 'Go on.')
  const text = await crewText(crew)
  await using other = elsewhere()
  await takeIn(other, text)
  const imported = () => other.shard.crew(crew.leadId)
  expect(imported().remembered(crew.id('dev')).stall).toBe('asked')
  other.restart()
  expect(imported().remembered(crew.id('dev')).stall).toBe('asked')
  other.act(() =>
    tellStalled(other.shard, imported(), crew.id('dev'), { isThere: true, said: null, times: 1 }),
  )
  expect(Object.values(imported().state.needs)).toMatchObject([{ kind: 'stalled' }])
  await using third = testCrew({ ids: new CountingIds('c0c0', 'c-') })
  await takeIn(third, await crewText(other, crew.leadId))
  expect(third.shard.crew(crew.leadId).remembered(crew.id('dev')).stall).toBe('told')
})
