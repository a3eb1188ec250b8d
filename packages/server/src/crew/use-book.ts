import type { Envelope } from '../journal/facts'

/** Since memory was made of the tables: when each agent ended, and when each group was taken into use again. */
export class UseBook {
  readonly #ended = new Map<string, number>()
  readonly #takenBack = new Map<string, number>()

  /** 0: not since then. */
  endedSeq(agentId: string): number {
    return this.#ended.get(agentId) ?? 0
  }

  /** 0: not since then. */
  takenBackSeq(groupName: string): number {
    return this.#takenBack.get(groupName) ?? 0
  }

  apply({ type, data, seq }: Envelope): void {
    switch (type) {
      case 'agent:completed':
      case 'agent:failed':
      case 'agent:terminated':
        this.#ended.set(data.agent.id, seq)
        return
      case 'group:unarchived':
        this.#takenBack.set(data.group.name, seq)
        return
      default:
    }
  }
}
