import type { GroupRecord } from '@crewroom/shared/model/group'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useEffect, useState } from 'react'
import { markKey, unreadIn } from '../sync/read-marks'
import { readMarks } from '../sync/sync'
import { useAttention } from '../ui/use-attention'

function serverSeq(state: CrewState, group: GroupRecord): number {
  return state.readMarks[HUMAN_ID]?.[group.name]?.seq ?? 0
}

/** Marks an open group as read while somebody looks at its end. */
export function useReadGroup(state: CrewState, group: GroupRecord, isAtEnd: boolean): void {
  const isHere = useAttention()
  const onServer = serverSeq(state, group)
  useEffect(() => {
    if (isHere && isAtEnd) readMarks.markRead(group, onServer)
  }, [group, isAtEnd, isHere, onServer])
}

/** What was read when the group was opened: the place of the line above what is new. It stays for the visit. */
export function useUnreadAfter(state: CrewState, group: GroupRecord): number | null {
  const [after] = useState(() => {
    const local = readMarks.store.getState()[markKey(group.leadId, group.name)]
    if (unreadIn(state, group, local) === 0) return null
    // On a first visit everything is new, and a line above everything says nothing.
    return Math.max(serverSeq(state, group), local?.seq ?? 0) || null
  })
  return after
}
