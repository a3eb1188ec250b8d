import { useCurrentCrew, useUnreadTotal } from '../crew/use-crew'
import { Page } from '../shell/Page'
import { usePageTitle } from '../shell/page-title'

/** What waits for a person. */
export function NeedsPage() {
  const state = useCurrentCrew()
  usePageTitle(useUnreadTotal(state), 'Needs you', state.lead.name)
  return <Page title="Needs you" />
}
