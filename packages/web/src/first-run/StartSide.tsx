import { LayoutGrid, Plus, Settings } from 'lucide-react'
import { useStore } from 'zustand'
import { paths } from '../shell/paths'
import { JumpButton, MeFooter } from '../shell/Sidebar'
import { crews } from '../sync/sync'
import { Link } from '../ui/Link'

/** The area beside a page that belongs to no crew yet. */
export function StartSide() {
  const hasCrews = useStore(crews, ({ ids }) => ids !== null && ids.length > 0)
  return (
    <aside className="side" aria-label="Project">
      <div className="fr-brand">
        <img src="/favicon.svg" alt="" />
        <b>Crewroom</b>
      </div>
      <JumpButton />
      <nav className="nav" aria-label="Project">
        <Link to={paths.newCrew} aria-current="page" title="New crew">
          <Plus size={18} />
          <span className="label">New crew</span>
        </Link>
        {hasCrews && (
          <Link to={paths.allCrews} title="All crews">
            <LayoutGrid size={18} />
            <span className="label">All crews</span>
          </Link>
        )}
      </nav>
      <span className="sp" />
      <MeFooter />
    </aside>
  )
}

/** The same where there is no room beside the page. */
export function NarrowTop() {
  const hasCrews = useStore(crews, ({ ids }) => ids !== null && ids.length > 0)
  return (
    <div className="fr-top only-narrow">
      <img src="/favicon.svg" alt="" />
      <b>Crewroom</b>
      <span className="sp" />
      {hasCrews && (
        <Link className="btn" to={paths.allCrews}>
          All crews
        </Link>
      )}
      <Link className="ib" to={paths.settings} aria-label="Settings" title="Settings">
        <Settings size={18} />
      </Link>
    </div>
  )
}
