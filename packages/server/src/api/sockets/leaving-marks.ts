import type { Shard } from '../../crew/shard'
import { noteLeaving } from '../../delivery/attach'
import type { Written } from './turn-writes'

/**
 * Agents that are handed something in this turn of the event loop. It is noted when the first frame of them leaves, in one
 * write for all, and not before: a kill in between would make repeats of what nobody got.
 */
export class LeavingMarks implements Written {
  readonly #shard: Shard
  readonly #agents = new Set<string>()

  constructor(shard: Shard) {
    this.#shard = shard
  }

  add(agentId: string): void {
    this.#agents.add(agentId)
  }

  write(): void {
    for (const agentId of this.#agents) noteLeaving(this.#shard, agentId)
    this.#agents.clear()
    this.#shard.ports.handMarks.write()
  }
}
