import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useEffect, useMemo, useState } from 'react'
import { clockTime, dayLabel } from '../ui/times'
import { useNow } from '../ui/use-now'
import { EndList } from '../ui/EndList'
import { type FeedFilter, type FeedRow, feedRows, isFiltered, isIn } from './feed-rows'
import { FeedLine } from './FeedLine'
import { JournalProblem } from './JournalProblem'
import { useSentenceNames } from './SentenceText'
import type { Journal } from './use-journal'

const HEIGHT: Readonly<Record<FeedRow['kind'], number>> = { start: 40, day: 40, event: 52 }
/** So many pages in a row are looked through unasked for the few events that a filter lets pass. */
const PAGES_ALONE = 5
/** So many of them are worth going on. */
const FEW = 15

interface FeedProps {
  readonly state: CrewState
  readonly journal: Journal
  readonly filter: FeedFilter
  readonly onEnd: (isAtEnd: boolean) => void
}

/** The journal, oldest above, newest at the end: the way everything here is read. One per filter. */
export function Feed({ state, journal, filter, onEnd }: FeedProps) {
  const { events, hasBefore, phase, earlier, loadEarlier } = journal
  const names = useSentenceNames(state)
  const now = useNow(60_000)
  const found = useMemo(
    () => events.filter((event) => isIn(event, filter, names)),
    [events, filter, names],
  )
  const rows = useMemo(() => feedRows(found, !hasBefore), [found, hasBefore])
  const [looked, setLooked] = useState({ pages: 0, found: 0 })
  const isScarce = found.length - looked.found < FEW
  const mustAsk = isScarce && looked.pages >= PAGES_ALONE
  const isReady = phase === 'ready' && hasBefore && earlier === 'idle'
  const load = () => {
    setLooked(({ pages, found: before }) =>
      isScarce ? { pages: pages + 1, found: before } : { pages: 1, found: found.length },
    )
    loadEarlier()
  }
  const lookAgain = () => {
    setLooked({ pages: 1, found: found.length })
    loadEarlier()
  }
  // Without rows there is no list whose beginning could be reached.
  const isBlank = isReady && found.length === 0 && !mustAsk
  useEffect(() => {
    if (isBlank) load()
    // oxlint-disable-next-line react/exhaustive-deps -- once per page that was looked through
  }, [isBlank, events.length])

  if (phase === 'failed') return <JournalProblem retry={journal.retry} />
  if (phase === 'loading') return <div className="f-wait" aria-busy="true" />
  const oldest = events[0]
  return (
    <>
      {hasBefore && (mustAsk || earlier === 'failed') && (
        <div className="f-back">
          <span role="status">
            {earlier === 'failed' || !oldest
              ? 'Couldn’t load earlier events.'
              : `Looked back to ${dayLabel(oldest.at, now)}, ${clockTime(oldest.at)}.`}
          </span>
          <button type="button" className="btn" onClick={lookAgain}>
            {earlier === 'failed' ? 'Try again' : 'Look further back'}
          </button>
        </div>
      )}
      {found.length === 0 ? (
        <Nothing isFilter={isFiltered(filter)} isAll={!hasBefore} />
      ) : (
        <EndList
          label="What happened"
          rows={rows}
          keyOf={(row) => row.key}
          heightOf={(row) => HEIGHT[row.kind]}
          loadEarlier={isReady && !mustAsk ? load : null}
          jumpKey=""
          pill={(count) => `${count} new`}
          onEnd={onEnd}
        >
          {(row) => {
            switch (row.kind) {
              case 'start':
                return <p className="f-start">This is where the crew began.</p>
              case 'day':
                return (
                  <div className="f-day">
                    <span>{dayLabel(row.at, now)}</span>
                  </div>
                )
              case 'event':
                return <FeedLine state={state} row={row} />
              default:
                return row satisfies never
            }
          }}
        </EndList>
      )}
    </>
  )
}

function Nothing({ isFilter, isAll }: { readonly isFilter: boolean; readonly isAll: boolean }) {
  return (
    <div className="panel">
      <h2>{isFilter ? 'No matches' : 'Nothing has happened yet'}</h2>
      <p>
        {!isFilter
          ? 'What agents do appears here as it happens.'
          : isAll
            ? 'Nothing in this crew matches the filter.'
            : 'Nothing found so far matches the filter.'}
      </p>
    </div>
  )
}
