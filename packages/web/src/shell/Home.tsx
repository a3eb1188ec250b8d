import { Plus, ScrollText, Settings } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { useStore } from 'zustand'
import { useNotify } from '../needs/use-notify'
import { crews, person } from '../sync/sync'
import { focusMain } from '../ui/focus-main'
import { ConnectionStrip } from './ConnectionStrip'
import { CrewCard } from './CrewCard'
import './home.css'
import { ImportCrew } from './ImportCrew'
import { usePageTitle } from './page-title'
import { paths } from './paths'
import { Overlays } from './Shell'

/** All crews of the server. */
export function Home() {
  const ids = useStore(crews, (all) => all.ids) ?? []
  useNotify()
  return (
    <>
      <Crews ids={ids} />
      <Overlays leadId={null} />
    </>
  )
}

function Crews({ ids }: { readonly ids: readonly string[] }) {
  const views = useStore(crews, (all) => all.views)
  const hasTranscripts = useStore(person, (who) => who.hasTranscripts)
  usePageTitle(0, 'Crews')
  // A deleted crew takes its card along, and with it the button that had the focus.
  useEffect(() => {
    const request = requestAnimationFrame(focusMain)
    return () => cancelAnimationFrame(request)
  }, [ids.length])
  return (
    <div className="page home">
      <main>
        <ConnectionStrip />
        <div className="home-bar">
          <h1>
            Crews <span className="cnt">{ids.length}</span>
          </h1>
          <span className="sp" />
          {hasTranscripts && (
            <Link className="btn" to={paths.transcripts(null)}>
              <ScrollText size={16} />
              Transcripts
            </Link>
          )}
          <ImportCrew />
          <Link className="btn p" to={paths.newCrew}>
            <Plus size={16} />
            New crew
          </Link>
          <Link className="ib" to={paths.settings} aria-label="Settings" title="Settings">
            <Settings size={18} />
          </Link>
        </div>
        <ul className="crew-cards">
          {ids
            .filter((id) => views[id])
            .map((id) => (
              <li key={id}>
                <CrewCard leadId={id} />
              </li>
            ))}
        </ul>
      </main>
    </div>
  )
}
