import type { CrewState } from '@crewroom/shared/state/crew-state'
import type { Past } from '../journal/visibility'
import type { Memberships } from './memberships'

/**
 * What of the past is hidden from those who have seen it. A member of a conversation reads all of it, and one that has left
 * nothing more: not even its own time, but that it left.
 */
export class PastSight implements Past {
  readonly #crew: { readonly state: CrewState; readonly memberships: Memberships }

  constructor(crew: { readonly state: CrewState; readonly memberships: Memberships }) {
    this.#crew = crew
  }

  hides(agentId: string, groupName: string, seq: number): boolean {
    const { state, memberships } = this.#crew
    if (state.groups[groupName]?.openHistory !== true) return false
    return memberships
      .of(agentId, groupName)
      .every(({ leftSeq }) => leftSeq !== null && leftSeq !== seq)
  }
}
