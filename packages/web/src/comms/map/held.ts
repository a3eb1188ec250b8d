import type { HoldReason } from '@crewroom/shared/model/conduct'
import type { GroupRecord } from '@crewroom/shared/model/group'
import type { CrewState } from '@crewroom/shared/state/crew-state'

/** Agents of a group that is on hold, which answered each other. */
export interface HeldPair {
  readonly group: GroupRecord
  readonly a: string
  readonly b: string
  readonly since: string
  readonly count: number
  readonly reason: HoldReason
}

export function heldPairs(state: CrewState): readonly HeldPair[] {
  return Object.values(state.groups).flatMap((group) => {
    const { hold } = group
    const [a, b] = hold?.agentIds ?? []
    if (!hold || a === undefined || b === undefined || group.archived) return []
    return [{ group, a, b, since: hold.since, count: hold.count, reason: hold.reason }]
  })
}

/** What it came to, in as few words as a picture has room for. */
export function heldWords({ reason, count }: Pick<HeldPair, 'reason' | 'count'>): string {
  switch (reason) {
    case 'hops':
      return `${count} answers in a row`
    case 'replies':
      return `${count} replies in two minutes`
    case 'alone':
      return `${count} times with nothing new`
    default:
      return reason satisfies never
  }
}
