import type { Message } from '@crewroom/shared/model/message'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useCallback, useEffect, useRef, useState } from 'react'
import { markKey, type Readable, unreadIn } from '../../sync/read-marks'
import { connection } from '../../sync/connection'
import { readMarks } from '../../sync/sync'
import { toast } from '../../ui/toasts'
import { useAttention } from '../../ui/use-attention'

function serverSeq(state: CrewState, place: Readable): number {
  return state.readMarks[HUMAN_ID]?.[place.name]?.seq ?? 0
}

interface AtOpen {
  /** The place of the line above what is new. It stays for the visit. Null: nothing is new, or everything is. */
  readonly unreadAfter: number | null
  readonly unreadAtOpen: number
}

/**
 * Marks an open place as read: at once when somebody comes to it, and what arrives later while they look at its end.
 * After "mark unread from here" nothing is marked until the place is opened again.
 */
export function useReadPlace(
  state: CrewState,
  place: Readable,
  { isAtEnd, isCovered }: { readonly isAtEnd: boolean; readonly isCovered: boolean },
) {
  const isHere = useAttention() && !isCovered
  const onServer = serverSeq(state, place)
  const [open, setOpen] = useState<AtOpen>(() => {
    const local = readMarks.store.getState()[markKey(place.leadId, place.name)]
    const unreadAtOpen = unreadIn(state, place, local)
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
    readMarks.markRead(place, onServer)
  }, [place, isAtEnd, isHere, onServer])

  const markUnread = useCallback(
    (message: Message) => {
      if (connection.getState().state.phase !== 'live') {
        toast.problem('It can be marked unread when the connection is back.')
        return
      }
      isLeftUnread.current = true
      readMarks.markUnread(place, message)
      setOpen(({ unreadAtOpen }) => ({ unreadAfter: message.seq - 1, unreadAtOpen }))
      toast.news('Marked unread from this message on.')
    },
    [place],
  )
  return { ...open, markUnread }
}
