import type { GroupRecord } from '@crewroom/shared/model/group'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { Suspense } from 'react'
import { useStore } from 'zustand'
import { type Composing, liveDetails } from '../../sync/live-details'
import { markKey } from '../../sync/read-marks'
import { drawnLater, LeftOut } from '../../ui/drawn-later'

const Writers = drawnLater(() => import('./Writers').then((own) => own.Writers), LeftOut)

interface ComposingRowProps {
  readonly group: Pick<GroupRecord, 'leadId' | 'name'>
  readonly crew: Pick<CrewState, 'lead' | 'agents'>
}

const NOBODY: readonly Composing[] = []
/** Who is writing to the group now. Nothing counts it as a message, and it disappears when the message arrives. */
export function ComposingRow({ group, crew }: ComposingRowProps) {
  const all = useStore(
    liveDetails,
    ({ composing }) => composing[markKey(group.leadId, group.name)] ?? NOBODY,
  )
  if (all.length === 0) return null
  return (
    <Suspense>
      <Writers all={all} crew={crew} />
    </Suspense>
  )
}
