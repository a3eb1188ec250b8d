import { type Envelope, type ProcessRecord, SHARD_SCOPE, type TokenRecord } from '../journal/facts'
import type { StoredShard } from '../journal/ports/stored-shard'

/** What is known of the server itself and belongs to no crew: tokens, running programs, and whether all crews are paused. */
export class ServerFacts {
  #tokens = new Map<string, TokenRecord>()
  #processes = new Map<string, ProcessRecord>()
  #seq = 0
  #paused = false

  load(stored: StoredShard): void {
    this.#tokens = new Map(stored.tokens.map((token) => [token.hash, token]))
    this.#processes = new Map(stored.processes.map((process) => [process.agentId, process]))
    this.#seq = stored.scopeSeq
    this.#paused = stored.paused
  }

  get seq(): number {
    return this.#seq
  }

  get paused(): boolean {
    return this.#paused
  }

  token(hash: string): TokenRecord | undefined {
    return this.#tokens.get(hash)
  }

  processes(): Iterable<ProcessRecord> {
    return this.#processes.values()
  }

  process(agentId: string): ProcessRecord | undefined {
    return this.#processes.get(agentId)
  }

  apply(envelope: Envelope): void {
    if (envelope.leadId === SHARD_SCOPE) this.#seq = envelope.seq
    switch (envelope.type) {
      case 'token:created': {
        const { token } = envelope.data
        // A new token of an agent takes the place of its old one.
        if (token.kind === 'agent' && token.agentId !== null) this.dropTokens(token.agentId)
        this.#tokens.set(token.hash, token)
        return
      }
      case 'server:paused':
        this.#paused = envelope.data.paused
        return
      case 'process:started':
        this.#processes.set(envelope.data.process.agentId, envelope.data.process)
        return
      case 'process:ended':
        this.#processes.delete(envelope.data.agentId)
        return
      default:
    }
  }

  dropTokens(agentId: string): void {
    for (const [hash, token] of this.#tokens) {
      if (token.agentId === agentId) this.#tokens.delete(hash)
    }
  }
}
