/** The simplest thing that could say what must be: no numbers, no tables, no intervals of the product's kind. */
export interface ModelMessage {
  readonly from: string
  readonly content: string
  readonly reactions: Map<string, Set<string>>
  /** Members but the sender when it was posted: each must be handed it exactly once. */
  readonly owedTo: ReadonlySet<string>
}

export interface ModelGroup {
  readonly members: Set<string>
  readonly creator: string
  readonly messages: ModelMessage[]
  /** reader → number of messages read */
  readonly read: Map<string, number>
}

export class GroupModel {
  readonly groups = new Map<string, ModelGroup>()
  /** agent → contents that it must be handed, in order, and was not yet */
  readonly inbox = new Map<string, string[]>()

  readonly lead: string

  constructor(lead: string) {
    this.lead = lead
  }

  create(name: string, creator: string, members: readonly string[]): boolean {
    if (this.groups.has(name)) return false
    this.groups.set(name, {
      members: new Set([this.lead, creator, ...members]),
      creator,
      messages: [],
      read: new Map(),
    })
    return true
  }

  add(name: string, by: string, who: string): boolean {
    const group = this.groups.get(name)
    if (!group || (!group.members.has(by) && by !== 'human')) return false
    group.members.add(who)
    return true
  }

  remove(name: string, by: string, who: string): boolean {
    const group = this.groups.get(name)
    const manages =
      group &&
      (by === this.lead || by === 'human' || (by === group.creator && group.members.has(by)))
    if (!group || !manages || who === this.lead || !group.members.has(who)) return false
    group.members.delete(who)
    return true
  }

  leave(name: string, who: string): boolean {
    const group = this.groups.get(name)
    if (!group || who === this.lead || !group.members.has(who)) return false
    group.members.delete(who)
    return true
  }

  send(name: string, from: string, content: string): boolean {
    const group = this.groups.get(name)
    if (!group) return false
    if (!group.members.has(from)) {
      if (from !== 'human') return false
      group.members.add(from)
    }
    const owedTo = new Set([...group.members].filter((id) => id !== from))
    group.messages.push({ from, content, reactions: new Map(), owedTo })
    for (const id of owedTo) {
      if (id === 'human') continue
      const list = this.inbox.get(id) ?? []
      list.push(content)
      this.inbox.set(id, list)
    }
    return true
  }

  toggle(name: string, by: string, index: number, emoji: string): boolean {
    const group = this.groups.get(name)
    const message = group?.messages[index]
    if (!group || !message || !group.members.has(by)) return false
    const who = message.reactions.get(emoji) ?? new Set()
    if (who.has(by)) who.delete(by)
    else who.add(by)
    message.reactions.set(emoji, who)
    return true
  }

  takeInbox(agent: string): string[] {
    const list = this.inbox.get(agent) ?? []
    this.inbox.delete(agent)
    return list
  }
}
