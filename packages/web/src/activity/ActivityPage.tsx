import { useCurrentCrew, useUnreadTotal } from '../crew/use-crew'
import { Page } from '../shell/Page'
import { usePageTitle } from '../shell/page-title'

/** What happened in the crew, newest first. */
export function ActivityPage() {
  const state = useCurrentCrew()
  usePageTitle(useUnreadTotal(state), 'Activity', state.lead.name)
  return <Page title="Activity" />
}
