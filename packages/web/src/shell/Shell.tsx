import { Suspense, useEffect } from 'react'
import { Outlet, useLocation, useNavigate, useParams } from 'react-router'
import { useStore } from 'zustand'
import { CrewId, useCrewState } from '../crew/use-crew'
import { useNotify } from '../needs/use-notify'
import { connection } from '../sync/connection'
import { crews } from '../sync/sync'
import { toast } from '../ui/toasts'
import { announcement } from './announcer'
import { BottomTabs } from './BottomTabs'
import { leaveFocus } from './focus-content'
import { closeOverlay, openKeys, openPalette, overlay } from './palette'
import { paths } from './paths'
import { keepPlace } from './recent-places'
import { type Section, useSections } from './sections'
import { Sidebar } from './Sidebar'
import { SkipLinks } from './SkipLinks'
import { useKey } from './use-key'
import { openedLater } from '../ui/opened-later'
import { drawnLater } from '../ui/drawn-later'

const NoCrew = drawnLater(() => import('./NoPages').then((own) => own.NoCrew))
const Palette = openedLater(() => import('./Palette').then((own) => own.Palette))
const KeySheet = openedLater(() => import('./KeySheet').then((own) => own.KeySheet))

const DAY_MS = 86_400_000

/** What stands around every page of a crew. */
export function Shell() {
  const { leadId = '' } = useParams()
  const ids = useStore(crews, (all) => all.ids) ?? []
  const hasView = useStore(crews, ({ views }) => Object.hasOwn(views, leadId))
  const state = useCrewState(leadId)
  const sections = useSections()
  useNotify()
  if (!ids.includes(leadId)) {
    return (
      <Suspense fallback={<div className="app" aria-busy="true" />}>
        <NoCrew />
      </Suspense>
    )
  }
  if (!hasView) return <div className="app" aria-busy="true" />
  return (
    <CrewId value={leadId}>
      <div className="app">
        <SkipLinks />
        <Sidebar state={state} />
        <Suspense fallback={<main className="card" aria-busy="true" />}>
          <Outlet />
        </Suspense>
        <BottomTabs state={state} />
        <Announcer />
        {sections.map((section) => (
          <SectionKey key={section.id} section={section} leadId={leadId} />
        ))}
        <Overlays leadId={leadId} />
        <Visits leadId={leadId} />
      </div>
    </CrewId>
  )
}

/** Keeps where the person was, for the palette. */
function Visits({ leadId }: { readonly leadId: string }) {
  const { pathname } = useLocation()
  useEffect(() => keepPlace(leadId, pathname), [leadId, pathname])
  return null
}

/** The palette and the sheet of keys, over any page. */
export function Overlays({ leadId }: { readonly leadId: string | null }) {
  const { open } = useStore(overlay)
  const navigate = useNavigate()
  useKey('jump', () => (open === 'palette' ? closeOverlay() : openPalette()))
  useKey('help', openKeys)
  const isOutdated = useStore(connection, (all) => all.isOutdated)
  useEffect(() => {
    if (!isOutdated) return
    // Never automatically: somebody may be writing.
    return toast.news('The server was updated.', {
      action: { label: 'Reload', run: () => location.reload() },
      ms: DAY_MS,
    })
  }, [isOutdated])
  useKey('goHome', () => {
    leaveFocus()
    void navigate('/?all')
  })
  if (open === null) return null
  return open === 'palette' ? (
    <Palette leadId={leadId} onClose={closeOverlay} />
  ) : (
    <KeySheet onClose={closeOverlay} />
  )
}

function SectionKey({ section, leadId }: { readonly section: Section; readonly leadId: string }) {
  const navigate = useNavigate()
  useKey(section.key, () => {
    leaveFocus()
    void navigate(paths.section(leadId, section.id))
  })
  return null
}

export function Announcer() {
  const { text, urgent } = useStore(announcement)
  return (
    <>
      <div className="sr" role="status" aria-live="polite">
        {text}
      </div>
      <div className="sr" role="alert">
        {urgent}
      </div>
    </>
  )
}
