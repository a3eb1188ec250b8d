import type { AgentRecord } from '@crewroom/shared/model/agent'
import { type GroupRecord, memberOf } from '@crewroom/shared/model/group'
import type { Message } from '@crewroom/shared/model/message'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { ACP_PRESETS } from '../crew/drivers/acp-presets'
import type { DeliveryContent, Envelope, HistoryItem, TurnRecord } from '../journal/facts'
import { RECORD_KINDS, type RecordKind } from '../journal/transfer-port'
import { Misfit } from './read-file'

interface KnownGroup {
  readonly id: string
  readonly members: Set<string>
  messages: number
}

/**
 * Follows the facts of a file, so that each refers only to what came before it in the same file: a fact that named a
 * task, a message or an agent of another crew would otherwise change that one.
 */
export class CrewBook {
  readonly #leadId: string
  readonly agents = new Map<string, AgentRecord>()
  parentId: string | null = null
  readonly #groups = new Map<string, KnownGroup>()
  readonly #records = new Map<RecordKind, Map<string, string>>(
    RECORD_KINDS.map((kind) => [kind, new Map()]),
  )

  constructor(leadId: string) {
    this.#leadId = leadId
  }

  /** Ids that must be free where the crew goes. */
  ids(kind: RecordKind): readonly string[] {
    return [...(this.#records.get(kind)?.keys() ?? [])]
  }

  get groupCount(): number {
    return this.#groups.size
  }

  get messageCount(): number {
    return this.#records.get('message')?.size ?? 0
  }

  /** One fact, whose form was looked at. */
  take(fact: Envelope): void {
    if (fact.seq === 1 && fact.type !== 'lead:created') {
      throw new Misfit('a crew begins with lead:created.')
    }
    switch (fact.type) {
      case 'lead:created':
        if (fact.seq !== 1) throw new Misfit('a crew begins only once.')
        this.parentId = fact.data.lead.parentId
        this.#own(fact.data.lead.id)
        return
      case 'lead:paused':
      case 'lead:resumed':
      case 'lead:updated':
        this.#own(fact.data.lead.id)
        if (fact.data.lead.parentId !== this.parentId) throw new Misfit('another parent.')
        return
      case 'agent:created':
        if (this.agents.has(fact.data.agent.id)) throw new Misfit('this agent is there already.')
        this.#driver(fact.data.agent)
        this.agents.set(fact.data.agent.id, fact.data.agent)
        this.#own(fact.data.agent.leadId)
        return
      case 'agent:completed':
      case 'agent:failed':
      case 'agent:terminated':
      case 'agent:resumed':
        this.#own(fact.data.agent.leadId)
        this.#agent(fact.data.agent.id)
        return
      case 'group:created':
      case 'group:imported':
        this.#found(fact.data.group, fact.seq)
        return
      case 'group:updated':
      case 'group:archived':
      case 'group:unarchived':
      case 'group:paused':
      case 'group:resumed':
        this.#own(fact.data.group.leadId)
        if (this.#group(fact.data.group.name).id !== fact.data.group.id) {
          throw new Misfit('another id of the group.')
        }
        if (fact.type === 'group:updated' && fact.data.wakeOf !== undefined) {
          this.#wake(fact.data.group, fact.data.wakeOf)
        }
        return
      case 'group:member_added': {
        const { group, agentId, member, state } = fact.data
        const { members } = this.#group(group)
        this.#own(state.leadId)
        if (state.name !== group || member.id !== agentId || member.joinedSeq !== fact.seq) {
          throw new Misfit('a join that contradicts itself.')
        }
        this.#participant(agentId)
        if (members.has(agentId)) throw new Misfit('this member is there already.')
        if (members.size >= LIMITS.members && agentId !== HUMAN_ID) {
          throw new Misfit('too many members.')
        }
        members.add(agentId)
        return
      }
      case 'group:member_removed':
        if (!this.#group(fact.data.group).members.delete(fact.data.agentId)) {
          throw new Misfit('this is no member.')
        }
        return
      case 'group:message':
        this.#message(fact.data.groupName, fact.data.message, fact.seq)
        return
      case 'group:reaction':
        this.#participant(fact.data.agentId)
        this.#messageIn(fact.data.groupName, fact.data.messageId)
        return
      case 'group:history':
        this.#history(fact.data.groupName, fact.data.item, fact.seq)
        return
      case 'group:read':
        this.#participant(fact.data.readerId)
        this.#group(fact.data.groupName)
        if (fact.data.lastSeq > fact.seq) throw new Misfit('a mark beyond its own number.')
        return
      default:
        this.#takeWork(fact)
    }
  }

  /** The crew is whole. */
  end(): void {
    if (!this.agents.has(this.#leadId)) throw new Misfit('the crew has no lead.')
  }

  #takeWork(fact: Envelope): void {
    switch (fact.type) {
      case 'task:created':
        this.#own(fact.data.task.leadId)
        this.#agent(fact.data.task.agentId)
        this.#new('task', fact.data.task.id)
        return
      case 'task:completed':
      case 'task:failed':
      case 'task:cancelled':
        this.#own(fact.data.task.leadId)
        this.#known('task', fact.data.task.id)
        return
      case 'direct:message': {
        const { message } = fact.data
        this.#own(message.leadId)
        if (message.seq !== fact.seq) throw new Misfit('another number than that of its fact.')
        if (message.to !== null) this.#participant(message.to)
        this.#new('direct', message.id)
        return
      }
      case 'need:opened':
        this.#own(fact.data.need.leadId)
        this.#agent(fact.data.need.agentId)
        this.#new('need', fact.data.need.id)
        return
      case 'need:closed':
        this.#known('need', fact.data.need.id)
        return
      case 'delivery:created': {
        const { delivery } = fact.data
        this.#agent(delivery.agentId)
        this.#content(delivery.content)
        if (delivery.groupName !== null) this.#group(delivery.groupName)
        this.#new('delivery', delivery.id)
        return
      }
      case 'turn:sent':
        this.#turn(fact.data.turn)
        return
      case 'turn:seen':
      case 'turn:acked':
      case 'turn:ended':
        this.#agent(fact.data.agentId)
        this.#known('turn', fact.data.turnId, fact.data.agentId)
        return
      case 'stream:advanced':
        this.#agent(fact.data.position.agentId)
        return
      default:
    }
  }

  #found(group: GroupRecord, seq: number): void {
    this.#own(group.leadId)
    const earlier = this.#groups.get(group.name)
    if (earlier?.id) throw new Misfit('this group is there already.')
    if (this.#groups.size >= LIMITS.groupsInFile) throw new Misfit('too many groups.')
    const members = new Set<string>()
    for (const member of group.members) {
      this.#participant(member.id)
      if (members.has(member.id)) throw new Misfit('a member is there twice.')
      if (member.joinedSeq !== seq) throw new Misfit('a member that joined at another time.')
      members.add(member.id)
    }
    this.#new('group', group.id)
    this.#groups.set(group.name, { id: group.id, members, messages: earlier?.messages ?? 0 })
  }

  #wake(group: GroupRecord, memberId: string): void {
    if (!this.#group(group.name).members.has(memberId) || !memberOf(group, memberId)) {
      throw new Misfit('this is no member.')
    }
  }

  #message(groupName: string, message: Message, seq: number): void {
    this.#own(message.leadId)
    const group = this.#group(groupName)
    if (message.group !== groupName || message.seq !== seq) {
      throw new Misfit('a message that contradicts its fact.')
    }
    if (message.n !== group.messages + 1) throw new Misfit('an ordinal is missing or there twice.')
    group.messages++
    this.#new('message', message.id, groupName)
  }

  /** What an imported group was elsewhere comes before the group itself. */
  #history(groupName: string, item: HistoryItem, seq: number): void {
    if (!this.#groups.has(groupName)) {
      this.#groups.set(groupName, { id: '', members: new Set(), messages: 0 })
    }
    if (this.#groups.get(groupName)?.id !== '') throw new Misfit('history of a group in use.')
    if (item.kind === 'message') this.#message(groupName, item.message, seq)
    if (item.kind === 'reaction') this.#messageIn(groupName, item.messageId)
  }

  #content(content: DeliveryContent): void {
    switch (content.form) {
      case 'joined':
      case 'removed':
        this.#group(content.groupName)
        return
      case 'message':
        this.#known('direct', content.messageId)
        return
      case 'task':
        this.#known('task', content.taskId)
        return
      default:
    }
  }

  #turn(turn: TurnRecord): void {
    this.#agent(turn.agentId)
    for (const part of turn.parts) this.#group(part.groupName)
    for (const id of turn.deliveryIds) this.#known('delivery', id)
    this.#new('turn', turn.id, turn.agentId)
  }

  #driver({ driver }: AgentRecord): void {
    if (driver.kind !== 'acp' || driver.preset === null) return
    if (!Object.hasOwn(ACP_PRESETS, driver.preset)) {
      throw new Misfit('a preset of a coding agent that this server does not know.')
    }
  }

  #own(leadId: string): void {
    if (leadId !== this.#leadId) throw new Misfit('it is of another crew.')
  }

  #agent(id: string): void {
    if (!this.agents.has(id)) throw new Misfit('it names an agent that the crew does not have.')
  }

  #participant(id: string): void {
    if (id !== HUMAN_ID) this.#agent(id)
  }

  #group(name: string): KnownGroup {
    const group = this.#groups.get(name)
    if (!group) throw new Misfit('it names a group that the crew does not have.')
    return group
  }

  #messageIn(groupName: string, id: string): void {
    this.#group(groupName)
    this.#known('message', id, groupName)
  }

  #new(kind: RecordKind, id: string, of = ''): void {
    const known = this.#records.get(kind)
    if (known?.has(id)) throw new Misfit(`the id of a ${kind} is there twice.`)
    known?.set(id, of)
  }

  #known(kind: RecordKind, id: string, of = ''): void {
    const known = this.#records.get(kind)?.get(id)
    if (known === undefined || (of !== '' && known !== of)) {
      throw new Misfit(`it names a ${kind} that the crew does not have.`)
    }
  }
}
