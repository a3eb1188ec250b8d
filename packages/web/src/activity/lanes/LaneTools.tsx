import {
  ChevronLeft,
  ChevronRight,
  MessagesSquare,
  Minus,
  Plus,
  Search,
  Spline,
  Table2,
} from 'lucide-react'
import { clockTime, dayLabel } from '../../ui/times'
import type { LaneAddress } from './lane-address'
import { lasting, PRESETS, type Range, type Story } from './time-range'

interface LaneToolsProps {
  readonly address: LaneAddress
  readonly range: Range
  readonly story: Story
  readonly now: number
  readonly follows: boolean
  readonly isTable: boolean
  /** So many lanes that a filter helps. */
  readonly isMany: boolean
  readonly onChange: (patch: Partial<LaneAddress>) => void
  readonly onZoom: (factor: number) => void
  /** So many windows to the right. */
  readonly onStep: (windows: number) => void
}

/** What is shown: how much time, of whom, and how. */
export function LaneTools(props: LaneToolsProps) {
  const { address, range, story, now, isTable, isMany, onChange, onZoom, onStep } = props
  const { span, hasLinks, hasGroups, find } = address
  return (
    <div className="l-tools">
      <div className="view-switch" role="group" aria-label="How much time is shown">
        {PRESETS.map((preset) => (
          <button
            key={preset.label}
            type="button"
            aria-pressed={preset.span === span}
            // Back to the whole story is back to its end; another width keeps the end that is looked at.
            onClick={() =>
              onChange({ span: preset.span, ...(preset.span === 'all' && { end: null }) })
            }
          >
            {preset.label}
          </button>
        ))}
      </div>
      <span className="l-pan">
        {span !== 'all' && (
          <button
            type="button"
            className="ib"
            aria-label="Earlier"
            title="Earlier"
            onClick={() => onStep(-0.5)}
          >
            <ChevronLeft size={18} />
          </button>
        )}
        <span className="l-when">{whenWords(address, range, story, now)}</span>
        {span !== 'all' && (
          <button
            type="button"
            className="ib"
            aria-label="Later"
            title="Later"
            aria-disabled={props.follows}
            onClick={() => onStep(0.5)}
          >
            <ChevronRight size={18} />
          </button>
        )}
      </span>
      <span className="sp" />
      {isMany && !isTable && (
        <label className="l-find">
          <Search size={14} aria-hidden="true" />
          <input
            value={find}
            placeholder="Filter lanes"
            aria-label="Filter lanes by name"
            onChange={({ target }) => onChange({ find: target.value })}
          />
        </label>
      )}
      {!isTable && (
        <>
          <button
            type="button"
            className="l-toggle"
            aria-pressed={hasLinks}
            onClick={() => onChange({ hasLinks: !hasLinks })}
          >
            <Spline size={15} aria-hidden="true" /> Connections
          </button>
          <button
            type="button"
            className="l-toggle"
            aria-pressed={hasGroups}
            onClick={() => onChange({ hasGroups: !hasGroups })}
          >
            <MessagesSquare size={15} aria-hidden="true" /> Groups
          </button>
          <button
            type="button"
            className="ib l-zoom"
            aria-label="Show more time"
            title="Show more time (−)"
            onClick={() => onZoom(2)}
          >
            <Minus size={17} />
          </button>
          <button
            type="button"
            className="ib l-zoom"
            aria-label="Show less time"
            title="Show less time (+)"
            onClick={() => onZoom(0.5)}
          >
            <Plus size={17} />
          </button>
        </>
      )}
      <button
        type="button"
        className="btn"
        aria-pressed={isTable}
        onClick={() => onChange({ as: isTable ? 'lanes' : 'table' })}
      >
        <Table2 size={15} aria-hidden="true" /> {isTable ? 'As lanes' : 'As a table'}
      </button>
    </div>
  )
}

/** `14:02 to now, 30 min`; with the day if that is not today. The room beside the story is left out. */
function whenWords({ span, end }: LaneAddress, range: Range, story: Story, now: number): string {
  const { from, to } = span === 'all' ? { from: story.from, to: end ?? story.to } : range
  const begin = new Date(from).toISOString()
  const day = dayLabel(begin, now)
  const last = to >= now ? 'now' : clockTime(new Date(to).toISOString())
  const length = lasting(span === 'all' ? to - from : span)
  return `${day === 'Today' ? '' : `${day} `}${clockTime(begin)} to ${last}, ${length}`
}
