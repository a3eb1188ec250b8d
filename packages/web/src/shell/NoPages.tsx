import { MessagesSquare, Settings } from 'lucide-react'
import { Suspense } from 'react'
import { Outlet, useLocation, useParams } from 'react-router'
import { useNotify } from '../needs/use-notify'
import { Link } from '../ui/Link'
import { NotFoundPanel } from './NotFoundPanel'
import { usePageTitle } from './page-title'
import { paths } from './paths'
import { Announcer, Overlays } from './Shell'
import { Sidebar } from './Sidebar'
import { SkipLinks } from './SkipLinks'

/** A crew that is not there. */
export function NoCrew() {
  // What was new in a crew that is gone is not new any more.
  usePageTitle(0, 'No such crew')
  return (
    <div className="app">
      <SkipLinks />
      <Sidebar state={null} />
      <main className="card">
        <NotFoundPanel
          title="There is no such crew"
          text="It may have been deleted, or the link is from another server."
          to={paths.home}
          action="Show all crews"
        />
      </main>
      <NoCrewTabs />
      <Overlays leadId={null} />
    </div>
  )
}

/** What stands around a page that belongs to no crew. */
export function NoCrewPage() {
  useNotify()
  return (
    <div className="app">
      <SkipLinks />
      <Sidebar state={null} />
      <Suspense fallback={<main className="card" aria-busy="true" />}>
        <Outlet />
      </Suspense>
      <NoCrewTabs />
      <Announcer />
      <Overlays leadId={null} />
    </div>
  )
}

/** An address of a crew that leads to nothing. */
export function NoSection() {
  const { leadId = '' } = useParams()
  const { pathname } = useLocation()
  usePageTitle(0, 'No such page')
  return (
    <main className="card">
      <NotFoundPanel
        title="There is no such page"
        text={`Nothing of this crew is at ${pathname}.`}
        to={paths.crewHome(leadId)}
        action="Go to the crew"
      />
    </main>
  )
}

/** An address that leads to nothing. */
export function NoPage() {
  const { pathname } = useLocation()
  usePageTitle(0, 'No such page')
  return (
    <div className="app">
      <Sidebar state={null} />
      <main className="card">
        <NotFoundPanel
          title="There is no such page"
          text={`Nothing is at ${pathname}.`}
          to="/?all"
          action="Show all crews"
        />
      </main>
      <NoCrewTabs />
      <Overlays leadId={null} />
    </div>
  )
}

/** The way out of a page that belongs to no crew. */
function NoCrewTabs() {
  return (
    <nav className="tabs" aria-label="Sections">
      <Link to="/?all">
        <MessagesSquare size={18} />
        All crews
      </Link>
      <Link to={paths.settings}>
        <Settings size={18} />
        Settings
      </Link>
    </nav>
  )
}
