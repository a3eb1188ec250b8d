import { expect, test } from 'vitest'
import { isPlaceholderLead } from '@crewroom/shared/model/agent'
import { createAgent } from '../../src/agents/create-agent'
import { createChat } from '../../src/group-chats/create-chat'
import { chatView } from '../../src/group-chats/chat-view'
import { workspaceOf } from '../../src/group-chats/workspace'
import { updateGroup } from '../../src/groups/update-group'
import { sendMessage } from '../../src/groups/send-message'
import { CountingIds } from '../harness/counting-ids'
import { crewText, forged, type Line, linesOf, takeIn } from '../harness/export-text'
import { BY_PERSON, testCrew, type TestCrew } from '../harness/test-crew'

const REMOTE = { configured: {}, installed: () => [] }

/** A workspace with a group chat of the person, under a name of theirs, and an agent with a handle. */
function chatting(crew: TestCrew) {
  const { shard } = crew
  const { crew: house, group } = createChat(
    shard,
    BY_PERSON,
    'ws-1',
    {
      name: 'Review',
      members: [
        { type: 'human', id: 'user-1', display_name: 'John' },
        { type: 'agent', id: 'claude-code', display_name: 'Claude Code', model: 'sonnet' },
      ],
      settings: { show_thinking: true, history_limit: 3 },
    },
    REMOTE,
  )
  sendMessage(shard, house, BY_PERSON, { group: group.name, content: 'Hello.' })
  crew.check()
  const leadId = house.state.lead.id
  const view = () => {
    const now = shard.crew(leadId)
    const found = now.state.groups[group.name]
    if (!found) throw new Error('the group chat is there')
    return chatView(now, found, 'You', null)
  }
  return { leadId, view, name: group.name }
}

test('VB11, VB1 a restart keeps handles, names and the workspace, and owes its stand-in nothing', async () => {
  await using crew = testCrew()
  const { leadId, view, name } = chatting(crew)
  const before = view()
  expect(before).toMatchObject({
    members: [
      { id: 'user-1', display_name: 'John', role: 'owner' },
      { id: 'claude-code', display_name: 'Claude Code', model: 'sonnet', role: 'member' },
    ],
    settings: { broadcast_mode: 'all', show_thinking: true, history_limit: 3 },
    created_by: 'user-1',
  })
  updateGroup(crew.shard, crew.shard.crew(leadId), BY_PERSON, {
    group: name,
    chat: { broadcastMode: 'all' },
  })
  expect(view(), 'the page changes its own setting alone').toEqual(before)
  crew.restart()
  const { shard } = crew
  const house = shard.crew(leadId)
  const { lead, agents, groups } = house.state
  expect(lead.workspace).toBe('ws-1')
  expect(workspaceOf(shard, BY_PERSON, 'ws-1')).toBe(house)
  const [group] = Object.values(groups)
  if (!group) throw new Error('the group chat is there')
  expect(chatView(house, group, 'You', null)).toEqual(before)
  const owes = (id: string) => house.inHand.owing(id).length + house.inHand.pending(id).length
  const ids = Object.keys(agents)
  expect(ids.map((id) => [isPlaceholderLead(lead, id), owes(id) > 0])).toEqual([
    [true, false],
    [false, true],
  ])
})

test('VB11, EX36 a crew with a workspace is a file of version 2, which comes out of the crew it becomes', async () => {
  await using crew = testCrew()
  const { leadId } = chatting(crew)
  const text = await crewText(crew, leadId)
  expect(linesOf(text)[0]).toMatchObject({ version: 2 })
  await using other = testCrew({ ids: new CountingIds('b0b0', 'b-') })
  await takeIn(other, text)
  expect(await crewText(other, leadId)).toBe(text)
  other.restart()
  const { lead, agents } = other.shard.crew(leadId).state
  expect(lead.workspace).toBe('ws-1')
  expect(Object.values(agents).map(({ handle }) => handle)).toEqual([undefined, 'claude-code'])
})

test('VB65 a file with handles, names or settings that no group chat could have is refused', async () => {
  await using crew = testCrew()
  const { leadId, name } = chatting(crew)
  const house = crew.shard.crew(leadId)
  createAgent(crew.shard, house, BY_PERSON, { role: 'developer', name: 'Ana', handle: 'ana' })
  const settings = { group: name, chat: { broadcastMode: 'mention_only' } } as const
  updateGroup(crew.shard, house, BY_PERSON, settings)
  crew.check()
  const text = await crewText(crew, leadId)
  await using other = testCrew({ ids: new CountingIds('b0b0', 'b-') })
  const agentsOf = (lines: Line[]) =>
    lines.filter(({ type }) => type === 'agent:created').map((line) => line['data'].agent as Line)
  const refused = async (why: string, change: (lines: Line[]) => void) => {
    const taken = takeIn(other, forged(text, change))
    await expect(taken, why).rejects.toMatchObject({ code: 'bad_file' })
  }
  const last = (change: (agent: Line) => void) => (lines: Line[]) => {
    const agent = agentsOf(lines).at(-1)
    if (agent) change(agent)
  }
  await refused(
    'one handle twice',
    last((agent) => (agent['handle'] = 'Claude-Code')),
  )
  await refused(
    'the person',
    last((agent) => (agent['handle'] = 'human')),
  )
  await refused(
    'no handle',
    last((agent) => (agent['handle'] = '../etc')),
  )
  const chat = (change: (chat: Line) => void) => (lines: Line[]) => {
    for (const { data } of lines) if (data?.group?.chat) change(data.group.chat as Line)
  }
  await refused(
    'no id',
    chat((of) => (of['person'] = { id: '../etc', displayName: 'John' })),
  )
  await refused(
    'a long name',
    chat((of) => (of['person']['displayName'] = 'x'.repeat(10_000))),
  )
  await refused(
    'no messages',
    chat((of) => (of['historyLimit'] = 0)),
  )
  await refused(
    'all messages',
    chat((of) => (of['historyLimit'] = 1_000_000)),
  )
  await refused(
    'an unknown key',
    chat((of) => (of['constructor'] = 1)),
  )
  expect(other.shard.findCrew(leadId)).toBeUndefined()
})
