import { expect, test } from 'vitest'
import { createAgent, createLead } from '../../src/agents/create-agent'
import { deleteCrew } from '../../src/agents/delete-crew'
import { broadcast, interrupt, sendDirect } from '../../src/agents/direct-messages'
import { editAgent } from '../../src/agents/edit-agent'
import { terminateAgent } from '../../src/agents/end-agent'
import { pauseCrew, pauseServer } from '../../src/agents/pause'
import { remoteAgentFor } from '../../src/agents/remote-agent'
import { resumeAgent } from '../../src/agents/revive'
import { completeTask, delegate } from '../../src/agents/tasks'
import { renewAgentToken } from '../../src/agents/tokens'
import { updateLead } from '../../src/agents/update-lead'
import { releaseAgent } from '../../src/conduct/hold-agent'
import { dismissNeed, listNeeds } from '../../src/crew/needs'
import type { By } from '../../src/crew/shard'
import { archiveGroup, unarchiveGroup } from '../../src/groups/archive-group'
import { addMembers, leaveGroup, removeMembers } from '../../src/groups/change-members'
import { createGroup } from '../../src/groups/create-group'
import { releaseGroup } from '../../src/groups/hold-group'
import { listGroups, readGroup } from '../../src/groups/list-groups'
import { markRead } from '../../src/groups/mark-read'
import { pauseGroup } from '../../src/groups/pause-group'
import { react } from '../../src/groups/react'
import { readMessages } from '../../src/groups/read-history'
import { sendMessage } from '../../src/groups/send-message'
import { setWake } from '../../src/groups/set-wake'
import { updateGroup } from '../../src/groups/update-group'
import { BY_PERSON, testCrew } from '../harness/test-crew'

const BY_OBSERVER: By = { ...BY_PERSON, readsOnly: true }

test('RI3 an observer is refused by every verb that changes something, and reads as a person', async () => {
  await using world = testCrew({ agents: { dev: 'developer', qa: 'qa-tester' } })
  const { shard, crew } = world
  const dev = world.id('dev')
  createGroup(shard, crew, BY_PERSON, { name: 'plan', members: ['dev'] })
  createGroup(shard, crew, BY_PERSON, { name: 'old' })
  archiveGroup(shard, crew, BY_PERSON, 'old')
  const { message } = sendMessage(shard, crew, BY_PERSON, { group: 'plan', content: 'one' })
  const group = 'plan'
  const by = BY_OBSERVER
  const verbs: Readonly<Record<string, () => unknown>> = {
    createLead: () => createLead(shard, by, { name: 'x' }),
    createAgent: () => createAgent(shard, crew, by, { role: 'designer' }),
    deleteCrew: () => deleteCrew(shard, crew, by, crew.state.lead.name),
    broadcast: () => broadcast(shard, crew, by, { content: 'x' }),
    sendDirect: () => sendDirect(shard, crew, by, { to: dev, content: 'x' }),
    interrupt: () => interrupt(shard, crew, by, { to: dev, content: 'x' }),
    editAgent: () => editAgent(shard, crew, by, dev, { name: 'x' }),
    terminateAgent: () => terminateAgent(shard, crew, by, dev, null),
    resumeAgent: () => resumeAgent(shard, crew, by, dev),
    pauseCrew: () => pauseCrew(shard, crew, by, true),
    pauseServer: () => pauseServer(shard, by, true),
    completeTask: () => completeTask(shard, crew, by, dev, {}),
    delegate: () => delegate(shard, crew, by, { to: dev, text: 'x' }),
    renewAgentToken: () => renewAgentToken(shard, crew, by, dev),
    remoteAgentFor: () => remoteAgentFor(shard, by, dev),
    updateLead: () => updateLead(shard, crew, by, { autoGroups: false }),
    releaseAgent: () => releaseAgent(shard, crew, by, dev),
    dismissNeed: () => dismissNeed(shard, crew, by, 'none'),
    createGroup: () => createGroup(shard, crew, by, { name: 'x' }),
    addMembers: () => addMembers(shard, crew, by, { group, members: ['qa'] }),
    removeMembers: () => removeMembers(shard, crew, by, { group, members: ['dev'] }),
    leaveGroup: () => leaveGroup(shard, crew, by, group),
    archiveGroup: () => archiveGroup(shard, crew, by, group),
    unarchiveGroup: () => unarchiveGroup(shard, crew, by, 'old'),
    releaseGroup: () => releaseGroup(shard, crew, by, group),
    markRead: () => markRead(shard, crew, by, { group, seq: message.seq }),
    pauseGroup: () => pauseGroup(shard, crew, by, group, true),
    react: () => react(shard, crew, by, { group, messageId: '#1', emoji: '👍', action: 'add' }),
    sendMessage: () => sendMessage(shard, crew, by, { group, content: 'x' }),
    setWake: () => setWake(shard, crew, by, { group, member: 'dev', wake: 'none' }),
    updateGroup: () => updateGroup(shard, crew, by, { group, purpose: 'x' }),
  }
  const head = crew.state.seq
  for (const [name, verb] of Object.entries(verbs)) {
    expect.soft(verb, name).toThrow(expect.objectContaining({ code: 'forbidden' }))
  }
  expect([crew.state.seq, shard.paused, [...shard.crews()].length]).toEqual([head, false, 1])

  expect(listGroups(crew, by, 'all')).toEqual(listGroups(crew, BY_PERSON, 'all'))
  expect(listNeeds(crew, by)).toEqual(listNeeds(crew, BY_PERSON))
  expect(readGroup(crew, by, 'old').name).toBe('old')
  const input = { group, limit: 10 }
  expect((await readMessages(shard, crew, by, input)).messages).toEqual([message])
})
