import { Plus, ScrollText, Settings } from 'lucide-react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { useNotify } from '../needs/use-notify'
import { crews, person } from '../sync/sync'
import { focusMain } from '../ui/focus-main'
import { Link } from '../ui/Link'
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
  const there = ids.filter((id) => views[id])
  const isWorkspace = (id: string) => views[id]?.state.lead.workspace !== undefined
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
            Crews <span className="cnt">{there.filter((id) => !isWorkspace(id)).length}</span>
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
        <Cards ids={there.filter((id) => !isWorkspace(id))} />
        {there.some(isWorkspace) && (
          <>
            <h2 className="home-part">Workspaces</h2>
            <Cards ids={there.filter(isWorkspace)} />
          </>
        )}
      </main>
    </div>
  )
}

function Cards({ ids }: { readonly ids: readonly string[] }) {
  if (ids.length === 0) return null
  return (
    <ul className="crew-cards">
      {ids.map((id) => (
        <li key={id}>
          <CrewCard leadId={id} />
        </li>
      ))}
    </ul>
  )
}
