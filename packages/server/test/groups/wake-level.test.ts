import { expect, test } from 'vitest'
import type { WakeLevel } from '@crewroom/shared/model/group'
import { mustWake } from '../../src/crew/wake'
import { addMembers } from '../../src/groups/change-members'
import { createGroup } from '../../src/groups/create-group'
import { readTimeline } from '../../src/groups/read-history'
import { sendMessage } from '../../src/groups/send-message'
import { setWake } from '../../src/groups/set-wake'
import { updateGroup } from '../../src/groups/update-group'
import { CountingIds } from '../harness/counting-ids'
import { crewText, forged, groupText, takeIn } from '../harness/export-text'
import { type TestCrew, testCrew } from '../harness/test-crew'
import { TestServer } from '../harness/test-server'

/** A group of the lead, ada, who made it, and dora, who has read that. */
async function team(): Promise<TestCrew> {
  const crew = testCrew({ agents: { ada: 'architect', dora: 'developer' } })
  const input = { name: 'team', members: [crew.id('dora')] }
  crew.act(() => createGroup(crew.shard, crew.crew, crew.by('ada'), input))
  for (const name of ['lead', 'ada', 'dora']) await crew.reads(name)
  return crew
}

const set = (crew: TestCrew, who: string, member: string, wake: WakeLevel) =>
  crew.act(() =>
    setWake(crew.shard, crew.crew, crew.by(who), {
      group: 'team',
      member: member === 'human' ? member : crew.id(member),
      wake,
    }),
  )
const say = (crew: TestCrew, content: string, who = 'ada') =>
  crew.act(() => sendMessage(crew.shard, crew.crew, crew.by(who), { group: 'team', content }))
const level = (crew: TestCrew, member: string) =>
  crew.crew.state.groups['team']?.members.find(({ id }) => id === crew.id(member))?.wake
const wakes = (crew: TestCrew, member = 'dora') => mustWake(crew.shard, crew.crew, crew.id(member))

test('GR18 a wake level decides what wakes, at once and after a restart', async () => {
  await using crew = await team()
  expect(level(crew, 'dora')).toBe('all')
  set(crew, 'human', 'dora', 'mentions')
  expect(say(crew, 'for whom it concerns').wakes).toEqual([])
  expect(wakes(crew)).toBe(false)
  expect(say(crew, 'and @dora').wakes).toEqual([crew.id('dora')])
  set(crew, 'lead', 'dora', 'none')
  expect(wakes(crew), 'what is owed counts by the new level').toBe(false)
  expect(say(crew, '@dora!', 'human').wakes).toEqual([crew.leadId, crew.id('ada')])
  crew.restart()
  expect([level(crew, 'dora'), wakes(crew)]).toEqual(['none', false])
  let rung = 0
  crew.core.signals.on('owed', (agentId) => (rung += agentId === crew.id('dora') ? 1 : 0))
  set(crew, 'dora', 'dora', 'all')
  expect([wakes(crew), rung], 'and its program is looked at again').toEqual([true, 1])
  expect(await crew.reads('dora')).toHaveLength(3)
})

test('GR18 people, the lead, the creator and the member itself set it, and nobody else', async () => {
  await using crew = await team()
  for (const who of ['human', 'lead', 'ada', 'dora']) {
    set(crew, who, 'dora', level(crew, 'dora') === 'none' ? 'all' : 'none')
  }
  const refused = (who: string, member: string, code: string) =>
    expect
      .soft(() => set(crew, who, member, 'mentions'), `${who}: ${member}`)
      .toThrow(expect.objectContaining({ code }))
  refused('dora', 'ada', 'forbidden')
  refused('dora', 'lead', 'forbidden')
  const outside = crew.hire('gus', 'qa-tester')
  refused('gus', 'gus', 'not_a_member')
  refused('gus', 'dora', 'not_a_member')
  refused('human', 'gus', 'agent_not_found')
  expect(outside.id).not.toBe('')
  say(crew, 'hello', 'human')
  refused('human', 'human', 'validation')
  set(crew, 'lead', 'lead', 'all')
  expect([level(crew, 'lead'), level(crew, 'dora'), level(crew, 'ada')]).toEqual([
    'all', 'all', 'all',
  ]) // prettier-ignore
})

test('GR18 setting the same level again stores nothing', async () => {
  await using crew = await team()
  set(crew, 'human', 'dora', 'none')
  const { seq } = crew.crew.state
  expect(set(crew, 'human', 'dora', 'none').members).toHaveLength(3)
  expect(crew.crew.state.seq).toBe(seq)
})

test('GR19 a change is told with whose level it is, and is in no timeline and no file of the group', async () => {
  await using crew = await team()
  const { shard } = crew
  set(crew, 'human', 'dora', 'none')
  crew.act(() =>
    updateGroup(shard, crew.crew, crew.by('ada'), { group: 'team', purpose: 'to plan' }),
  )
  set(crew, 'human', 'dora', 'mentions')
  const told = crew.published.flatMap((fact) => (fact.type === 'group:updated' ? [fact.data] : []))
  expect(told.map(({ wakeOf }) => wakeOf)).toEqual([crew.id('dora'), undefined, crew.id('dora')])
  expect(told.at(-1)?.group).toEqual(crew.crew.state.groups['team'])
  for (const limit of [1, 2, 200]) {
    const input = { group: 'team', limit }
    const page = await readTimeline(shard, crew.crew, crew.by('human'), input)
    const names = page.rows.map((row) => (row.kind === 'event' ? row.event : row.message.content))
    expect(names).toEqual(limit === 1 ? ['updated'] : ['created', 'updated'])
    expect(page.hasBefore).toBe(limit === 1)
  }
  expect((await groupText(crew, 'team')).match(/"event":"updated"/g)).toHaveLength(1)
})

test('GR18 a level stays with who is in the group, and begins anew for who joins again', async () => {
  await using crew = await team()
  const input = { group: 'team', members: [crew.hire('gus', 'qa-tester').id] }
  crew.act(() => addMembers(crew.shard, crew.crew, crew.by('ada'), input))
  set(crew, 'gus', 'gus', 'none')
  crew.act(() => addMembers(crew.shard, crew.crew, crew.by('ada'), { group: 'team', members: [crew.hire('eve', 'designer').id] })) // prettier-ignore
  crew.restart()
  expect([level(crew, 'gus'), level(crew, 'eve'), level(crew, 'dora')]).toEqual([
    'none', 'all', 'all',
  ]) // prettier-ignore
})

test('GR18, EX2, EX6 an imported crew has the levels that it had, and a level of no member is refused', async () => {
  await using from = await team()
  set(from, 'human', 'dora', 'none')
  const text = await crewText(from)
  await using to = testCrew({ ids: new CountingIds('b0b0') })
  await takeIn(to, text)
  const { members } = to.shard.crew(from.leadId).state.groups['team'] ?? {}
  expect(members).toEqual(from.crew.state.groups['team']?.members)
  expect(await crewText(to, from.leadId)).toBe(text)
  const wrong = forged(text, (lines) => {
    const line = lines.find(({ data }) => data?.wakeOf)
    if (line) line['data'].wakeOf = 'human'
  })
  await using other = testCrew({ ids: new CountingIds('b0b0') })
  await expect(takeIn(other, wrong)).rejects.toMatchObject({ code: 'bad_file' })
})

test('RE40 PATCH …/members/:memberId answers with the group', async () => {
  await using server = await TestServer.start()
  const { leadId, ids, tokens } = await server.crew('atlas', { dora: 'developer' })
  const groups = `/api/lead/${leadId}/groups`
  await server.call('POST', groups, { name: 'plan', memberIds: [ids['dora']] })
  const address = `${groups}/plan/members/${ids['dora']?.slice(0, 8)}`
  const by = { token: tokens['dora'] ?? '' }
  const { status, body } = await server.call('PATCH', address, { wake: 'none' }, by)
  expect([status, body['group'].name, body['asOf']]).toEqual([200, 'plan', expect.any(Number)])
  for (const wrong of [{}, { wake: 'some' }, { wake: 'all', x: 1 }, []]) {
    expect((await server.call('PATCH', address, wrong)).status).toBe(422)
  }
  await server.call('PATCH', `${groups}/plan/members/human`, { wake: 'none' })
  const { members } = (await server.call('GET', `${groups}/plan`)).body
  expect(members.at(-1)).toMatchObject({ id: ids['dora'], wake: 'none' })
})
