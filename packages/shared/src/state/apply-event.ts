import { begunAnew } from '../model/conduct'
import type { AgentRecord } from '../model/agent'
import { type GroupRecord, withMembers } from '../model/group'
import { cut } from '../model/cut'
import { lastMessageOf, PREVIEW_LENGTH } from '../model/message'
import { HUMAN_ID } from '../model/participant'
import type { TaskRecord } from '../model/task'
import type { CrewEvent } from '../protocol/events'
import { applyAdmission } from './apply-admission'
import { applyFile, putFiles } from './apply-files'
import {
  applyMembers,
  applyRound,
  applySession,
  applySessionMessage,
  applySessionRead,
} from './apply-session'
import { applyRun } from './apply-run'
import type { CrewState } from './crew-state'
import { changeMentions, countMessage, moveMark, reactToAsked, settleMention } from './reading'

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
    case 'group:updated':
      state.groups[event.group.name] = event.group
      applyMembers(state, event.group.name)
      return
    case 'group:created':
    case 'group:archived':
    case 'group:unarchived':
    case 'group:paused':
    case 'group:resumed':
    case 'group:held':
      state.groups[event.group.name] = event.group
      return
    case 'group:imported':
      state.groups[event.group.name] = event.group
      putFiles(state, event.group.name, event.files ?? [])
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
      applyMembers(state, event.group)
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
      applyMembers(state, event.group)
      return
    case 'group:message':
      countMessage(
        state,
        state.groups[event.groupName],
        event.message,
        event.message.mentions,
        event.groupName,
      )
      changeGroup(state, event.groupName, (group) => ({
        ...group,
        messageCount: event.message.n,
        lastMessage: lastMessageOf(event.message),
        conduct: event.begins ? begunAnew(event.seq) : group.conduct,
      }))
      return
    case 'group:message_edited':
      changeMentions(state, event.groupName, event.n, event.mentions)
      changeLast(state, event.groupName, event.messageId, event.content)
      return
    case 'group:message_deleted':
      changeMentions(state, event.groupName, event.n, [])
      changeLast(state, event.groupName, event.messageId, '')
      return
    case 'group:reaction':
    case 'session:reaction':
      if (event.agentId === HUMAN_ID) reactToAsked(state, event.messageId, event.action)
      return
    case 'task:created': {
      const { task } = event
      state.tasks[task.id] = task
      if (!task.waits) noteTask(state, task)
      return
    }
    case 'task:given': {
      const { task } = event
      // Open tasks are in the order in which agents were given them.
      delete state.tasks[task.id]
      state.tasks[task.id] = task
      noteTask(state, task)
      return
    }
    case 'task:updated':
      state.tasks[event.task.id] = event.task
      return
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
      if (event.need.kind === 'mention') settleMention(state, event.need.id)
      return
    case 'direct:message':
      return
    case 'group:read':
      moveMark(state, event.groupName, event)
      return
    case 'session:created':
    case 'session:updated':
      applySession(state, event)
      return
    case 'session:message':
      applySessionMessage(state, event)
      return
    case 'session:read':
      applySessionRead(state, event)
      return
    case 'round:opened':
    case 'round:responded':
    case 'round:closed':
      applyRound(state, event)
      return
    case 'run:started':
    case 'run:updated':
    case 'run:ended':
    case 'run:stepped':
      applyRun(state, event)
      return
    case 'admission:created':
    case 'admission:updated':
    case 'admission:closed':
      applyAdmission(state, event)
      return
    case 'file:added':
    case 'file:removed':
      applyFile(state, event)
      return
    case 'work_files:changed':
      if (event.shown) state.workFiles = true
      else delete state.workFiles
      return
    default:
      event satisfies never
  }
}

/** Its agent works on it from now on, or will. */
function noteTask(state: CrewState, { agentId, text }: TaskRecord): void {
  const agent = state.agents[agentId]
  if (agent) putAgent(state, { ...agent, task: text })
}

function putAgent(state: CrewState, agent: AgentRecord): void {
  state.agents[agent.id] = agent
}

/** The newest message of a group may be the one whose text is another now. */
function changeLast(state: CrewState, name: string, messageId: string, content: string): void {
  changeGroup(state, name, (group) =>
    group.lastMessage?.id === messageId
      ? { ...group, lastMessage: { ...group.lastMessage, content: cut(content, PREVIEW_LENGTH) } }
      : group,
  )
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
