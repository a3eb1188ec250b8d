import type { Environment } from '../journal/ports/mask-port'
import { givenValues } from '../rollouts/secret-mask'

/** Agents' variables: the same list as long as nothing changes in them. */
export interface GivenToAgents {
  givenToAgents(): readonly Environment[]
}

/**
 * What must not be seen in files that belong to no crew: whatever the server masks in any record. The same list as long
 * as nothing changes.
 */
export function secretsOfAll(
  always: readonly string[],
  agents: GivenToAgents,
): () => readonly string[] {
  let given: readonly Environment[] | null = null
  let values = always
  return () => {
    const now = agents.givenToAgents()
    if (now !== given) {
      given = now
      values = [...always, ...now.flatMap(givenValues)]
    }
    return values
  }
}
