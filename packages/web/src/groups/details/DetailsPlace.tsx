import type { GroupRecord } from '@crewroom/shared/model/group'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { fetchedLater } from '../../ui/fetched-later'
import { NARROW, useMedia } from '../../ui/use-media'
import { useDetails } from '../use-details'

/** While the server is gone they may not come: then the chat goes on without them. */
const useLoadedDetails = fetchedLater(() => import('./GroupDetails'))

interface DetailsPlaceProps {
  readonly group: GroupRecord
  readonly state: CrewState
}

/** Where the details stand: beside the chat, over it, or on a page of their own, as there is room. */
export function DetailsPlace({ group, state }: DetailsPlaceProps) {
  const { isShown, isWide, hide } = useDetails(group.leadId, group.name)
  const isNarrow = useMedia(NARROW)
  const loaded = useLoadedDetails(isShown)
  if (!isShown) return null
  const as = isNarrow ? 'full' : isWide ? 'beside' : 'over'
  // The chat keeps its width while they are on their way.
  if (!loaded) return as === 'beside' && <aside className="info" aria-label="Group details" />
  const { default: GroupDetails } = loaded
  return <GroupDetails {...{ as, hide, group, state }} />
}
