import { expect, test } from 'vitest'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { addMembers } from '../../src/groups/change-members'
import { createGroup } from '../../src/groups/create-group'
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
