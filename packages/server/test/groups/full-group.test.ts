import { expect, test } from 'vitest'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { updateLead } from '../../src/agents/update-lead'
import { addMembers } from '../../src/groups/change-members'
import { createGroup } from '../../src/groups/create-group'
import { crewText, forged, takeIn } from '../harness/export-text'
import { type TestCrew, testCrew } from '../harness/test-crew'

const people = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`dev${n}`, 'developer']))

/** The full groups that the lead is told of, by the agent that was left out. */
async function told(crew: TestCrew): Promise<(readonly [string, string])[]> {
  return (await crew.texts('lead')).flatMap((text) => {
    const [, who, group] =
      /\((\w+)\) was not added to "([^"]+)", .* \(100\)\. Remove/.exec(text) ?? []
    return who === undefined || group === undefined ? [] : [[who, group] as const]
  })
}

test('GR100 the lead is told once of an agent whose role a full group is for, and of no other agent', async () => {
  await using crew = testCrew({ agents: people(99) })
  createGroup(crew.shard, crew.crew, crew.by('lead'), { name: 'room', roles: ['developer'] })
  expect(crew.crew.state.groups['room']?.memberCount).toBe(LIMITS.members)
  const late = crew.hire('late', 'developer')
  crew.hire('other', 'qa-tester')
  expect(crew.crew.memberships.of(late.id, 'room')).toEqual([])
  expect(await told(crew)).toEqual([[late.id.slice(0, 8), 'room']])
})

test('GR100 the lead is told once of each agent that a full team of the server has no room for', async () => {
  await using crew = testCrew({ agents: people(101) })
  const give = async (n: number) => {
    const task = { to: crew.id(`dev${n}`), task: 'fix the timeline' }
    const [answer] = await crew.says('lead', `⟦⟦ DELEGATE ${JSON.stringify(task)} ⟧⟧\n`)
    expect(answer?.ok, answer?.reply).toBe(true)
  }
  for (const n of [0, 1, 2]) await give(n)
  const team = () => Object.values(crew.crew.state.groups).find(({ auto }) => auto)
  const group = team()?.name ?? ''
  const members = Array.from({ length: 96 }, (_, n) => crew.id(`dev${n + 3}`))
  addMembers(crew.shard, crew.crew, crew.by('lead'), { group, members })
  expect(team()?.memberCount).toBe(LIMITS.members)
  for (const n of [3, 99, 100]) await give(n)
  expect(team()?.memberCount).toBe(LIMITS.members)
  expect(await told(crew)).toEqual([99, 100].map((n) => [crew.id(`dev${n}`).slice(0, 8), group]))
})

test('GR110 the lead is told once of all whom a team has no room for that the server makes whole', async () => {
  await using crew = testCrew({ agents: people(103) })
  const give = (...numbers: readonly number[]) => {
    const tasks = numbers.map((n) => ({ to: crew.id(`dev${n}`), task: 'fix the timeline' }))
    return crew.says(
      'lead',
      tasks.map((task) => `⟦⟦ DELEGATE ${JSON.stringify(task)} ⟧⟧\n`).join(''),
    )
  }
  const by = crew.by('human')
  updateLead(crew.shard, crew.crew, by, { autoGroups: false })
  await give(...Array.from({ length: 102 }, (_, n) => n))
  await crew.texts('lead')
  updateLead(crew.shard, crew.crew, by, { autoGroups: true })
  await give(102)
  const team = Object.values(crew.crew.state.groups).find(({ auto }) => auto)
  expect(team?.memberCount).toBe(LIMITS.members)
  const left = [99, 100, 101, 102].map((n) => crew.id(`dev${n}`))
  expect(left.filter((id) => team?.memberIds.includes(id))).toEqual([])
  const named = left.map((id, at) => `Developer "dev${at + 99}" (${id.slice(0, 8)})`).join(', ')
  expect((await crew.texts('lead')).filter((text) => text.includes('not added'))).toEqual([
    `[System] 4 agents were not added to "${team?.name}", which has as many members as a group may have (100): ${named}. Remove members that are done, or create a second group.`,
  ])
})

test('GR101 a file that adds one more to a full group is refused with the limit and what to do', async () => {
  await using crew = testCrew({ agents: { ...people(99), late: 'qa-tester' } })
  createGroup(crew.shard, crew.crew, crew.by('lead'), { name: 'room', roles: ['developer'] })
  createGroup(crew.shard, crew.crew, crew.by('lead'), { name: 'other' })
  addMembers(crew.shard, crew.crew, crew.by('lead'), { group: 'other', members: [crew.id('late')] })
  const file = forged(await crewText(crew), (lines) => {
    const { data } = lines.find(({ type }) => type === 'group:member_added') ?? {}
    data.group = data.state.name = 'room'
  })
  await using other = testCrew()
  await expect(takeIn(other, file)).rejects.toThrow(
    /^Line \d+ of the file: it adds one more to "room", and a group has at most 100 members\. Leave the line out, or let it name another group\. Nothing was imported\.$/,
  )
})
