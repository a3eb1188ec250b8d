import type { AgentRecord } from '../model/agent'
import { type GroupRecord, listedIds, type Member, memberOf } from '../model/group'
import { callsEveryone, type Mentionable, mentionsIn } from '../model/mentions'
import { HUMAN_ID, HUMAN_ROLE } from '../model/participant'
import type { CrewState } from './crew-state'

/** What decides about waking: who wrote, and who is called by it. */
export interface Calling {
  readonly from: string
  readonly mentions: readonly string[]
}

/** Members of the group whom a text calls, and the person, called `personName` on the page; but not its writer. */
export function calledBy(
  state: Pick<CrewState, 'agents'>,
  group: GroupRecord,
  from: string,
  content: string,
  personName: string,
): string[] {
  const person = personCalled(personName)
  const members = mentionable(state, group, personName)
  // The person reads every group, and who calls them must not be overheard for not having joined.
  const all = group.memberIds.includes(HUMAN_ID)
    ? members
    : [...members, { ...person, isOutside: true } as const]
  return mentionsIn(content, all).filter((id) => id !== from)
}

/** Whether a text calls all members of the group at once. */
export function callsAll(
  state: Pick<CrewState, 'agents'>,
  group: GroupRecord,
  content: string,
  personName: string,
): boolean {
  return callsEveryone(content, mentionable(state, group, personName))
}

function mentionable(
  { agents }: Pick<CrewState, 'agents'>,
  group: GroupRecord,
  personName: string,
): readonly Mentionable[] {
  return listedIds(group).map((id) => agents[id] ?? personCalled(personName))
}

function personCalled(name: string): Mentionable {
  return { id: HUMAN_ID, name, role: HUMAN_ID, roleName: HUMAN_ROLE }
}

/**
 * Members that have completed or failed, and that a text calls by id or name: a person's word in a session brings them back.
 * A role and `@here` mean only those that are at work.
 */
export function calledBack(
  { agents }: Pick<CrewState, 'agents'>,
  group: GroupRecord,
  content: string,
): string[] {
  const ended = group.memberIds.filter((id) => comesBack(agents[id]))
  if (ended.length === 0) return []
  const members = group.memberIds.flatMap((id): Mentionable[] => {
    const agent = agents[id]
    if (!agent) return []
    return ended.includes(id)
      ? [{ id, name: agent.name, handle: agent.handle, role: '', roleName: '', isOutside: true }]
      : [agent]
  })
  const called = mentionsIn(content, members)
  return ended.filter((id) => called.includes(id))
}

/**
 * Agents of a group that a text calls by id, handle or name and that take no part in a session: nobody asks them there. A role
 * and `@here` mean only those that take part.
 */
export function calledOutside(
  { agents }: Pick<CrewState, 'agents'>,
  group: GroupRecord,
  activeAgents: readonly string[],
  content: string,
): string[] {
  const isOutside = (id: string) => !activeAgents.includes(id)
  const members = group.memberIds.flatMap((id): Mentionable[] => {
    const agent = agents[id]
    if (!agent) return []
    return isOutside(id) ? [{ ...agent, role: '', roleName: '', isOutside: true }] : [agent]
  })
  return mentionsIn(content, members).filter(isOutside)
}

/** Whether a person’s word in a session that calls it brings it back. */
export function comesBack(agent: AgentRecord | undefined): boolean {
  return agent?.ended === 'completed' || agent?.ended === 'failed'
}

/** Whether a group's message is a reason for this member to start: by its level, a person's words and mentions count. */
export function isWokenBy(group: GroupRecord, agentId: string, message: Calling): boolean {
  const member = memberOf(group, agentId)
  return member !== undefined && isWoken(member, message)
}

function isWoken({ id, wake, listed }: Member, { from, mentions }: Calling): boolean {
  if (wake === 'none' || listed === false) return false
  return wake === 'all' || from === HUMAN_ID || mentions.includes(id)
}

/**
 * The agents that a message to the group wakes, in the order of its members: nobody who has ended, and nobody while
 * the group or its crew is paused. The server answers with it, the page shows it before the message is sent.
 */
export function wakesOf(
  state: Pick<CrewState, 'agents' | 'lead'>,
  group: GroupRecord,
  message: Calling,
): string[] {
  if (group.archived || group.paused || state.lead.paused) return []
  const { from } = message
  // A person's word ends a hold; what agents write waits for that.
  if (group.hold && from !== HUMAN_ID) return []
  return group.members
    .filter((member) => member.id !== from && state.agents[member.id]?.ended === null)
    .filter((member) => isWoken(member, message))
    .map(({ id }) => id)
}
