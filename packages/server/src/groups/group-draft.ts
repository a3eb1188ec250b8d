import { type GroupRecord, withMembers } from '@crewroom/shared/model/group'
import type { Crew } from '../crew/crew'
import type { Decision } from '../journal/decision'
import { rowOf } from '../journal/fact-table'
import type { Draft } from '../journal/facts'

/** A group as it will be after what a decision holds so far: one consequence builds on the one before. */
export function groupIn(decision: Decision, crew: Crew, name: string): GroupRecord | undefined {
  let group = crew.state.groups[name]
  for (const draft of decision.drafts) {
    const after = groupAfter(draft)
    if (after?.name === name) group = after
    else if (group && draft.type === 'group:member_removed' && draft.data.group === name) {
      group = without(group, draft.data.agentId)
    }
  }
  return group
}

/** The same for all groups, in the order of their creation. */
export function groupsIn(decision: Decision, crew: Crew): GroupRecord[] {
  const names = new Set(Object.keys(crew.state.groups))
  for (const draft of decision.drafts) {
    const after = groupAfter(draft)
    if (after) names.add(after.name)
  }
  return [...names].flatMap((name) => groupIn(decision, crew, name) ?? [])
}

function groupAfter({ type, data }: Draft): GroupRecord | null {
  const row = rowOf(type)
  return row.audience === 'group' ? (row.after?.(data) ?? null) : null
}

/** The group without one of its members. */
function without(group: GroupRecord, memberId: string): GroupRecord {
  return withMembers(
    group,
    group.members.filter(({ id }) => id !== memberId),
  )
}
