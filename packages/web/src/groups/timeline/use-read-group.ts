import type { GroupRecord } from '@crewroom/shared/model/group'
import type { Message } from '@crewroom/shared/model/message'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useCallback, useEffect, useRef, useState } from 'react'
import { markKey, unreadIn } from '../../sync/read-marks'
import { connection } from '../../sync/connection'
import { readMarks } from '../../sync/sync'
import { toast } from '../../ui/toasts'
import { useAttention } from '../../ui/use-attention'

function serverSeq(state: CrewState, group: GroupRecord): number {
  return state.readMarks[HUMAN_ID]?.[group.name]?.seq ?? 0
}

interface AtOpen {
  /** The place of the line above what is new. It stays for the visit. Null: nothing is new, or everything is. */
  readonly unreadAfter: number | null
  readonly unreadAtOpen: number
}

/**
 * Marks an open group as read: at once when somebody comes to it, and what arrives later while they look at its end.
 * After "mark unread from here" nothing is marked until the group is opened again.
 */
export function useReadGroup(
  state: CrewState,
  group: GroupRecord,
  { isAtEnd, isCovered }: { readonly isAtEnd: boolean; readonly isCovered: boolean },
) {
  const isHere = useAttention() && !isCovered
  const onServer = serverSeq(state, group)
  const [open, setOpen] = useState<AtOpen>(() => {
    const local = readMarks.store.getState()[markKey(group.leadId, group.name)]
    const unreadAtOpen = unreadIn(state, group, local)
    // On a first visit everything is new, and a line above everything says nothing.
    const after = unreadAtOpen === 0 ? null : Math.max(onServer, local?.seq ?? 0) || null
    return { unreadAfter: after, unreadAtOpen }
  })
  const isVisited = useRef(false)
  const isLeftUnread = useRef(false)
  useEffect(() => {
    if (!isHere || isLeftUnread.current) return
    if (isVisited.current && !isAtEnd) return
    isVisited.current = true
    readMarks.markRead(group, onServer)
  }, [group, isAtEnd, isHere, onServer])

  const markUnread = useCallback(
    (message: Message) => {
      if (connection.getState().state.phase !== 'live') {
        toast.problem('It can be marked unread when the connection is back.')
        return
      }
      isLeftUnread.current = true
      readMarks.markUnread(group, message)
      setOpen(({ unreadAtOpen }) => ({ unreadAfter: message.seq - 1, unreadAtOpen }))
      toast.news('Marked unread from this message on.')
    },
    [group],
  )
  return { ...open, markUnread }
}
