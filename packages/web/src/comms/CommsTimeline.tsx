import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useMemo } from 'react'
import { knownAs } from '../crew/participant'
import { EndList } from '../ui/EndList'
import { dayLabel } from '../ui/times'
import { useNow } from '../ui/use-now'
import type { CommsRow } from './comms-rows'
import { DirectRow, PendingDirectRow } from './DirectRow'

interface CommsTimelineProps {
  readonly rows: readonly CommsRow[]
  readonly state: CrewState
  readonly personName: string
  /** Asks for earlier messages; null when there is nothing to ask for now. */
  readonly loadEarlier: (() => void) | null
  /** After it failed. */
  readonly retry: (() => void) | null
  readonly pages: number
  /** Goes to the end whenever this changes. */
  readonly jumpKey: string
}

/** A conversation, read from its end: it follows there, and stays where it is everywhere else. */
export function CommsTimeline(props: CommsTimelineProps) {
  const { rows, state, personName, loadEarlier, retry, pages, jumpKey } = props
  const { agents, lead, workFiles } = state
  const crew = useMemo(() => ({ lead, agents, workFiles }), [lead, agents, workFiles])
  const now = useNow(60_000)
  const rendered = (row: CommsRow) => {
    switch (row.kind) {
      case 'day':
        return <div className="day">{dayLabel(row.at, now)}</div>
      case 'message':
        return (
          <DirectRow {...{ crew, personName }} message={row.message} isCompact={row.isCompact} />
        )
      case 'pending':
        return (
          <PendingDirectRow
            {...row}
            personName={personName}
            toName={row.pending.to === null ? 'everyone' : knownAs(crew, row.pending.to)}
          />
        )
      default:
        row satisfies never
        return null
    }
  }
  return (
    <EndList
      label="Messages"
      id="messages"
      rows={rows}
      keyOf={({ key }) => key}
      heightOf={({ kind }) => (kind === 'day' ? 38 : 64)}
      loadEarlier={loadEarlier}
      loaded={pages}
      jumpKey={jumpKey}
      pill={(count) => `${count} new ${count === 1 ? 'message' : 'messages'}`}
      head={
        retry && (
          <p className="sys" role="alert">
            Earlier messages could not be loaded.{' '}
            <button type="button" onClick={retry}>
              Retry
            </button>
          </p>
        )
      }
    >
      {rendered}
    </EndList>
  )
}
