import type { Crew } from './crew'

/** Which crews each agent is in; the one that it leads comes first. */
export class AgentCrews {
  readonly #find: (leadId: string) => Crew | undefined
  #leads = new Map<string, readonly string[]>()
  /** The same crews themselves, for those who were looked up since one came or went. */
  readonly #found = new Map<string, readonly Crew[]>()

  constructor(find: (leadId: string) => Crew | undefined) {
    this.#find = find
  }

  of(agentId: string): readonly Crew[] {
    const found = this.#found.get(agentId)
    if (found) return found
    const leadIds = this.#leads.get(agentId)
    if (!leadIds) return []
    const crews = leadIds.flatMap((leadId) => this.#find(leadId) ?? [])
    this.#found.set(agentId, crews)
    return crews
  }

  joined(agentId: string, leadId: string): void {
    const others = this.#othersThan(leadId, agentId)
    this.#leads.set(agentId, agentId === leadId ? [leadId, ...others] : [...others, leadId])
    this.#found.delete(agentId)
  }

  left(agentId: string, leadId: string): void {
    const others = this.#othersThan(leadId, agentId)
    if (others.length > 0) this.#leads.set(agentId, others)
    else this.#leads.delete(agentId)
  }

  /** A crew came or went. */
  changed(): void {
    this.#found.clear()
  }

  clear(): void {
    this.#leads = new Map()
    this.#found.clear()
  }

  #othersThan(leadId: string, agentId: string): readonly string[] {
    return (this.#leads.get(agentId) ?? []).filter((other) => other !== leadId)
  }
}
