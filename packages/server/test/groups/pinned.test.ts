import { PIN } from '@crewroom/shared/model/pin'
import { expect, test } from 'vitest'
import { addMembers } from '../../src/groups/change-members'
import { createGroup } from '../../src/groups/create-group'
import { react } from '../../src/groups/react'
import { readPinned } from '../../src/groups/read-pinned'
import { sendMessage } from '../../src/groups/send-message'
import { type TestCrew, testCrew } from '../harness/test-crew'

const say = (crew: TestCrew, from: string, group: string, content: string) =>
  crew.act(() => sendMessage(crew.shard, crew.crew, crew.by(from), { group, content })).message
const pin = (crew: TestCrew, by: string, group: string, messageId: string, emoji: string = PIN) =>
  crew.act(() =>
    react(crew.shard, crew.crew, crew.by(by), { group, messageId, emoji, action: 'toggle' }),
  )
const pinned = async (crew: TestCrew, by: string, group: string) =>
  (await readPinned(crew.shard, crew.crew, crew.by(by), group)).messages.map(
    ({ content }) => content,
  )

async function pinnedCrew(): Promise<TestCrew> {
  const crew = testCrew({ agents: { ada: 'architect', dora: 'developer', gus: 'qa-tester' } })
  for (const name of ['room', 'other']) {
    crew.act(() =>
      createGroup(crew.shard, crew.crew, crew.by('lead'), { name, members: [crew.id('ada')] }),
    )
  }
  return crew
}

test('RX27 what somebody has given the pin is pinned, in the order of its writing, until nobody pins it', async () => {
  await using crew = await pinnedCrew()
  const first = say(crew, 'ada', 'room', 'first')
  const second = say(crew, 'ada', 'room', 'second')
  pin(crew, 'human', 'room', second.id)
  pin(crew, 'ada', 'room', first.id)
  pin(crew, 'lead', 'room', first.id)
  pin(crew, 'ada', 'room', say(crew, 'ada', 'room', 'liked').id, '👍')
  pin(crew, 'ada', 'other', say(crew, 'ada', 'other', 'elsewhere').id)
  expect(await pinned(crew, 'human', 'room')).toEqual(['first', 'second'])
  crew.restart()
  expect(await pinned(crew, 'human', 'room')).toEqual(['first', 'second'])
  pin(crew, 'ada', 'room', first.id)
  expect(await pinned(crew, 'human', 'room')).toEqual(['first', 'second'])
  pin(crew, 'lead', 'room', first.id)
  expect(await pinned(crew, 'human', 'room')).toEqual(['second'])
})

test('RX27 an agent reads what is pinned in its groups, and nothing from before what it was given', async () => {
  await using crew = await pinnedCrew()
  pin(crew, 'ada', 'room', say(crew, 'ada', 'room', 'early').id)
  for (let n = 1; n <= 20; n++) say(crew, 'ada', 'room', `filler ${n}`)
  await expect(pinned(crew, 'dora', 'room')).rejects.toMatchObject({ code: 'not_a_member' })
  crew.act(() =>
    addMembers(crew.shard, crew.crew, crew.by('lead'), {
      group: 'room',
      members: [crew.id('dora')],
    }),
  )
  pin(crew, 'ada', 'room', say(crew, 'ada', 'room', 'late').id)
  expect(await pinned(crew, 'ada', 'room')).toEqual(['early', 'late'])
  expect(await pinned(crew, 'dora', 'room')).toEqual(['late'])
})

test('RX27 pinned messages are found by an index of their own', async () => {
  await using crew = await pinnedCrew()
  const plan = crew.database.prepare(
    `explain query plan select message_id from chat_group_reactions where emoji = '${PIN}'`,
  )
  expect(JSON.stringify(plan.all())).toContain('idx_group_reactions_pin')
})
