import type { GroupRecord } from '@crewroom/shared/model/group'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { lazy, Suspense } from 'react'
import { NARROW, useMedia } from '../../ui/use-media'
import { useDetails } from '../use-details'

const GroupDetails = lazy(() => import('./GroupDetails'))

interface DetailsPlaceProps {
  readonly group: GroupRecord
  readonly state: CrewState
}

/** Where the details stand: beside the chat, over it, or on a page of their own, as there is room. */
export function DetailsPlace({ group, state }: DetailsPlaceProps) {
  const { isShown, isWide, hide } = useDetails(group.leadId, group.name)
  const isNarrow = useMedia(NARROW)
  if (!isShown) return null
  const as = isNarrow ? 'full' : isWide ? 'beside' : 'over'
  return (
    // The chat keeps its width while they are on their way.
    <Suspense fallback={as === 'beside' && <aside className="info" aria-label="Group details" />}>
      <GroupDetails {...{ as, hide, group, state }} />
    </Suspense>
  )
}
