import type { Message } from '@crewroom/shared/model/message'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useCallback, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { markKey, type Readable, unreadIn } from '../../sync/read-marks'
import { connection } from '../../sync/connection'
import { readMarks } from '../../sync/sync'
import { toast } from '../../ui/toasts'

interface AtOpen {
  /** The place of the line above what is new. It stays for the visit. Null: nothing is new, or everything is. */
  readonly unreadAfter: number | null
  readonly unreadAtOpen: number
}

/**
 * How far an open place is read, and the ways to change that. After "mark unread from here" nothing is marked until the place
 * is opened again, or the person asks for its end.
 */
export function useReadPlace(state: CrewState, place: Readable) {
  const onServer = state.readMarks[HUMAN_ID]?.[place.name]
  const local = useStore(readMarks.store, (all) => all[markKey(place.leadId, place.name)])
  const seqOnServer = onServer?.seq ?? 0
  const [open, setOpen] = useState<AtOpen>(() => {
    const unreadAtOpen = unreadIn(state, place, local)
    // On a first visit everything is new, and a line above everything says nothing.
    const after = unreadAtOpen === 0 ? null : Math.max(seqOnServer, local?.seq ?? 0) || null
    return { unreadAfter: after, unreadAtOpen }
  })
  const isLeftUnread = useRef(false)
  const markSeen = useCallback(
    (upTo: { readonly seq: number; readonly n: number; readonly at: string }) => {
      if (!isLeftUnread.current) readMarks.markRead(place, seqOnServer, upTo)
    },
    [place, seqOnServer],
  )
  const markAll = useCallback(() => {
    isLeftUnread.current = false
    readMarks.markRead(place, seqOnServer)
  }, [place, seqOnServer])

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
  const seq = Math.max(seqOnServer, local?.seq ?? 0)
  const n = Math.max(onServer?.n ?? 0, local?.n ?? 0)
  return { ...open, mark: { seq, n }, markSeen, markAll, markUnread }
}
