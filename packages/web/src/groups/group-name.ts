import type { GroupRecord } from '@crewroom/shared/model/group'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { shownHidden } from './message/text-pieces'

type Named = Pick<GroupRecord, 'name' | 'displayName'>

/** What people call a group. Agents call it by its short name, which addresses and details show too. */
export function groupName({ name, displayName }: Named): string {
  return shownHidden(displayName).trim() || name
}

/** The same of a group that is known by its short name only. */
export function groupNameIn({ groups }: Pick<CrewState, 'groups'>, name: string): string {
  const group = Object.hasOwn(groups, name) ? groups[name] : undefined
  return group ? groupName(group) : name
}

/** For the tooltip: the whole name, and the short one where that is another. */
export function bothNames(group: Named): string {
  const name = groupName(group)
  return name === group.name ? name : `${isolated(name)} (${group.name})`
}

const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/

/** A name inside a sentence that has no elements of its own: what is written from the right turns nothing around it. */
export function isolated(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name
}
