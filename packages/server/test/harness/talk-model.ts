import { CONDUCT, HoldModel } from './hold-model'
import { OwedModel, PERSON, type Group } from './owed-model'

/** Agents in a group up to which its messages wake. */
const LIVELY_GROUP = 8

/** What is said in groups, who may, and when agents that talk in circles are held. */
export class TalkModel extends OwedModel {
  /** How often somebody was held. */
  holds = 0
  needs: { kind: 'question' | 'failed' | 'held'; agent: string; group: string | null }[] = []
  protected readonly now: () => number

  constructor(lead: string, now: () => number) {
    super(lead)
    this.now = now
  }

  createGroup(by: string, name: string, members: readonly string[]): boolean {
    const existing = this.groups.get(name)
    const mayRevive = this.heads(by) || by === existing?.creator || existing?.ever.has(by)
    if (existing && (!existing.archived || !mayRevive)) return false
    if (!members.every((id) => this.here(id))) return false
    if (existing) {
      existing.archived = false
      for (const id of new Set([by, ...members])) {
        if (existing.members.has(id)) continue
        this.#join(existing, id)
        if (id !== by) this.give(id, `added to ${name}`, {})
      }
      return true
    }
    const all = [...new Set([this.lead, by, ...members])]
    const agents = all.filter((id) => id !== PERSON).length
    const levels = all.map((id) => [id, this.#level(id, agents)] as const)
    this.groups.set(name, {
      creator: by,
      members: new Map(levels),
      messages: [],
      paused: false,
      hold: new HoldModel(),
      lastBy: null,
      archived: false,
      ever: new Set(all),
    })
    for (const id of all) if (id !== by) this.give(id, `added to ${name}`, {})
    return true
  }

  addToGroup(by: string, name: string, id: string): boolean {
    const group = this.groups.get(name)
    if (!group || (by !== PERSON && !group.members.has(by)) || !this.here(id)) return false
    if (group.archived && (group.members.has(id) || id === PERSON)) return false
    if (group.members.has(id)) return true
    group.archived = false
    this.#join(group, id)
    this.give(id, `added to ${name}`, {})
    return true
  }

  removeFromGroup(by: string, name: string, id: string): boolean {
    const group = this.groups.get(name)
    if (!group?.members.has(id) || id === this.lead) return false
    const manages = this.heads(by) || (by === group.creator && group.members.has(by))
    if (!manages) return false
    group.members.delete(id)
    if (id !== by) this.give(id, `removed from ${name}`, {})
    return true
  }

  leaveGroup(by: string, name: string): boolean {
    if (by === this.lead) return false
    return this.groups.get(name)?.members.delete(by) ?? false
  }

  post(by: string, name: string, mark: string): boolean {
    const group = this.groups.get(name)
    if (!group || group.archived || (by !== PERSON && !group.members.has(by))) return false
    const hop = this.hopOf(by)
    if (by === PERSON) {
      if (group.hold.until !== null) this.endHold(PERSON, name, by)
    } else if (group.hold.until === null && hop >= CONDUCT.hops) this.beginHold(by, name)
    if (!group.members.has(by)) this.#join(group, by)
    group.messages.push(mark)
    for (const id of group.members.keys()) {
      if (id === by) continue
      const byPerson = by === PERSON
      this.give(id, `message ${mark}`, { group: name, byPerson, said: true, ...from(by, hop) })
    }
    // Its own words need no beginning.
    if (by === PERSON && group.lastBy !== PERSON && group.lastBy !== null) {
      group.hold.forgive(this.order)
    }
    group.lastBy = by
    return true
  }

  pauseGroup(name: string, paused: boolean): boolean {
    const group = this.groups.get(name)
    if (group) group.paused = paused
    if (!paused && group && group.hold.until !== null) this.endHold(PERSON, name, PERSON)
    return group !== undefined
  }

  /** The lead, or a person, ends a hold. */
  releaseGroup(by: string, name: string): boolean {
    const group = this.groups.get(name)
    if (!group || !this.heads(by)) return false
    if (group.hold.until === null) return true
    if (by !== PERSON && !group.hold.leadMayEnd) return false
    this.endHold(by, name, by)
    return true
  }

  releaseAgent(by: string, id: string): boolean {
    const { hold, status } = this.agent(id)
    if (!this.heads(by) || status === 'terminated') return false
    if (hold.until === null) return true
    if (by !== PERSON && !hold.leadMayEnd) return false
    this.endHold(by, null, id)
    return true
  }

  /**
   * Time has passed: holds that were to end by now have ended, before anything else happens. Of several that end in the
   * same millisecond the first may lead to a prompt while the next still lasts: `hasEnded` says which have.
   */
  passed(hasEnded: (group: string | null, agent: string) => boolean = () => true): void {
    for (const [name, { hold }] of this.groups) {
      const isDue = hold.until !== null && hold.until <= this.now()
      if (isDue && hasEnded(name, PERSON)) this.endHold(null, name, PERSON)
    }
    for (const { id, hold } of this.agents.values()) {
      const isDue = hold.until !== null && hold.until <= this.now()
      if (isDue && hasEnded(null, id)) this.endHold(null, null, id)
    }
  }

  /** The person and the lead direct the crew. */
  protected heads(by: string): boolean {
    return by === PERSON || by === this.lead
  }

  protected here(id: string): boolean {
    return id === PERSON || this.agent(id).status === 'active'
  }

  protected hopOf(by: string, to?: string): number {
    if (by === PERSON) return 0
    return this.chainNow(this.agent(by), to === undefined ? undefined : this.agent(to)) + 1
  }

  /** `agent` wrote to the group, or was written to, once too often. */
  protected beginHold(agent: string, name: string | null): void {
    const place = name === null ? this.agent(agent) : this.groups.get(name)
    this.holds++
    place?.hold.begin(this.now())
    this.needs.push({ kind: 'held', agent, group: name })
    this.give(this.lead, `held ${name ?? agent.slice(0, 8)}`, { said: true })
  }

  /** Ended by somebody, or by time when by nobody. */
  protected endHold(by: string | null, name: string | null, agent: string): void {
    const place = name === null ? this.agent(agent) : this.groups.get(name)
    if (by === PERSON) place?.hold.forgive(this.order)
    else place?.hold.end(this.order, this.now())
    this.settle(
      (need) =>
        need.kind === 'held' && need.group === name && (name !== null || need.agent === agent),
    )
  }

  protected settle(
    settles: (need: { kind: string; agent: string; group: string | null }) => boolean,
  ): void {
    this.needs = this.needs.filter((need) => !settles(need))
  }

  #join(group: Group, id: string): void {
    group.ever.add(id)
    const agents = [...group.members.keys()].filter((member) => member !== PERSON).length
    group.members.set(id, this.#level(id, agents + 1))
  }

  #level(id: string, agents: number): 'all' | 'mentions' {
    return id === this.lead || agents > LIVELY_GROUP ? 'mentions' : 'all'
  }
}

/** How what somebody says goes on with a chain: a person begins anew. */
export function from(by: string, hop: number): { hop: number; fresh: boolean } {
  return { hop, fresh: by === PERSON }
}
