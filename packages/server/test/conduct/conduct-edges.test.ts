import { expect, test } from 'vitest'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { TEXT } from '@crewroom/shared/text/catalogue'
import { releaseAgent } from '../../src/conduct/hold-agent'
import { releaseGroup } from '../../src/groups/hold-group'
import { CREW, Night } from '../harness/night'
import { Random } from '../harness/random'
import { command, groupOf, say, SOON, talk, team, work, write } from '../harness/talk'
import { ends } from '../harness/connected-crew'
import { type TestCrew, testCrew } from '../harness/test-crew'

const AGENTS = { dev: 'developer', arch: 'architect', qa: 'qa-tester' }

const post = (content: string, group = 'team') => command('GROUP_MESSAGE', { group, content })

/** The group after agents talked in a circle there by commands, as their programs do. */
async function heldByCommands(crew: TestCrew): Promise<number> {
  const turns = await talk(crew, work, (from, text) => crew.says(from, post(text)))
  expect(groupOf(crew)?.hold).not.toBeNull()
  return turns
}

test('CD13 a crew that delegates, reports and talks all night is not held, and a circle beside its work is', async () => {
  await using crew = testCrew({ agents: { ...CREW, y: 'designer', z: 'designer' } })
  team(crew, 'team', Object.keys(CREW))
  team(crew, 'chat', ['y', 'z'])
  const held = () => crew.published.filter(({ type }) => type.endsWith(':held'))
  const night = new Night(crew, new Random(3))
  await night.passes(8)
  const { tasks, turns, messages, longest } = night.met
  expect(held()).toEqual([])
  expect(Math.min(tasks - 100, turns - 300, messages - 500)).toBeGreaterThan(0)
  expect(longest, 'far from the limit').toBeLessThan(LIMITS.hops * 0.75)
  let said = 0
  await night.passes(3, async () => {
    const [from, to] = said++ % 2 === 0 ? ['y', 'z'] : ['z', 'y']
    if (groupOf(crew) && !crew.crew.state.groups['chat']?.hold) say(crew, from, work(said), 'chat')
    await crew.reads(to)
  })
  expect(held().map(({ data }) => 'group' in data && data.group)).toMatchObject([{ name: 'chat' }])
})

test('CD13 a circle in a group where others work is held as well', async () => {
  await using crew = testCrew({ agents: CREW })
  team(crew, 'team', Object.keys(CREW))
  // C and D are given work again and again and say how far they are; A and B only answer each other.
  for (let turn = 0; turn < 80 && !groupOf(crew)?.hold; turn++) {
    const [from, to] = turn % 2 === 0 ? ['a', 'b'] : ['b', 'a']
    say(crew, from, work(turn))
    if (turn % 3 === 0) {
      const busy = turn % 2 === 0 ? 'c' : 'd'
      await crew.says('lead', command('DELEGATE', { to: crew.id(busy), task: 'go on' }))
      await crew.reads(busy)
      say(crew, busy, `part ${turn} is ready`)
    }
    await crew.reads(to)
  }
  expect(groupOf(crew)?.hold).toMatchObject({ reason: 'hops' })
  expect(groupOf(crew)?.messageCount).toBeLessThan(80)
})

test('CD1 circles of any shape are held: rings, and through groups and direct messages in turn', async () => {
  await using crew = testCrew({ agents: CREW, conduct: { ...SOON, hops: 12 } })
  team(crew, 'team', ['a', 'b', 'c'])
  const ring = ['a', 'b', 'c', 'd']
  let messages = 0
  for (; messages < 60; messages++) {
    const [from = '', to = ''] = [ring[messages % 4], ring[(messages + 1) % 4]]
    // D is no member: what goes to it and comes from it is direct.
    if (to === 'd' || from === 'd') write(crew, from, to, work(messages))
    else say(crew, from, work(messages))
    if ((await crew.reads(to)).every(({ kind }) => kind !== 'group' && kind !== 'direct')) break
  }
  expect(messages).toBeLessThan(20)
})

test('CD9 who completes without a task, and the note of a hold, begin nothing anew', async () => {
  await using crew = testCrew({ agents: AGENTS, conduct: SOON })
  const { id } = crew.hire('new', 'designer', crew.by('lead'))
  await crew.says('lead', command('DELEGATE', { to: id, task: 'write the parser' }))
  await crew.reads('new')
  await crew.says('new', command('COMPLETE_TASK', { summary: 'done' }))
  let thanks = 0
  for (; thanks < 30; thanks++) {
    const heard = await crew.reads('lead')
    if (!heard.some(({ kind, wake }) => kind === 'report' && wake)) break
    const content = `well done in ${thanks}`
    await crew.says('lead', command('AGENT_MESSAGE', { to: id, content }))
    if (!(await crew.reads('new')).some(({ kind }) => kind === 'direct')) break
    ends(crew, 'new', 'nothing more to do')
  }
  expect(thanks).toBeLessThan(SOON.hops)
  expect(crew.crew.state.agents[id]?.hold).not.toBeNull()
  const [note] = (await crew.reads('lead')).filter(({ kind }) => kind === 'report')
  expect(note?.text).toContain(`[[ RELEASE_HOLD {"agent":"${id.slice(0, 8)}"} ]]`)

  team(crew, 'team', ['arch'])
  for (let turn = 0; turn < 3; turn++) {
    say(crew, turn % 2 === 0 ? 'lead' : 'arch', work(turn))
    await crew.reads(turn % 2 === 0 ? 'arch' : 'lead')
  }
  await crew.reads('arch')
  const { hop } = say(crew, 'arch', work(4))
  await talk(crew, work, (from, text) => write(crew, from, from === 'dev' ? 'arch' : 'dev', text))
  const heard = await crew.reads('lead')
  expect(heard.map(({ kind }) => kind)).toContain('report')
  expect(say(crew, 'lead', work(5)).hop).toBe(hop + 1)
})

test('CD2 who writes to an agent that is held is told so; who is told at most five, the lead only what it may do', async () => {
  await using crew = testCrew({ agents: AGENTS, conduct: SOON })
  const to = (name: string, content: string) =>
    command('AGENT_MESSAGE', { to: crew.id(name), content })
  let reply = ''
  await talk(crew, work, async (from, text) => {
    const [result] = await crew.says(from, to(from === 'dev' ? 'arch' : 'dev', text))
    reply = result?.reply ?? ''
  })
  const dev = `Developer (${crew.id('dev').slice(0, 8)})`
  expect(reply).toBe(
    `[System] Message delivered to ${dev}. Agents' messages to ${dev} are on hold until 2026-01-02T03:06:05.000Z: agents answered each other 8 times in a row without new work. Your message is stored and will be delivered when the hold ends. Do not resend it; continue your own work.`,
  )
  expect(Object.values(crew.crew.state.needs)[0]?.text).toContain(
    `without new work. Agents' messages to ${dev} are stored`,
  )
  team(crew, 'team', ['dev', 'arch'])
  const notes: string[] = []
  for (let row = 0; row < 4; row++) {
    await heldByCommands(crew)
    notes.push(...(await crew.reads('lead')).filter((d) => d.kind === 'report').map((d) => d.text))
    crew.act(() => crew.clock.advance(SOON.holdSeconds * 1000 * 2 ** row))
    await crew.reads('dev')
    await crew.reads('arch')
  }
  const team_ = notes.filter((text) => text.startsWith('[System] Group'))
  expect(team_.map((text) => text.includes('RELEASE_HOLD'))).toEqual([true, true, true, false])
  expect(team_[3]).toContain('or wait: only the person who runs this crew can end it sooner now.')
  const hold = crew.published.findLast(({ type }) => type === 'group:held')?.data
  if (!hold || !('group' in hold) || typeof hold.group === 'string' || !hold.group.hold) {
    throw new Error('no hold was published')
  }
  const many = Array.from({ length: 7 }, (_, n) => ({ id: `agent-${n}-`, roleName: 'Tester' }))
  expect(TEXT.holdReason(hold.group.hold, many)).toMatch(
    /^Tester .*\(agent-4-\) and 2 more answered/,
  )
})

test('CD3 after a hold the count begins anew also for who had confirmations waiting, and for who was handed nothing since', async () => {
  await using crew = testCrew({ agents: AGENTS, conduct: SOON })
  team(crew, 'team', ['dev', 'arch'])
  for (const end of ['time', 'lead', 'person'] as const) {
    expect(await heldByCommands(crew), end).toBeGreaterThan(SOON.hops - 2)
    crew.act(() => {
      if (end === 'time') crew.clock.advance(SOON.holdSeconds * 1000)
      else releaseGroup(crew.shard, crew.crew, crew.by(end === 'lead' ? 'lead' : 'human'), 'team')
    })
    crew.restart()
    expect(say(crew, 'arch', 'one more thing in lib.ts').hop, end).toBe(1)
    expect(groupOf(crew)?.hold, end).toBeNull()
    await crew.reads('dev')
    await crew.reads('arch')
  }
  await talk(crew, work, (from, text) => write(crew, from, from === 'dev' ? 'arch' : 'dev', text))
  const held = ['dev', 'arch'].find((name) => crew.crew.state.agents[crew.id(name)]?.hold)
  const writer = held === 'dev' ? 'arch' : 'dev'
  crew.act(() => releaseAgent(crew.shard, crew.crew, crew.by('lead'), crew.id(held ?? '')))
  expect(write(crew, writer, held ?? '', 'and in main.ts').hop).toBe(1)
})

test('CD10 after a hold answers are counted from the beginning, also when it was ended at once', async () => {
  await using crew = testCrew({ agents: AGENTS, conduct: { ...SOON, hops: 1_000 } })
  team(crew, 'team', ['dev', 'arch'])
  await crew.reads('dev')
  /** How often two agents answer each other before they are held. */
  const answers = async () => {
    let turn = 0
    for (; turn < 100 && !groupOf(crew)?.hold; turn++) {
      const [from, to] = turn % 2 === 0 ? (['dev', 'arch'] as const) : (['arch', 'dev'] as const)
      say(crew, from, work(turn))
      await crew.reads(to)
    }
    expect(groupOf(crew)?.hold?.reason).toBe('replies')
    return turn
  }
  const first = await answers()
  expect(first).toBeGreaterThanOrEqual(SOON.replies)
  for (const who of ['lead', 'human']) {
    crew.act(() => releaseGroup(crew.shard, crew.crew, crew.by(who), 'team'))
    expect(await answers(), `ended by the ${who}`).toBeGreaterThanOrEqual(SOON.replies)
  }
})

test('CD14 what an agent is handed while it has not confirmed what was before, and notices, leave it in its chain', async () => {
  await using crew = testCrew({ agents: AGENTS })
  team(crew, 'team', ['dev', 'arch'])
  await crew.reads('arch')
  await talk(crew, work, (from, text) => say(crew, from, text), 4)
  await crew.reads('dev')
  const { hop } = say(crew, 'arch', work(5))
  await crew.core.inbox.fetch(crew.id('dev'), {})
  write(crew, 'qa', 'dev', 'by the way: see qa.ts')
  await crew.core.inbox.fetch(crew.id('dev'), {})
  team(crew, 'other', ['dev'])
  expect((await crew.reads('dev')).map(({ kind }) => kind)).toEqual(['group', 'direct', 'system'])
  expect(say(crew, 'dev', work(6)).hop).toBe(hop + 1)
  await crew.reads('arch')
  team(crew, 'third', ['arch'])
  expect((await crew.reads('arch')).map(({ kind }) => kind)).toEqual(['system'])
  expect(say(crew, 'arch', work(7)).hop, 'a notice alone').toBe(hop + 2)
})

test('CD11 an agent that errs and asks in turn is not woken for ever', async () => {
  await using crew = testCrew({ agents: AGENTS })
  await crew.reads('dev')
  const wakes: boolean[] = []
  for (let i = 0; i < 8; i++) {
    await crew.says('dev', `⟦⟦ QUERY_CREW ⟧⟧\n${post('hello', 'nowhere')}`)
    wakes.push((await crew.reads('dev')).some(({ wake }) => wake))
  }
  expect(wakes).toEqual([...Array<boolean>(5).fill(true), ...Array<boolean>(3).fill(false)])
})
