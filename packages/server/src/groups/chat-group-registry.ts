import { EventEmitter } from 'eventemitter3'
import { roleOf } from '@crewroom/shared/model/role'
import { SYSTEM, SYSTEM_ID } from '@crewroom/shared/model/participant'
import type { GroupRecord } from '@crewroom/shared/model/group'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { createAgent, createLead } from '../crew/create-agent'
import type { Crew } from '../crew/crew'
import { isActive } from '../crew/directory'
import type { By, Shard } from '../crew/shard'
import type { Envelope } from '../journal/facts'
import { archiveGroup } from './archive-group'
import { addMembers, removeMembers } from './change-members'
import { createGroup } from './create-group'
import { groupOf } from './lookup'
import { sendMessage } from './send-message'

export interface ChatGroup {
  readonly name: string
  readonly leadId: string
  readonly memberIds: Set<string>
  readonly createdAt: string
  readonly archived: boolean
}

export interface GroupMessage {
  readonly id: string
  readonly group: string
  readonly from: string
  readonly fromRole: string
  readonly content: string
  readonly timestamp: string
}

interface RegistryEvents {
  'group:created': [{ group: ChatGroup }]
  'group:message': [{ message: GroupMessage; recipientIds: string[] }]
  'group:member_added': [{ group: string; agentId: string }]
  'group:member_removed': [{ group: string; agentId: string }]
  'group:archived': [{ group: string; leadId: string }]
}

const BY: By = { actor: SYSTEM, cause: { kind: 'system' } }

/**
 * The seed's class for embedders: its signatures and event names over the same verbs. Leads and agents that it
 * is told of for the first time come into being by that. Refusals are CrewErrors, never null.
 */
export class ChatGroupRegistry extends EventEmitter<RegistryEvents> {
  readonly #shard: Shard

  constructor(shard: Shard) {
    super()
    this.#shard = shard
  }

  create(leadId: string, name: string, memberIds: string[]): ChatGroup {
    const crew = this.#crew(leadId)
    for (const id of memberIds) this.#agent(crew, id)
    return toChatGroup(createGroup(this.#shard, crew, BY, { name, members: memberIds }))
  }

  addMembers(leadId: string, name: string, memberIds: string[]): void {
    const crew = this.#crew(leadId)
    for (const id of memberIds) this.#agent(crew, id)
    addMembers(this.#shard, crew, BY, { group: name, members: memberIds })
  }

  removeMembers(leadId: string, name: string, memberIds: string[]): void {
    removeMembers(this.#shard, this.#crew(leadId), BY, { group: name, members: memberIds })
  }

  archiveGroup(leadId: string, name: string): void {
    archiveGroup(this.#shard, this.#crew(leadId), BY, name)
  }

  sendMessage(
    group: string,
    leadId: string,
    fromId: string,
    fromRole: string,
    content: string,
  ): GroupMessage {
    const crew = this.#crew(leadId)
    if (fromId !== SYSTEM_ID && !crew.state.agents[fromId]) {
      throw new CrewError('not_a_member', `"${fromId}" is not a member of "${group}".`)
    }
    const actor = fromId === SYSTEM_ID ? SYSTEM : ({ kind: 'agent', id: fromId } as const)
    const { message } = sendMessage(
      this.#shard,
      crew,
      { ...BY, actor },
      { group, content, fromRole },
    )
    return toGroupMessage(message)
  }

  /** Excludes archived groups. */
  getGroups(leadId: string): ChatGroup[] {
    const crew = this.#shard.findCrew(leadId)
    return crew ? inUse(crew).map(toChatGroup) : []
  }

  /** Excludes archived groups. */
  getGroupsForAgent(agentId: string): ChatGroup[] {
    return [...this.#shard.crews()].flatMap((crew) =>
      inUse(crew)
        .filter((group) => group.memberIds.includes(agentId))
        .map(toChatGroup),
    )
  }

  /** The newest `limit` messages, oldest first. */
  getMessages(group: string, leadId: string, limit = 50): GroupMessage[] {
    const crew = this.#shard.crew(leadId)
    const { name } = groupOf(crew, group, SYSTEM)
    return this.#shard.ports.reader
      .page(leadId, { groupName: name, limit, viewer: null })
      .messages.map(toGroupMessage)
  }

  getMembers(group: string, leadId: string): string[] {
    return [...groupOf(this.#shard.crew(leadId), group, SYSTEM).memberIds]
  }

  /** Turns what became durable into the seed's events. */
  published(entries: readonly Envelope[]): void {
    for (const entry of entries) this.#emit(entry)
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

  #crew(leadId: string): Crew {
    return (
      this.#shard.findCrew(leadId) ??
      createLead(this.#shard, BY, { id: leadId, name: leadId, driver: EMBEDDED }).crew
    )
  }

  #agent(crew: Crew, id: string): void {
    if (crew.state.agents[id] || id === 'human') return
    if (this.#shard.crewOf(id)) {
      throw new CrewError('other_crew', `"${id}" belongs to another lead's crew.`)
    }
    createAgent(this.#shard, crew, BY, { id, role: roleOf('agent').id, driver: EMBEDDED })
  }
}

/** Embedders hand messages to their agents themselves, on events. */
const EMBEDDED = { kind: 'remote' } as const

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

function toGroupMessage(message: GroupMessage): GroupMessage {
  const { id, group, from, fromRole, content, timestamp } = message
  return { id, group, from, fromRole, content, timestamp }
}
