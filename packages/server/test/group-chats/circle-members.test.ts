import { expect, test } from 'vitest'
import type { MemberAsked } from '@crewroom/shared/protocol/routes/group-chats'
import { archiveGroup } from '../../src/groups/archive-group'
import { terminateAgent } from '../../src/agents/end-agent'
import { addChatMember } from '../../src/group-chats/change-chat'
import { chatOf } from '../../src/group-chats/chat-of'
import { Circle, outcome } from '../admissions/circle'
import { byAgent, BY_PERSON } from '../harness/test-crew'

const REMOTE = { configured: {}, installed: () => [] }
const agent = (id: string): MemberAsked => ({ type: 'agent', id })

function add(circle: Circle, member: MemberAsked, who = 'human') {
  const { crew } = circle
  const by = who === 'human' ? BY_PERSON : byAgent(crew.id(who))
  return outcome(() =>
    crew.act(() => {
      const at = chatOf(crew.shard, by, circle.group.id)
      addChatMember(crew.shard, at, by, member, REMOTE)
    }),
  )
}

test('VB84 whoever may not come into a conversation of a circle is refused before anything is written', async () => {
  await using circle = new Circle()
  const { crew } = circle
  crew.act(() => terminateAgent(crew.shard, crew.crew, crew.by('lead'), crew.id('cleo'), null))
  const before = structuredClone(circle.state)
  const ids = ['brand-new', crew.id('dan'), crew.id('cleo'), crew.leadId, 'human', 'f'.repeat(36)]
  for (const id of ids) {
    expect(add(circle, agent(id)), id).toBe('not_admitted')
    expect(circle.state, id).toEqual(before)
  }
  expect(add(circle, agent('brand-new'), 'ben'), 'authority comes first').toBe('forbidden')
})

test('VB84 nothing is added to a conversation that is archived or closed, and nothing written', async () => {
  await using circle = new Circle()
  const { crew } = circle
  circle.admit('human', crew.leadId)
  for (const [code, put] of [
    [
      'group_archived',
      () => crew.act(() => archiveGroup(crew.shard, crew.crew, BY_PERSON, circle.talk)),
    ],
    ['admission_closed', () => circle.close('human')],
  ] as const) {
    put()
    const before = structuredClone(circle.state)
    for (const member of [
      agent(crew.id('cleo')),
      agent(crew.leadId),
      { type: 'human', id: 'alice' } as const,
    ]) {
      expect(add(circle, member), JSON.stringify(member)).toBe(code)
      expect(circle.state).toEqual(before)
    }
    const expected = code === 'group_archived' ? 'not_admitted' : code
    expect(add(circle, agent('brand-new'))).toBe(expected)
    expect(circle.state).toEqual(before)
  }
})

test('VB84 an admitted agent, the lead and the person are added to a conversation of a circle', async () => {
  await using circle = new Circle()
  const { crew } = circle
  circle.admit('human', crew.leadId)
  for (const member of [
    agent(crew.id('cleo')),
    agent(crew.leadId),
    { type: 'human', id: 'alice' } as const,
  ]) {
    expect(add(circle, member), JSON.stringify(member)).toBe('done')
  }
  const listed = circle.group.members.filter(({ listed: is }) => is !== false)
  expect(listed.map(({ id }) => id)).toEqual(
    expect.arrayContaining([crew.id('cleo'), crew.leadId, 'human']),
  )
  expect(circle.group.chat).toMatchObject({ listsLead: true, person: { id: 'alice' } })
})
