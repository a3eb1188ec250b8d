import type { TranscriptPage } from '@crewroom/shared/transcript/views'
import { ChevronsDownUp, ChevronsUpDown, OctagonAlert, PanelRight, Search } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { shownHidden } from '../groups/message/text-pieces'
import { spanWords } from '../overview/amounts'
import type { TabFilter } from './tab-ui'
import { useTabUI } from './use-tab-ui'
import { sumWords } from './words'

interface TranscriptBarProps {
  readonly page: Pick<TranscriptPage, 'session' | 'totals' | 'metrics' | 'sums'>
  readonly hasPanel: boolean
  readonly onNextError: () => void
  /** The search, while it is open. */
  readonly search: ReactNode
  readonly actions: ReactNode
}

/** What the session is and took, and what of it is shown. It is not drawn again while one scrolls. */
export const TranscriptBar = memo(function TranscriptBar(props: TranscriptBarProps) {
  const { page, hasPanel, onNextError, search, actions } = props
  const { session, totals, metrics, sums } = page
  const tab = useTabUI()
  const isAll = tab.areAllExpanded
  const facts = [
    session.model ? shownHidden(session.model.label) : '',
    session.branch ? shownHidden(session.branch) : '',
    ...sumWords(sums),
    metrics.durationMs >= 1_000 ? spanWords(metrics.durationMs) : '',
  ].filter((fact) => fact !== '')
  return (
    <div className="tv-bar">
      <p className="tv-facts" title={facts.join(' · ')}>
        {session.ongoing && (
          <>
            <b>Ongoing</b>
            {facts.length > 0 && ' · '}
          </>
        )}
        {facts.join(' · ')}
      </p>
      <span className="tv-space" />
      {search}
      <div className="tv-filter" role="group" aria-label="Show">
        <Filter value="all" label="All" />
        <Filter value="tools" label="Tools" count={totals.tools} />
        <Filter value="errors" label="Errors" count={totals.errors} />
      </div>
      {totals.errors > 0 && (
        <button
          type="button"
          className="ib"
          aria-label="Next error"
          title="Next error (N)"
          onClick={onNextError}
        >
          <OctagonAlert size={17} />
        </button>
      )}
      <button
        type="button"
        className="tv-all"
        aria-pressed={isAll}
        title={`${isAll ? 'Collapse' : 'Expand'} all (Shift E)`}
        onClick={tab.toggleAllAIGroups}
      >
        {isAll ? <ChevronsDownUp size={15} /> : <ChevronsUpDown size={15} />}
        <span>{isAll ? 'Collapse all' : 'Expand all'}</span>
      </button>
      {tab.search === null && (
        <button
          type="button"
          className="ib"
          aria-label="Find in the transcript"
          title="Find (F)"
          onClick={() => tab.setSearch('')}
        >
          <Search size={17} />
        </button>
      )}
      {hasPanel && (
        <button
          type="button"
          className={tab.showContextPanel ? 'ib on tv-panel-button' : 'ib tv-panel-button'}
          aria-label="Context panel"
          aria-pressed={tab.showContextPanel}
          title="Context panel (C)"
          onClick={() => tab.setShowContextPanel(!tab.showContextPanel)}
        >
          <PanelRight size={17} />
        </button>
      )}
      {actions}
    </div>
  )
})

function Filter({
  value,
  label,
  count,
}: {
  readonly value: TabFilter
  readonly label: string
  readonly count?: number
}) {
  const { filter, setFilter } = useTabUI()
  return (
    <button type="button" aria-pressed={filter === value} onClick={() => setFilter(value)}>
      {label}
      {count !== undefined && <span> {count.toLocaleString('en')}</span>}
    </button>
  )
}
