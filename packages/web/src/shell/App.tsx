import { QueryClientProvider } from '@tanstack/react-query'
import { BrowserRouter, Navigate, Route, Routes } from 'react-router'
import { useStore } from 'zustand'
import { CrewPage } from '../crew/CrewPage'
import { GroupsPage } from '../groups/GroupsPage'
import { session } from '../sync/session'
import { crews, queryClient } from '../sync/sync'
import { EmptyServer } from './EmptyServer'
import { Home } from './Home'
import { Shell, ToGroups } from './Shell'
import { SignedOut } from './SignedOut'
import { SlowStart } from './SlowStart'

export function App() {
  const who = useStore(session)
  const ids = useStore(crews, (all) => all.ids)
  if (who.phase === 'signed-out') return <SignedOut reason={who.reason} />
  if (who.phase === 'signing-in' || ids === null) return <SlowStart />
  if (ids.length === 0) return <EmptyServer />
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <Routes>
          <Route index element={<Home />} />
          <Route path="/leads/:leadId" element={<Shell />}>
            <Route index element={<ToGroups />} />
            <Route path="groups" element={<GroupsPage />} />
            <Route path="groups/:name" element={<GroupsPage />} />
            <Route path="crew" element={<CrewPage />} />
            <Route path="*" element={<ToGroups />} />
          </Route>
          <Route path="*" element={<Navigate replace to="/" />} />
        </Routes>
      </BrowserRouter>
    </QueryClientProvider>
  )
}
