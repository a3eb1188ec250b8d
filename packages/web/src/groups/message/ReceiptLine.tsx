import type { GroupRecord } from '@crewroom/shared/model/group'
import type { Message } from '@crewroom/shared/model/message'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { knownAs } from '../../crew/participant'
import { useCrewState, useIsPaused, useLive } from '../../crew/use-crew'
import { api } from '../../sync/api'
import { liveDetails } from '../../sync/live-details'
import { markKey } from '../../sync/read-marks'
import { ControlTab } from './mention-scope'
import { ownMessageShown, ownMessages } from './own-messages'
import { receiptLine, receiptsNow } from './receipt-words'
import { drawnLater, LeftOut } from '../../ui/drawn-later'

const ReceiptList = drawnLater(
  () => import('./ReceiptList').then((own) => own.ReceiptList),
  LeftOut,
)

const NONE: readonly number[] = []
const NOTHING_HANDED = {}

/** With whom a message of the person is: below the newest of them, until all have read it, and the newest for good. */
export function ReceiptLine({ message }: { readonly message: Message }) {
  const key = markKey(message.leadId, message.group)
  const newest = useStore(ownMessages, (all) => all[key] ?? NONE)
  useEffect(() => ownMessageShown(key, message.seq), [key, message.seq])
  return newest.includes(message.seq) ? (
    <Receipts message={message} isNewest={newest[0] === message.seq} />
  ) : null
}

interface ReceiptsProps {
  readonly message: Message
  readonly isNewest: boolean
}

function Receipts({ message, isNewest }: ReceiptsProps) {
  const { leadId, group, id, seq } = message
  const tabIndex = useContext(ControlTab)
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const state = useCrewState(leadId)
  const live = useLive(leadId)
  const handed = useStore(
    liveDetails,
    ({ receipts }) => receipts[markKey(leadId, group)] ?? NOTHING_HANDED,
  )
  const { data } = useQuery({
    queryKey: ['lead', leadId, 'group', group, 'receipts', id],
    queryFn: ({ signal }) => api.receipts(leadId, group, id, signal),
    staleTime: Infinity,
  })
  const { agents, groups } = state
  const still = stillness(useIsPaused(state), groups[group])
  const all = useMemo(
    () => data && receiptsNow({ seq, receipts: data.receipts, handed, agents, live, still }),
    [data, seq, handed, agents, live, still],
  )
  const line = all ? receiptLine(all, (agentId) => knownAs(state, agentId)) : null
  const isDone = all?.every((own) => own.state === 'seen' || own.state === 'gone') ?? false
  // Its place is kept while it is asked for, so that nothing moves when the answer is there.
  if (line === null) return isNewest && !all ? <div className="rcp" /> : null
  if (isDone && !isNewest) return null
  return (
    <div className="rcp">
      <button
        ref={button}
        type="button"
        tabIndex={tabIndex}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        title="Who has it"
        onClick={() => setOpen(!isOpen)}
      >
        {line}
      </button>
      {isOpen && all && (
        <Suspense>
          <ReceiptList anchor={button} all={all} state={state} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

function stillness(isCrewPaused: boolean, group: GroupRecord | undefined): string | null {
  if (isCrewPaused || group?.paused) return 'is paused'
  return group?.hold ? 'is on hold' : null
}
