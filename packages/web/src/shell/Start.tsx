import { Navigate, useLocation } from 'react-router'
import { useStore } from 'zustand'
import { crews } from '../sync/sync'
import { paths } from './paths'
import { drawnLater } from '../ui/drawn-later'

const Home = drawnLater(() => import('./Home').then((own) => own.Home))

/** With one crew, straight to it, and without one to how a crew begins: the page of all crews is not fetched then. */
export function Start() {
  const ids = useStore(crews, (all) => all.ids) ?? []
  const { search } = useLocation()
  const [only] = ids
  if (new URLSearchParams(search).get('new') === 'crew') {
    return <Navigate replace to={paths.newCrewDetails} />
  }
  if (only === undefined) return <Navigate replace to={paths.newCrew} />
  // Whoever asks for all crews by name is shown all, also the only one.
  if (ids.length === 1 && search === '') {
    return <Navigate replace to={paths.crewHome(only)} />
  }
  return <Home />
}
