import { ChartGantt, List } from 'lucide-react'
import { Suspense, useCallback, useEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useCurrentCrew, useUnreadTotal } from '../crew/use-crew'
import { Page } from '../shell/Page'
import { usePageTitle } from '../shell/page-title'
import { Feed } from './Feed'
import { filterOf } from './feed-rows'
import { FeedFilters } from './FeedFilters'
import { LANE_PARAMS } from './lanes/lane-address'
import { KEPT_FOR_LANES } from './lanes/use-earlier'
import { KEPT_FOR_FEED, useJournal } from './use-journal'
import { drawnLater } from '../ui/drawn-later'

const Lanes = drawnLater(() => import('./lanes/Lanes').then((own) => own.Lanes))

/** What happened in the crew: as a feed of sentences, or as lanes of agents over time. */
export function ActivityPage() {
  const state = useCurrentCrew()
  const [params, setParams] = useSearchParams()
  usePageTitle(useUnreadTotal(state), 'Activity', state.lead.name)
  const isLanes = params.get('view') === 'lanes'
  const isAtEnd = useRef(true)
  const isLanesNow = useRef(isLanes)
  useEffect(() => {
    isLanesNow.current = isLanes
  }, [isLanes])
  const most = useCallback(
    () => (isLanesNow.current ? KEPT_FOR_LANES : isAtEnd.current ? KEPT_FOR_FEED : Infinity),
    [],
  )
  const journal = useJournal(state.lead.id, most)
  const filter = useMemo(() => filterOf(params), [params])
  const show = (view: 'feed' | 'lanes') => {
    setParams((before) => {
      if (view === 'feed') for (const name of ['view', ...LANE_PARAMS]) before.delete(name)
      else before.set('view', view)
      return before
    })
  }
  return (
    <Page
      title="Activity"
      actions={
        <div className="view-switch" role="group" aria-label="View">
          <button type="button" aria-pressed={!isLanes} onClick={() => show('feed')}>
            <List size={15} aria-hidden="true" /> Feed
          </button>
          <button type="button" aria-pressed={isLanes} onClick={() => show('lanes')}>
            <ChartGantt size={15} aria-hidden="true" /> Lanes
          </button>
        </div>
      }
      tools={isLanes ? undefined : <FeedFilters state={state} />}
    >
      {isLanes ? (
        <Suspense fallback={<div className="f-wait" aria-busy="true" />}>
          <Lanes state={state} journal={journal} />
        </Suspense>
      ) : (
        <Feed
          key={JSON.stringify(filter)}
          state={state}
          journal={journal}
          filter={filter}
          onEnd={(now) => (isAtEnd.current = now)}
        />
      )}
    </Page>
  )
}
