import type { GroupRecord } from '@crewroom/shared/model/group'
import type { Crew } from '../crew/crew'
import type { Decision } from '../journal/decision'

/** A group as it will be after what a decision holds so far: one consequence builds on the one before. */
export function groupIn(decision: Decision, crew: Crew, name: string): GroupRecord | undefined {
  let group = crew.state.groups[name]
  for (const { type, data } of decision.drafts) {
    if (type === 'group:member_added' && data.group === name) group = data.state
    else if (isGroupObject(type) && 'group' in data && typeof data.group === 'object') {
      if (data.group.name === name) group = data.group
    }
  }
  return group
}

/** The same for all groups, in the order of their creation. */
export function groupsIn(decision: Decision, crew: Crew): GroupRecord[] {
  const names = new Set(Object.keys(crew.state.groups))
  for (const { type, data } of decision.drafts) {
    if (type === 'group:created') names.add(data.group.name)
  }
  return [...names].flatMap((name) => groupIn(decision, crew, name) ?? [])
}

function isGroupObject(type: string): boolean {
  return (
    type === 'group:created' ||
    type === 'group:updated' ||
    type === 'group:archived' ||
    type === 'group:unarchived' ||
    type === 'group:resumed' ||
    type === 'group:held'
  )
}
