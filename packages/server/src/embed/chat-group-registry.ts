import { EventEmitter } from 'eventemitter3'
import { type Actor, HUMAN, HUMAN_ID, SYSTEM, SYSTEM_ID } from '@crewroom/shared/model/participant'
import type { GroupRecord } from '@crewroom/shared/model/group'
import type { Message } from '@crewroom/shared/model/message'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { createAgent, createLead } from '../agents/create-agent'
import type { Crew } from '../crew/crew'
import { isActive } from '../crew/directory'
import type { By, Shard } from '../crew/shard'
import type { ChatGroup, GroupMessage, RegistryEvents } from './embed-api'
import type { Envelope } from '../journal/facts'
import { archiveGroup } from '../groups/archive-group'
import { addMembers, removeMembers } from '../groups/change-members'
import { createGroup } from '../groups/create-group'
import { groupOf } from '../groups/lookup'
import { react } from '../groups/react'
import { given } from './registry-input'
import { sendMessage } from '../groups/send-message'

/** Runs a method: all that it decides, for one cause, is stored at once, or nothing of it. */
export type Act = <T>(run: () => T) => T

/** The same cause for everything in one call. */
const byCall = (actor: Actor = SYSTEM): By => ({ actor, cause: { kind: 'request' } })

/**
 * The seed's class for embedders: its signatures and event names over the same verbs. Leads and agents that `create`
 * sees for the first time are created by that, and agents by `addMembers`. Writing throws CrewErrors;
 * reading something that does not exist gives nothing.
 */
export class ChatGroupRegistry extends EventEmitter<RegistryEvents> {
  readonly #shard: Shard
  readonly #act: Act

  constructor(shard: Shard, act: Act) {
    super()
    this.#shard = shard
    this.#act = act
  }

  create(leadId: string, name: string, memberIds: string[]): ChatGroup {
    const input = { name: given('name', name), members: given('memberIds', memberIds) }
    return this.#act(() => {
      const by = byCall()
      const crew = this.#found(given('leadId', leadId), by)
      for (const id of input.members) this.#hire(crew, id, by)
      return toChatGroup(createGroup(this.#shard, crew, by, input))
    })
  }

  addMembers(leadId: string, name: string, memberIds: string[]): string[] {
    const members = given('memberIds', memberIds)
    return this.#act(() => {
      const crew = this.#crew(leadId)
      const group = groupOf(crew, given('group', name, 'name'), SYSTEM).name
      const by = byCall()
      for (const id of members) this.#hire(crew, id, by)
      return [...addMembers(this.#shard, crew, by, { group, members }).added]
    })
  }

  removeMembers(leadId: string, name: string, memberIds: string[]): string[] {
    const members = given('memberIds', memberIds)
    return this.#act(() => {
      const group = given('group', name, 'name')
      const crew = this.#crew(leadId)
      return [...removeMembers(this.#shard, crew, byCall(), { group, members }).removed]
    })
  }

  archiveGroup(leadId: string, name: string): void {
    this.#act(() => {
      archiveGroup(this.#shard, this.#crew(leadId), byCall(), given('group', name, 'name'))
    })
  }

  sendMessage(
    group: string,
    leadId: string,
    fromId: string,
    fromRole: string,
    content: string,
  ): GroupMessage {
    const input = {
      group: given('group', group),
      fromRole: given('fromRole', fromRole),
      content: given('content', content),
    }
    return this.#act(() => {
      const crew = this.#crew(leadId)
      const actor = this.#participant(crew, given('fromId', fromId), input.group)
      return toGroupMessage(sendMessage(this.#shard, crew, byCall(actor), input).message)
    })
  }

  addReaction(messageId: string, agentId: string, emoji: string): boolean {
    return this.#react(messageId, agentId, emoji, 'add')
  }

  removeReaction(messageId: string, agentId: string, emoji: string): boolean {
    return this.#react(messageId, agentId, emoji, 'remove')
  }

  getGroups(leadId: string): ChatGroup[] {
    const crew = this.#shard.findCrew(given('leadId', leadId))
    return crew ? inUse(crew).map(toChatGroup) : []
  }

  getGroupsForAgent(agentId: string): ChatGroup[] {
    const id = given('agentId', agentId)
    return [...this.#shard.crews()].flatMap((crew) =>
      inUse(crew)
        .filter((group) => group.memberIds.includes(id))
        .map(toChatGroup),
    )
  }

  getMessages(group: string, leadId: string, limit = 50): GroupMessage[] {
    const most = given('limit', limit)
    const found = this.#group(group, leadId)
    if (!found) return []
    const page = { groupName: found.name, limit: most, viewer: null }
    return this.#shard.ports.reader.page(found.leadId, page).messages.map(toGroupMessage)
  }

  getMembers(group: string, leadId: string): string[] {
    return [...(this.#group(group, leadId)?.memberIds ?? [])]
  }

  isMember(group: string, leadId: string, agentId: string): boolean {
    const id = given('agentId', agentId)
    return this.#group(group, leadId)?.memberIds.includes(id) ?? false
  }

  /** Turns what became durable into the seed's events. What a listener throws keeps nothing from the others. */
  published(entries: readonly Envelope[]): void {
    const thrown: unknown[] = []
    for (const entry of entries) {
      try {
        this.#emit(entry)
      } catch (error) {
        thrown.push(error)
      }
    }
    if (thrown.length > 0) throw thrown[0]
  }

  #emit(entry: Envelope): void {
    switch (entry.type) {
      case 'group:created':
        this.emit('group:created', { group: toChatGroup(entry.data.group) })
        return
      case 'group:message': {
        const { message, groupName } = entry.data
        const crew = this.#shard.findCrew(entry.leadId)
        const members = crew?.state.groups[groupName]?.memberIds ?? []
        const recipientIds = members.filter((id) => {
          const agent = crew?.state.agents[id]
          return id !== message.from && (!agent || isActive(agent))
        })
        this.emit('group:message', { message: toGroupMessage(message), recipientIds })
        return
      }
      case 'group:reaction':
        this.emit('group:reaction', { leadId: entry.leadId, ...entry.data })
        return
      case 'group:member_added':
      case 'group:member_removed':
        this.emit(entry.type, { group: entry.data.group, agentId: entry.data.agentId })
        return
      case 'group:archived':
        this.emit('group:archived', { group: entry.data.group.name, leadId: entry.leadId })
        return
      default:
    }
  }

  #react(messageId: string, agentId: string, emoji: string, action: 'add' | 'remove'): boolean {
    const input = { messageId: given('messageId', messageId), emoji: given('emoji', emoji), action }
    return this.#act(() => {
      const found = this.#shard.ports.reader.messageById(input.messageId)
      const crew = found && this.#shard.findCrew(found.leadId)
      if (!found || !crew) {
        throw new CrewError('message_not_found', `there is no message "${input.messageId}".`)
      }
      const actor = this.#participant(crew, given('agentId', agentId), found.group)
      if (actor === SYSTEM) throw notAMember(SYSTEM_ID, found.group)
      const before = crew.state.seq
      react(this.#shard, crew, byCall(actor), { ...input, group: found.group })
      return crew.state.seq > before
    })
  }

  /** The lead's crew, which begins here if it is a new one. */
  #found(leadId: string, by: By): Crew {
    const known = this.#shard.findCrew(leadId)
    if (known) return known
    const id = given('newId', leadId, 'leadId')
    if (this.#shard.crewOf(id)) throw otherCrew(id)
    return createLead(this.#shard, by, { id, name: id, driver: EMBEDDED }).crew
  }

  #crew(leadId: string): Crew {
    const id = given('leadId', leadId)
    const crew = this.#shard.findCrew(id)
    if (crew) return crew
    throw new CrewError('lead_not_found', `there is no lead "${id}". Its first group makes it one.`)
  }

  #group(reference: string, leadId: string): GroupRecord | null {
    const [name, id] = [given('group', reference), given('leadId', leadId)]
    const crew = this.#shard.findCrew(id)
    try {
      return crew ? groupOf(crew, name, SYSTEM) : null
    } catch (error) {
      if (error instanceof CrewError && error.code === 'group_not_found') return null
      throw error
    }
  }

  #hire(crew: Crew, id: string, by: By): void {
    if (crew.state.agents[id] || id === HUMAN_ID) return
    if (this.#shard.crewOf(id)) throw otherCrew(id)
    given('newId', id, 'memberIds')
    createAgent(this.#shard, crew, by, { id, role: 'agent', driver: EMBEDDED })
  }

  #participant(crew: Crew, id: string, group: string): Actor {
    if (id === HUMAN_ID) return HUMAN
    if (id === SYSTEM_ID) return SYSTEM
    if (crew.state.agents[id]) return { kind: 'agent', id }
    throw notAMember(id, group)
  }
}

/** Embedders hand messages to their agents themselves, on events. */
const EMBEDDED = { kind: 'remote' } as const

function otherCrew(id: string): CrewError {
  return new CrewError('other_crew', `"${id}" belongs to another lead's crew.`)
}

function notAMember(id: string, group: string): CrewError {
  return new CrewError('not_a_member', `"${id}" is not a member of "${group}".`)
}

function inUse(crew: Crew): GroupRecord[] {
  return Object.values(crew.state.groups).filter((group) => !group.archived)
}

function toChatGroup(group: GroupRecord): ChatGroup {
  return {
    name: group.name,
    leadId: group.leadId,
    memberIds: new Set(group.memberIds),
    createdAt: group.createdAt,
    archived: group.archived,
  }
}

function toGroupMessage(message: Message): GroupMessage {
  const { id, group, from, fromRole, content, timestamp } = message
  const reactions = Object.fromEntries(
    Object.entries(message.reactions).map(([emoji, ids]) => [emoji, [...ids]]),
  )
  return { id, group, from, fromRole, content, timestamp, reactions }
}
