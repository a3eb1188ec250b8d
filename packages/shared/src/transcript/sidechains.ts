import type { ParsedMessage } from './messages'

/**
 * Finds to which sub-agent a record of a side chain belongs, in files of versions that wrote them between those of the
 * session: each chain begins with a record whose parent is in none.
 */
export class Sidechains {
  readonly #chainOf = new Map<string, string>()

  /** The chain's id: its agent's where the record names it, else that of its first record. */
  chainOf(message: ParsedMessage): string {
    const parent = message.parentUuid
    const chain =
      message.agentId ?? (parent === null ? undefined : this.#chainOf.get(parent)) ?? message.uuid
    this.#chainOf.set(message.uuid, chain)
    return chain
  }
}
