import type { CrewState } from '@crewroom/shared/state/crew-state'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useLive } from '../../crew/use-crew'
import { clockTime, dayLabel } from '../../ui/times'
import { JournalProblem } from '../JournalProblem'
import { lanesOf } from './lane-model'
import { LaneBoard } from './LaneBoard'
import { LaneLegend } from './LaneLegend'
import { LaneTable } from './LaneTable'
import type { Journal } from '../use-journal'
import { useServerNow } from './use-server-now'
import { useTurns } from './use-turns'

const MINUTE = 60_000
const ZOOMS = [
  { id: '5m', label: '5 min', ms: 5 * MINUTE },
  { id: '30m', label: '30 min', ms: 30 * MINUTE },
  { id: '2h', label: '2 h', ms: 120 * MINUTE },
  { id: '8h', label: '8 h', ms: 480 * MINUTE },
] as const
/** Pages of the journal that one step into the past fetches unasked. */
const PAGES_ALONE = 25

/** What agents did over time, one lane each. */
export function Lanes({
  state,
  journal,
}: {
  readonly state: CrewState
  readonly journal: Journal
}) {
  const [params, setParams] = useSearchParams()
  // A crew that has just begun fills the view as well as an old one.
  const [isYoung] = useState(() => Date.now() - Date.parse(state.lead.createdAt) < ZOOMS[0].ms)
  const zoom = ZOOMS.find(({ id }) => id === params.get('zoom')) ?? ZOOMS[isYoung ? 0 : 1]
  const asked = Date.parse(params.get('at') ?? '')
  const isTable = params.get('as') === 'table'
  const set = (name: string, value: string | null) =>
    setParams(
      (before) => {
        if (value === null) before.delete(name)
        else before.set(name, value)
        return before
      },
      { replace: true },
    )
  /** Where the view ends while it does not follow. */
  const [still, setStill] = useState<number | null>(Number.isNaN(asked) ? null : asked)
  const now = useServerNow(still === null ? Math.max(1_000, zoom.ms / 600) : 10_000)
  // A little room behind now, so that what happens is not at the very edge.
  const to = still ?? now + zoom.ms / 40
  const from = to - zoom.ms
  const stay = (end: number | null) => {
    const isNow = end === null || end >= now
    setStill(isNow ? null : end)
    set('at', isNow ? null : new Date(end).toISOString())
  }
  const live = useLive(state.lead.id)
  const { turns, problem } = useTurns(
    state.lead.id,
    Math.floor(from / zoom.ms) * zoom.ms,
    still === null,
  )
  const { events, hasBefore, phase, earlier, loadEarlier } = journal
  const lanes = useMemo(() => lanesOf(state, { events, turns, live }), [state, events, turns, live])

  const oldest = events[0] ? Date.parse(events[0].at) : null
  const isUnknown = hasBefore && oldest !== null && oldest > from
  const [pages, setPages] = useState(0)
  useEffect(() => {
    if (!isUnknown || earlier !== 'idle' || pages >= PAGES_ALONE) return
    queueMicrotask(() => {
      setPages((count) => count + 1)
      loadEarlier()
    })
  }, [isUnknown, earlier, pages, loadEarlier])

  if (phase === 'failed') return <JournalProblem retry={journal.retry} />
  const range = { from, to, now, knownFrom: isUnknown ? oldest : null }
  return (
    <>
      <div className="l-tools">
        <div className="seg" role="group" aria-label="How much time is shown">
          {ZOOMS.map(({ id, label }) => (
            <button
              key={id}
              type="button"
              aria-pressed={zoom.id === id}
              onClick={() => set('zoom', id)}
            >
              {label}
            </button>
          ))}
        </div>
        <div className="l-pan">
          <button
            type="button"
            className="ib"
            aria-label="Earlier"
            title="Earlier"
            onClick={() => {
              setPages(0)
              stay(to - zoom.ms / 2)
            }}
          >
            <ChevronLeft size={18} />
          </button>
          <span className="l-when">
            {dayLabel(new Date(from).toISOString(), now)} {clockTime(new Date(from).toISOString())}–
            {still === null ? 'now' : clockTime(new Date(to).toISOString())}
          </span>
          <button
            type="button"
            className="ib"
            aria-label="Later"
            title="Later"
            disabled={still === null}
            onClick={() => stay(to + zoom.ms / 2)}
          >
            <ChevronRight size={18} />
          </button>
          <button
            type="button"
            className={still === null ? 'btn on' : 'btn'}
            aria-pressed={still === null}
            onClick={() => stay(still === null ? now : null)}
          >
            <i className={`dot ${still === null ? 'run' : 'idle'}`} />
            {still === null ? 'Follows now' : 'Follow now'}
          </button>
        </div>
        <span className="sp" />
        <button
          type="button"
          className="btn"
          aria-pressed={isTable}
          onClick={() => set('as', isTable ? null : 'table')}
        >
          {isTable ? 'As lanes' : 'As a table'}
        </button>
      </div>
      {(problem !== null || (isUnknown && pages >= PAGES_ALONE) || earlier === 'failed') && (
        <div className="f-back">
          <span role="status">
            {problem ??
              (earlier === 'failed'
                ? 'Couldn’t load what is earlier.'
                : 'There is more in this time than was loaded.')}
          </span>
          {isUnknown && (
            <button
              type="button"
              className="btn"
              onClick={() => {
                setPages(1)
                loadEarlier()
              }}
            >
              {earlier === 'failed' ? 'Try again' : 'Load more'}
            </button>
          )}
        </div>
      )}
      {isTable ? (
        <LaneTable state={state} lanes={lanes} range={range} />
      ) : (
        <LaneBoard
          state={state}
          lanes={lanes}
          range={range}
          onPan={(ms) => {
            setPages(0)
            stay(to + ms)
          }}
          onFocusItem={() => still === null && setStill(to)}
        />
      )}
      {!isTable && <LaneLegend />}
    </>
  )
}
