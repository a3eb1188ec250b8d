import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { BrowserRouter, Route, Routes } from 'react-router'
import { useStore } from 'zustand'
import { exportJobs } from '../sync/export-jobs'
import { queryClient } from '../sync/query-client'
import { signIn } from '../sync/sign-in'
import { crews } from '../sync/sync'
import { KeysKept } from '../ui/KeysKept'
import { Toasts } from '../ui/Toasts'
import { openedFile } from '../work-files/opened-file'
import { useFocusContent } from './focus-content'
import { paths } from './paths'
import { SECTION_PAGES } from './section-pages'
import { Shell } from './Shell'
import { SlowStart } from './SlowStart'
import { Start } from './Start'
import { drawnLater } from '../ui/drawn-later'

// Only the shell is in the first load, beside the section of the address; what is opened later is fetched then.
const FirstRunPage = drawnLater(() =>
  import('../first-run/FirstRunPage').then((own) => own.FirstRunPage),
)
const DesignPage = drawnLater(() => import('./DesignPage').then((own) => own.DesignPage))
const NoCrewPage = drawnLater(() => import('./NoPages').then((own) => own.NoCrewPage))
const NoPage = drawnLater(() => import('./NoPages').then((own) => own.NoPage))
const NoSection = drawnLater(() => import('./NoPages').then((own) => own.NoSection))
const SettingsPage = drawnLater(() => import('./SettingsPage').then((own) => own.SettingsPage))
const AgentPage = drawnLater(() => import('../crew/AgentPage').then((own) => own.AgentPage))
const SearchPage = drawnLater(() => import('../search/SearchPage').then((own) => own.default))
const ToChat = drawnLater(() => import('../sessions/ToChat').then((own) => own.default))
const SignedOut = drawnLater(() => import('./SignedOut').then((own) => own.SignedOut))
const WorkFileDialog = drawnLater(() =>
  import('../work-files/WorkFileDialog').then((own) => own.default),
)
const ExportLines = drawnLater(() => import('./ExportLines').then((own) => own.ExportLines))

function FocusContent() {
  useFocusContent()
  return null
}

export function App() {
  const who = useStore(signIn)
  const ids = useStore(crews, (all) => all.ids)
  const isFileOpen = useStore(openedFile, ({ file }) => file !== null)
  const areExports = useStore(exportJobs, (all) => all.length > 0)
  if (who.phase === 'signed-out') {
    return (
      <Suspense>
        <SignedOut reason={who.reason} />
      </Suspense>
    )
  }
  if (who.phase === 'signing-in' || ids === null) return <SlowStart />
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <KeysKept />
        <Suspense fallback={<div className="page" aria-busy="true" />}>
          <Routes>
            <Route index element={<Start />} />
            <Route path={paths.newCrew} element={<FirstRunPage />} />
            <Route path="/settings" element={<SettingsPage />} />
            <Route path="/design" element={<DesignPage />} />
            <Route path="/transcripts" element={<NoCrewPage />}>
              <Route index element={<SECTION_PAGES.transcripts />} />
              <Route path=":transcriptId" element={<SECTION_PAGES.transcripts />} />
            </Route>
            <Route path="/discussions" element={<NoCrewPage />}>
              <Route index element={<SECTION_PAGES.discussions />} />
            </Route>
            <Route path="/leads/:leadId" element={<Shell />}>
              <Route index element={<SECTION_PAGES.overview />} />
              <Route path="activity" element={<SECTION_PAGES.activity />} />
              <Route path="comms" element={<SECTION_PAGES.comms />} />
              <Route path="reports" element={<SECTION_PAGES.reports />} />
              <Route path="groups" element={<SECTION_PAGES.groups />} />
              <Route path="groups/:name" element={<SECTION_PAGES.groups />} />
              <Route path="groups/:name/members" element={<SECTION_PAGES.groups />} />
              <Route path="groups/:name/s/:sid" element={<SECTION_PAGES.groups />} />
              <Route path="groups/archived/:name" element={<SECTION_PAGES.groups />} />
              <Route path="crew" element={<SECTION_PAGES.crew />} />
              <Route path="crew/:agentId" element={<AgentPage />} />
              <Route path="search" element={<SearchPage />} />
              <Route path="needs" element={<SECTION_PAGES.needs />} />
              <Route path="discussions" element={<SECTION_PAGES.discussions />} />
              <Route path="circles/*" element={<SECTION_PAGES.circles />} />
              <Route path="transcripts" element={<SECTION_PAGES.transcripts />} />
              <Route path="transcripts/:transcriptId" element={<SECTION_PAGES.transcripts />} />
              <Route path="*" element={<NoSection />} />
            </Route>
            <Route path="/chats/*" element={<ToChat />} />
            <Route path="*" element={<NoPage />} />
          </Routes>
        </Suspense>
        <Toasts />
        <FocusContent />
        {isFileOpen && (
          <Suspense fallback={null}>
            <WorkFileDialog />
          </Suspense>
        )}
        {areExports && (
          <Suspense fallback={null}>
            <ExportLines />
          </Suspense>
        )}
      </BrowserRouter>
    </QueryClientProvider>
  )
}
