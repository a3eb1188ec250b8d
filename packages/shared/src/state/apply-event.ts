import { begunAnew } from '../model/conduct'
import type { AgentRecord } from '../model/agent'
import { type GroupRecord, withMembers } from '../model/group'
import { lastMessageOf, type Message } from '../model/message'
import { HUMAN_ID } from '../model/participant'
import type { CrewEvent } from '../protocol/events'
import { type CrewState, emptyRecord, type ReadMark, unreadCount, withMention } from './crew-state'

/**
 * Changes the state by one event. The one place that knows what an event means: the server's memory, the page
 * and the restart test all use it. An event at or below `state.seq` was seen already and changes nothing.
 */
export function applyEvent(state: CrewState, event: CrewEvent): void {
  if (event.seq <= state.seq) return
  state.seq = event.seq
  switch (event.type) {
    case 'lead:created':
    case 'lead:paused':
    case 'lead:resumed':
    case 'lead:updated':
      state.lead = event.lead
      return
    case 'lead:deleted':
      return
    case 'agent:created':
    case 'agent:completed':
    case 'agent:failed':
    case 'agent:terminated':
    case 'agent:resumed':
    case 'agent:held':
    case 'agent:released':
    case 'agent:updated':
      putAgent(state, event.agent)
      return
    case 'group:created':
    case 'group:updated':
    case 'group:archived':
    case 'group:unarchived':
    case 'group:paused':
    case 'group:resumed':
    case 'group:held':
    case 'group:imported':
      state.groups[event.group.name] = event.group
      return
    case 'group:member_added':
      if (event.state && event.agentId === state.viewer) {
        state.groups[event.group] = event.state
        return
      }
      changeGroup(state, event.group, (group) => ({
        ...withMembers(group, [...group.members, event.member]),
        roles: event.roles,
      }))
      return
    case 'group:member_removed':
      if (event.agentId === state.viewer) {
        // A member that left sees nothing further of the group, so it cannot keep a true picture of it.
        delete state.groups[event.group]
        return
      }
      changeGroup(state, event.group, (group) =>
        withMembers(
          group,
          group.members.filter((member) => member.id !== event.agentId),
        ),
      )
      return
    case 'group:message':
      // Before the message counts: whether there was anything else to read.
      if (event.message.from === HUMAN_ID) markOwn(state, event.groupName, event.message)
      for (const reader of event.message.mentions) {
        putMentions(state, reader, event.groupName, (unread) =>
          withMention(unread, event.message.n),
        )
      }
      changeGroup(state, event.groupName, (group) => ({
        ...group,
        messageCount: event.message.n,
        lastMessage: lastMessageOf(event.message),
        conduct: event.begins ? begunAnew(event.seq) : group.conduct,
      }))
      return
    case 'group:reaction':
      return
    case 'task:created': {
      const { task } = event
      state.tasks[task.id] = task
      const agent = state.agents[task.agentId]
      if (agent) putAgent(state, { ...agent, task: task.text })
      return
    }
    case 'task:completed':
    case 'task:failed':
    case 'task:cancelled':
      delete state.tasks[event.task.id]
      return
    case 'need:opened':
      // Needs of earlier versions ask for no permission.
      state.needs[event.need.id] = { ...event.need, permission: event.need.permission ?? null }
      return
    case 'need:closed':
      delete state.needs[event.need.id]
      return
    case 'direct:message':
      return
    case 'group:read': {
      const { lastSeq: seq, n, lastSeen } = event
      putMark(state, event.readerId, event.groupName, { seq, n, lastSeen })
      if (event.readerId === HUMAN_ID && state.viewer === null) {
        putOwn(state, event.groupName, event.own ?? 0)
      }
      putMentions(state, event.readerId, event.groupName, (unread) =>
        unread.filter((n) => n > event.n),
      )
      return
    }
    default:
      event satisfies never
  }
}

function putAgent(state: CrewState, agent: AgentRecord): void {
  state.agents[agent.id] = agent
}

function putMark(state: CrewState, reader: string, group: string, mark: ReadMark): void {
  const marks = state.readMarks[reader] ?? emptyRecord()
  state.readMarks[reader] = Object.assign(emptyRecord(), marks, { [group]: mark })
}

function putOwn(state: CrewState, group: string, count: number): void {
  const all: Record<string, number> = Object.assign(emptyRecord(), state.ownUnread)
  if (count === 0) delete all[group]
  else all[group] = count
  state.ownUnread = all
}

/**
 * A reader who has read everything has read their own new message too; if something is unread, the mark stays before
 * it, and their own message is not counted.
 */
function markOwn(state: CrewState, groupName: string, { seq, n, timestamp }: Message): void {
  const group = state.groups[groupName]
  if (!group || state.viewer !== null) return
  if (unreadCount(state, group, HUMAN_ID) === 0) {
    putMark(state, HUMAN_ID, groupName, { seq, n, lastSeen: timestamp })
    putOwn(state, groupName, 0)
  } else putOwn(state, groupName, (state.ownUnread[groupName] ?? 0) + 1)
}

/** An agent's view has its own mentions only. */
function putMentions(
  state: CrewState,
  reader: string,
  group: string,
  change: (unread: readonly number[]) => readonly number[],
): void {
  if (state.viewer !== null && state.viewer !== reader) return
  const before = state.mentions[reader]?.[group] ?? []
  const after = change(before)
  if (after.length === 0 && before.length === 0) return
  const groups = Object.assign(emptyRecord<readonly number[]>(), state.mentions[reader])
  // What was read leaves nothing behind: the same state is rebuilt from the tables.
  if (after.length === 0) delete groups[group]
  else groups[group] = after
  if (Object.keys(groups).length === 0) delete state.mentions[reader]
  else state.mentions[reader] = groups
}

function changeGroup(
  state: CrewState,
  name: string,
  change: (group: GroupRecord) => GroupRecord,
): void {
  const group = state.groups[name]
  // Unknown: another member's event reached a viewer that is not in the group. Nothing to change.
  if (group) state.groups[name] = change(group)
}
