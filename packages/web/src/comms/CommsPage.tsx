import { useCurrentCrew, useUnreadTotal } from '../crew/use-crew'
import { Page } from '../shell/Page'
import { usePageTitle } from '../shell/page-title'

/** What was said outside of groups. */
export function CommsPage() {
  const state = useCurrentCrew()
  usePageTitle(useUnreadTotal(state), 'Comms', state.lead.name)
  return <Page title="Comms" />
}
