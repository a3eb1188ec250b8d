import { useCurrentCrew, useUnreadTotal } from '../crew/use-crew'
import { Page } from '../shell/Page'
import { usePageTitle } from '../shell/page-title'

/** Tasks, and what came of them. */
export function ReportsPage() {
  const state = useCurrentCrew()
  usePageTitle(useUnreadTotal(state), 'Reports', state.lead.name)
  return <Page title="Reports" />
}
