import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { BrowserRouter, Navigate, Route, Routes } from 'react-router'
import { useStore } from 'zustand'
import { GroupsPage } from '../groups/GroupsPage'
import { session } from '../sync/session'
import { crews, queryClient } from '../sync/sync'
import { Toasts } from '../ui/Toasts'
import { Shell, ToLastSection } from './Shell'
import { SignedOut } from './SignedOut'
import { SlowStart } from './SlowStart'

// Only the shell and the groups are in the first load; what is opened later is fetched then.
const Home = lazy(() => import('./Home').then((own) => ({ default: own.Home })))
const DesignPage = lazy(() => import('./DesignPage').then((own) => ({ default: own.DesignPage })))
const SettingsPage = lazy(() =>
  import('./SettingsPage').then((own) => ({ default: own.SettingsPage })),
)
const ActivityPage = lazy(() =>
  import('../activity/ActivityPage').then((own) => ({ default: own.ActivityPage })),
)
const CommsPage = lazy(() =>
  import('../comms/CommsPage').then((own) => ({ default: own.CommsPage })),
)
const ReportsPage = lazy(() =>
  import('../reports/ReportsPage').then((own) => ({ default: own.ReportsPage })),
)
const CrewPage = lazy(() => import('../crew/CrewPage').then((own) => ({ default: own.CrewPage })))
const AgentPage = lazy(() =>
  import('../crew/AgentPage').then((own) => ({ default: own.AgentPage })),
)
const NeedsPage = lazy(() =>
  import('../needs/NeedsPage').then((own) => ({ default: own.NeedsPage })),
)

export function App() {
  const who = useStore(session)
  const ids = useStore(crews, (all) => all.ids)
  if (who.phase === 'signed-out') return <SignedOut reason={who.reason} />
  if (who.phase === 'signing-in' || ids === null) return <SlowStart />
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <Suspense fallback={<div className="page" aria-busy="true" />}>
          <Routes>
            <Route index element={<Home />} />
            <Route path="/settings" element={<SettingsPage />} />
            <Route path="/design" element={<DesignPage />} />
            <Route path="/leads/:leadId" element={<Shell />}>
              <Route index element={<ToLastSection />} />
              <Route path="activity" element={<ActivityPage />} />
              <Route path="comms" element={<CommsPage />} />
              <Route path="reports" element={<ReportsPage />} />
              <Route path="groups" element={<GroupsPage />} />
              <Route path="groups/:name" element={<GroupsPage />} />
              <Route path="groups/:name/members" element={<GroupsPage />} />
              <Route path="groups/archived/:name" element={<GroupsPage />} />
              <Route path="crew" element={<CrewPage />} />
              <Route path="crew/:agentId" element={<AgentPage />} />
              <Route path="needs" element={<NeedsPage />} />
              <Route path="*" element={<ToLastSection />} />
            </Route>
            <Route path="*" element={<Navigate replace to="/" />} />
          </Routes>
        </Suspense>
        <Toasts />
      </BrowserRouter>
    </QueryClientProvider>
  )
}
