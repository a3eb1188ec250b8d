import { expect, test } from 'vitest'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { BY_PERSON, testCrew, type TestCrew } from '../../test/harness/test-crew'
import { archiveGroup, unarchiveGroup } from './archive-group'
import { addMembers } from './change-members'
import { createGroup, type CreateGroupInput } from './create-group'
import { groupOf } from './lookup'
import { pauseGroup } from './pause-group'
import { react } from './react'
import { sendMessage } from './send-message'
import { setWake } from './set-wake'
import { updateGroup } from './update-group'

const AGENTS = { dev: 'developer', arch: 'architect' }
const create = (crew: TestCrew, input: Partial<CreateGroupInput> = {}) =>
  createGroup(crew.shard, crew.crew, BY_PERSON, { name: 'team', ...input })
const say = (crew: TestCrew, content: string) =>
  sendMessage(crew.shard, crew.crew, BY_PERSON, { group: 'team', content })
const group = (crew: TestCrew) => groupOf(crew.crew, 'team', BY_PERSON.actor)

test('AR4, PS4, GR18, GR13 what is so already is answered the same and stores nothing', async () => {
  await using crew = testCrew({ agents: AGENTS })
  create(crew, { members: [crew.id('dev')], purpose: 'why' })
  const acts: Record<string, () => unknown> = {
    update: () => updateGroup(crew.shard, crew.crew, BY_PERSON, { group: 'team', displayName: 'team', purpose: 'why' }), // prettier-ignore
    wake: () => setWake(crew.shard, crew.crew, BY_PERSON, { group: 'team', member: crew.id('dev'), wake: 'all' }), // prettier-ignore
    unarchive: () => unarchiveGroup(crew.shard, crew.crew, BY_PERSON, 'team'),
    resume: () => pauseGroup(crew.shard, crew.crew, BY_PERSON, 'team', false),
    add: () => addMembers(crew.shard, crew.crew, BY_PERSON, { group: 'team', members: [crew.id('dev')] }), // prettier-ignore
  }
  for (const [what, act] of Object.entries(acts)) {
    const { seq } = crew.crew.state
    crew.act(act)
    expect.soft(crew.crew.state.seq, what).toBe(seq)
  }
  for (const act of [
    () => pauseGroup(crew.shard, crew.crew, BY_PERSON, 'team', true),
    () => archiveGroup(crew.shard, crew.crew, BY_PERSON, 'team'),
  ]) {
    crew.act(act)
    const { seq } = crew.crew.state
    crew.act(act)
    expect(crew.crew.state.seq).toBe(seq)
  }
})

test('GR13 a name changes without the purpose, a purpose without the name, and an empty one is none', async () => {
  await using crew = testCrew({ agents: AGENTS })
  create(crew, { purpose: 'why' })
  const update = (input: { displayName?: string; purpose?: string | null }) => {
    const { displayName, purpose } = updateGroup(crew.shard, crew.crew, BY_PERSON, { group: 'team', ...input }) // prettier-ignore
    return [displayName, purpose]
  }
  expect(update({ displayName: 'Team' })).toEqual(['Team', 'why'])
  expect(update({ purpose: 'because' })).toEqual(['Team', 'because'])
  expect(update({ purpose: '' })).toEqual(['Team', null])
})

test('AG9, AG10 a group that is created again keeps its purpose and its roles', async () => {
  await using crew = testCrew({ agents: AGENTS })
  create(crew, { purpose: 'why', roles: ['data engineer'] })
  crew.act(() => archiveGroup(crew.shard, crew.crew, BY_PERSON, 'team'))
  const late = crew.act(() => crew.hire('late', 'data-engineer'))
  expect(group(crew).memberIds, 'AR1: an archived one has the members it had').not.toContain(
    late.id,
  )
  crew.act(() => create(crew, { roles: ['architect'] }))
  expect(group(crew)).toMatchObject({ purpose: 'why', roles: ['data-engineer', 'architect'], archived: false }) // prettier-ignore
  const later = crew.act(() => crew.hire('later', 'data-engineer'))
  expect(group(crew).memberIds).toEqual(expect.arrayContaining([crew.id('arch'), later.id]))
})

test('CM3 who is named and has the role as well is told that it was named', async () => {
  await using crew = testCrew({ agents: AGENTS })
  create(crew)
  crew.act(
    () =>
    addMembers(crew.shard, crew.crew, BY_PERSON, { group: 'team', members: [crew.id('dev')], roles: ['developer', 'architect'] }), // prettier-ignore
  )
  const told = crew.published.map(({ type }) => type)
  expect(told.filter((type) => type === 'group:member_added')).toHaveLength(2)
  expect(told, 'the joins tell of the role').not.toContain('group:updated')
  const toDev = (await crew.texts('dev')).join()
  expect(toDev).toContain('added to group "team". Members')
  expect(toDev, 'everybody who joined with it is listed').toContain(crew.id('arch').slice(0, 8))
  expect((await crew.texts('arch')).join()).toContain('added to group "team" (role architect).')
})

test('CM3, GR5 who is added behind a single message reads it', async () => {
  await using crew = testCrew({ agents: AGENTS })
  create(crew)
  say(crew, 'the only one')
  crew.act(() => addMembers(crew.shard, crew.crew, BY_PERSON, { group: 'team', members: [crew.id('dev')] })) // prettier-ignore
  expect((await crew.texts('dev')).join()).toMatch(/Recent messages:\n#1 .*the only one$/)
})

test('RX3, RE30 a message above #100 is found by its number, and the longest text is taken', async () => {
  await using crew = testCrew({ agents: AGENTS })
  create(crew)
  for (let n = 1; n <= 130; n++) say(crew, `${n}`)
  for (const [messageId, content] of [
    ['#7', '7'],
    ['#107', '107'],
    [130, '130'],
  ] as const) {
    // prettier-ignore
    const { message } = react(crew.shard, crew.crew, BY_PERSON, { group: 'team', messageId, emoji: '👍', action: 'add' }) // prettier-ignore
    expect(message.content).toBe(content)
  }
  expect(say(crew, 'x'.repeat(LIMITS.content)).message.n).toBe(131)
  expect(() => say(crew, 'x'.repeat(LIMITS.content + 1))).toThrow(
    expect.objectContaining({ code: 'validation' }) as Error,
  )
})

test('RE37 a group is found by what it is called where that names one alone', async () => {
  await using crew = testCrew({ agents: AGENTS })
  create(crew)
  create(crew, { name: 'other' })
  updateGroup(crew.shard, crew.crew, BY_PERSON, { group: 'team', displayName: 'Crème ☕ both' })
  const find = () => groupOf(crew.crew, ' crème ☕ BOTH ', BY_PERSON.actor).name
  expect(find()).toBe('team')
  updateGroup(crew.shard, crew.crew, BY_PERSON, { group: 'other', displayName: 'Crème ☕ both' })
  expect(find).toThrow(expect.objectContaining({ code: 'group_not_found' }) as Error)
})

test('AG2 the purpose of a team lists its tasks once each, as far as a purpose goes', async () => {
  await using crew = testCrew({ agents: { a: 'developer', b: 'developer', c: 'developer', d: 'developer' } }) // prettier-ignore
  const give = (to: string, task: string) => crew.says('lead', `⟦⟦ DELEGATE ${JSON.stringify({ to, task })} ⟧⟧\n`) // prettier-ignore
  for (const to of ['a', 'b', 'c']) await give(to, 'timeline  brush')
  const made = () => crew.crew.state.groups['timeline-team']
  expect(made()?.purpose).toBe('Parallel work: timeline brush')
  await give('d', `timeline ${'x'.repeat(400)}`)
  expect(made()?.purpose).toHaveLength(LIMITS.purpose)
})
