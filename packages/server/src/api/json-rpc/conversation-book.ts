import { type GroupRecord, withMembers } from '@crewroom/shared/model/group'
import type { Crew } from '../../crew/crew'
import type { Shard } from '../../crew/shard'
import type { Envelope } from '../../journal/facts'

/**
 * Conversations as they are at the fact that is being published. Memory may be further: by it somebody would get what
 * happened before it came, and nobody what it saw last.
 */
export class ConversationBook {
  readonly #shard: Shard
  readonly #byLead = new Map<string, Map<string, GroupRecord>>()

  constructor(shard: Shard) {
    this.#shard = shard
    this.reload()
  }

  /** Memory was made of the tables. */
  reload(): void {
    this.#byLead.clear()
    for (const crew of this.#shard.crews()) this.#load(crew)
  }

  get(leadId: string, name: string): GroupRecord | undefined {
    return this.#byLead.get(leadId)?.get(name)
  }

  /** Id of the agent or person that manages the task of a conversation; null in the crew itself. */
  managerOf({ leadId, admissionId }: GroupRecord): string | null {
    const { admissions } = this.#shard.findCrew(leadId)?.state ?? {}
    return admissions?.[admissionId ?? '']?.manager ?? null
  }

  apply(entry: Envelope): void {
    switch (entry.type) {
      case 'crew:imported': {
        const crew = this.#shard.findCrew(entry.data.leadId)
        if (crew) this.#load(crew)
        return
      }
      case 'lead:deleted':
        this.#byLead.delete(entry.leadId)
        return
      case 'group:created':
      case 'group:imported':
      case 'group:updated':
      case 'group:archived':
      case 'group:unarchived':
      case 'group:paused':
      case 'group:resumed':
      case 'group:held':
        this.#put(entry.leadId, entry.data.group)
        return
      case 'group:member_added':
        this.#put(entry.leadId, entry.data.state)
        return
      case 'group:member_removed': {
        const group = this.get(entry.leadId, entry.data.group)
        if (!group) return
        const left = group.members.filter(({ id }) => id !== entry.data.agentId)
        this.#put(entry.leadId, withMembers(group, left))
        return
      }
      default:
    }
  }

  #load({ state }: Crew): void {
    this.#byLead.set(state.lead.id, new Map(Object.entries(state.groups)))
  }

  #put(leadId: string, group: GroupRecord): void {
    let groups = this.#byLead.get(leadId)
    if (!groups) this.#byLead.set(leadId, (groups = new Map()))
    groups.set(group.name, group)
  }
}
