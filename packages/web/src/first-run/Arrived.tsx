import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useStore } from 'zustand'
import { founder } from '../new-crew/plan-store'
import { paths } from '../shell/paths'
import { importing } from '../sync/importing'
import { crews } from '../sync/sync'
import { Link } from '../ui/Link'
import { quickStart } from './quick-start'

/**
 * An empty server becomes the first crew that somebody makes elsewhere; a person who is writing here gets a notice instead, and so does
 * one who imports it here: the import has its own words for the result and its own link.
 */
export function Arrived() {
  const navigate = useNavigate()
  const ids = useStore(crews, (all) => all.ids)
  const views = useStore(crews, (all) => all.views)
  const { phase, lead } = useStore(founder.store)
  const [before] = useState(() => ids ?? [])
  const first = before.length === 0 ? ids?.[0] : undefined
  useEffect(() => {
    if (first === undefined || founder.store.getState().phase !== 'planning') return
    if (importing.getState().at !== 'none') return
    if (quickStart.getState().task.trim() === '') {
      void navigate(paths.crewHome(first), { replace: true })
    }
  }, [first, navigate])
  if (first === undefined || phase === 'working' || lead !== null) return null
  return (
    <p className="fr-arrived" role="status">
      <b>{views[first]?.state.lead.name ?? 'A crew'}</b> is here.{' '}
      <Link className="lnk" to={paths.crewHome(first)}>
        Open it
      </Link>
    </p>
  )
}
