import { useNavigate, useSearchParams } from 'react-router'
import { useStore } from 'zustand'
import { useNotify } from '../needs/use-notify'
import { founder } from '../new-crew/plan-store'
import { ConnectionStrip } from '../shell/ConnectionStrip'
import { usePageTitle } from '../shell/page-title'
import { paths } from '../shell/paths'
import '../shell/section.css'
import { Overlays } from '../shell/Shell'
import { Arrived } from './Arrived'
import './choices.css'
import './first-run.css'
import { OtherWays } from './OtherWays'
import { SampleCard } from './SampleCard'
import { StartForm } from './StartForm'
import { NarrowTop, StartSide } from './StartSide'
import { openedLater } from '../ui/opened-later'

const NewCrewDialog = openedLater(() =>
  import('../new-crew/NewCrewDialog').then((own) => own.NewCrewDialog),
)

/** The quick way to a crew: what it should do, what runs it, how many they are. An empty server begins here. */
export function FirstRunPage() {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const { phase, lead } = useStore(founder.store)
  usePageTitle(0, 'New crew')
  useNotify()
  // If programs connect on their own, the person sees their tokens, once, even after the quick way.
  const hasDialog = params.get('new') === 'crew' || (phase === 'done' && lead !== null)
  return (
    <>
      <div className="app">
        <StartSide />
        <main className="card one" aria-label="New crew" data-testid="first-run">
          <ConnectionStrip />
          <div className="fr-scroll">
            <div className="fr-page">
              <NarrowTop />
              <Arrived />
              <StartForm />
              <SampleCard />
              <OtherWays />
            </div>
          </div>
        </main>
      </div>
      {hasDialog && (
        <NewCrewDialog onClose={() => void navigate(paths.newCrew, { replace: true })} />
      )}
      <Overlays leadId={null} />
    </>
  )
}
