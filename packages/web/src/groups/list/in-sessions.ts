import type { GroupRecord } from '@crewroom/shared/model/group'
import type { LastMessage } from '@crewroom/shared/model/message'
import type { CrewState } from '@crewroom/shared/state/crew-state'

interface InSessions {
  /** How many sessions are in use. */
  readonly count: number
  /** What was said last in one of them. */
  readonly last: LastMessage | null
}

const NONE: InSessions = { count: 0, last: null }

/** What the sessions in use add to their groups, by the group's name. */
export function inSessions({
  sessions,
}: Pick<CrewState, 'sessions'>): (group: Pick<GroupRecord, 'name'>) => InSessions {
  const all = new Map<string, InSessions>()
  for (const { groupName, status, lastMessage } of Object.values(sessions)) {
    if (status !== 'active') continue
    const { count, last } = all.get(groupName) ?? NONE
    all.set(groupName, { count: count + 1, last: newer(last, lastMessage) })
  }
  return ({ name }) => all.get(name) ?? NONE
}

/** The one that was said later. */
export function newer(a: LastMessage | null, b: LastMessage | null): LastMessage | null {
  return (b?.seq ?? 0) > (a?.seq ?? 0) ? b : a
}
