import type { ContextPhase, ContextView } from '@crewroom/shared/transcript/views'
import { OctagonAlert } from 'lucide-react'
import { type CSSProperties, type MouseEvent, useState } from 'react'
import { tokenWords } from '../../overview/amounts'
import { Link } from '../../ui/Link'
import { clockTime, fullTime } from '../../ui/times'
import type { TranscriptSource } from '../source'
import { useTabUI } from '../use-tab-ui'
import { fillWords, lastTokens, partsOf } from './context-words'
import './context.css'
import { FillChart } from './FillChart'
import { FillTiles } from './FillTiles'
import { useViewOf } from './use-view-of'

export interface ToItem {
  /** The address of an item, which a link of the browser can have, too. */
  readonly pathOf: (itemId: string, displayItemId: string | null) => string
  readonly goTo: (itemId: string, displayItemId: string | null) => void
}

const MOST_ERRORS = 8
/** Pictures are drawn for the room that they have, so that their words are as large as others. */
const WIDTH = { beside: 228, alone: 360 } as const

/** Where the tokens of a transcript went: how the context filled, with what, and the largest pieces. */
export function ContextPanel({
  source,
  to,
  isAlone = false,
}: {
  readonly source: TranscriptSource
  readonly to: ToItem
  /** It is a page of its own, whose head says what it is. */
  readonly isAlone?: boolean
}) {
  const { data, error, refetch } = useViewOf(source, 'context', source.context)
  const { selectedContextPhase } = useTabUI()
  const phase =
    data?.phases.find(({ number }) => number === selectedContextPhase) ?? data?.phases.at(-1)
  const fill = data && fillWords(phase, data.limit)
  return (
    <aside className={isAlone ? 'cx alone' : 'cx'} aria-label="Context" aria-busy={!data && !error}>
      <div className="cx-bar">
        {!isAlone && <h2>Context</h2>}
        <span className="sp" />
        {fill !== null && <span>{fill}</span>}
      </div>
      {error && !data && (
        <section role="alert">
          <p className="cx-none">Couldn’t load the context. {error.message}</p>
          <button type="button" className="btn" onClick={() => void refetch()}>
            Retry
          </button>
        </section>
      )}
      {data && phase && (
        <Phase view={data} phase={phase} to={to} width={isAlone ? WIDTH.alone : WIDTH.beside} />
      )}
      {data && !phase && (
        <section>
          <p className="cx-none">The records of this session do not tell what its context held.</p>
        </section>
      )}
      {data && <Errors errors={data.errors} to={to} />}
    </aside>
  )
}

interface PhaseProps {
  readonly view: ContextView
  readonly phase: ContextPhase
  readonly to: ToItem
  readonly width: number
}

function Phase({ view, phase, to, width }: PhaseProps) {
  const tokens = lastTokens(phase)
  const isLast = phase === view.phases.at(-1)
  const most = phase.largest[0]?.tokens ?? 1
  return (
    <>
      <section>
        {view.phases.length > 1 && <Phases view={view} shown={phase.number} />}
        <FillChart view={view} shownPhase={phase.number} width={width} />
      </section>
      {partsOf(phase).length > 0 && (
        <section>
          <h3>
            {isLast ? 'What fills it now' : 'What filled it at the end'}
            <span className="sp" />
            {tokens !== null && view.limit !== null && (
              <span className="cx-share">{Math.round((100 * tokens) / view.limit)} %</span>
            )}
          </h3>
          <FillTiles phase={phase} width={width} />
        </section>
      )}
      {phase.largest.length > 0 && (
        <section>
          <h3>Largest</h3>
          <ul className="cx-largest">
            {phase.largest.map(({ label, part, tokens: own, itemId, displayItemId }) => (
              <li key={`${itemId} ${displayItemId} ${part} ${label}`}>
                <ItemLink {...{ to, itemId, displayItemId }}>
                  <span title={label}>{label}</span>
                  <b>{tokenWords(own)}</b>
                  <i style={{ '--share': own / most } as CSSProperties} />
                </ItemLink>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function Phases({ view, shown }: { readonly view: ContextView; readonly shown: number }) {
  const { setSelectedContextPhase } = useTabUI()
  return (
    <div className="cx-phases" role="group" aria-label="Phases, between compactions">
      {view.phases.map(({ number, endTime }, index) => {
        const isLast = index === view.phases.length - 1
        return (
          <button
            key={number}
            type="button"
            aria-pressed={number === shown}
            // Whoever follows the last one goes on to the next when a compaction begins it.
            onClick={() => setSelectedContextPhase(isLast ? null : number)}
          >
            Phase {number}
            <small>{isLast ? 'since compacting' : `to ${clockTime(endTime)}`}</small>
          </button>
        )
      })}
    </div>
  )
}

function Errors({ errors, to }: { readonly errors: ContextView['errors']; readonly to: ToItem }) {
  const [areAll, setAll] = useState(false)
  if (errors.length === 0) return null
  const shown = areAll ? errors : errors.slice(0, MOST_ERRORS)
  return (
    <section>
      <h3>Errors</h3>
      <ul>
        {shown.map(({ at, label, itemId, displayItemId }, index) => (
          <li key={`${itemId} ${displayItemId} ${index}`}>
            <ItemLink {...{ to, itemId, displayItemId }} className="cx-error">
              <OctagonAlert size={14} />
              <span title={label}>{label}</span>
              <time dateTime={at} title={fullTime(at)}>
                {clockTime(at)}
              </time>
            </ItemLink>
          </li>
        ))}
      </ul>
      {!areAll && errors.length > MOST_ERRORS && (
        <button type="button" className="cx-more" onClick={() => setAll(true)}>
          {errors.length - MOST_ERRORS} more
        </button>
      )}
    </section>
  )
}

interface ItemLinkProps {
  readonly to: ToItem
  readonly itemId: string
  readonly displayItemId: string | null
  readonly className?: string
  readonly children: React.ReactNode
}

/** Opens an item and lets it flash; a browser tab can have it by its address. */
function ItemLink({ to, itemId, displayItemId, className, children }: ItemLinkProps) {
  const go = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    to.goTo(itemId, displayItemId)
  }
  return (
    <Link className={className} to={to.pathOf(itemId, displayItemId)} onClick={go}>
      {children}
    </Link>
  )
}
