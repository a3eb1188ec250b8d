import { expect, test } from 'vitest'
import { decideAgentHold, releaseAgent } from '../../src/conduct/hold-agent'
import { decideNeed } from '../../src/crew/needs'
import { decideGroupHold, releaseGroup } from '../../src/groups/hold-group'
import { groupOf, SOON, team } from '../harness/talk'
import { BY_PERSON, type TestCrew, testCrew } from '../harness/test-crew'

/** dev has written once too often to a group, and is written to once too often; beside that it asks something in the group. */
function held(): TestCrew {
  const crew = testCrew({ agents: { dev: 'developer', arch: 'architect' }, conduct: SOON })
  team(crew, 'team', ['dev', 'arch'])
  crew.act(() => {
    const { shard, crew: own } = crew
    const decision = shard.decide(own)
    const group = groupOf(crew)
    const agent = own.state.agents[crew.id('dev')]
    if (!group || !agent) throw new Error('nobody is there')
    decideGroupHold(shard, decision, own, crew.by('dev'), group, SOON.hops)
    decideAgentHold(shard, decision, own, crew.by('arch'), agent, SOON.hops)
    decideNeed(shard, decision, own, {
      kind: 'question',
      agentId: agent.id,
      text: 'which?',
      messageId: null,
      groupName: 'team',
    })
    shard.commit(own, crew.by('dev'), decision)
  })
  return crew
}

/** What waits for the person: its kind and its group. */
const needs = (crew: TestCrew) =>
  Object.values(crew.crew.state.needs).map(({ kind, groupName }) => [kind, groupName])

test('CD5, CD7 the end of an agent’s hold settles its own need, and not that of a group in which it wrote too often', async () => {
  for (const isRestarted of [false, true]) {
    await using crew = held()
    if (isRestarted) crew.restart()
    expect(needs(crew)).toEqual([
      ['held', 'team'],
      ['held', null],
      ['question', 'team'],
    ])
    crew.act(() => releaseAgent(crew.shard, crew.crew, BY_PERSON, crew.id('dev')))
    expect(needs(crew)).toEqual([
      ['held', 'team'],
      ['question', 'team'],
    ])
    expect([groupOf(crew)?.hold !== null, crew.crew.state.agents[crew.id('dev')]?.hold]).toEqual([
      true,
      null,
    ])
  }
})

test('CD5, CD7 the end of a group’s hold settles neither what else waits there nor the hold of an agent', async () => {
  await using crew = held()
  crew.act(() => releaseGroup(crew.shard, crew.crew, BY_PERSON, 'team'))
  expect(needs(crew)).toEqual([
    ['held', null],
    ['question', 'team'],
  ])
  expect(crew.crew.state.agents[crew.id('dev')]?.hold).not.toBeNull()
})
