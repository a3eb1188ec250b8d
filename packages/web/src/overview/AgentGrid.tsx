import type { CrewState } from '@crewroom/shared/state/crew-state'
import { ChevronRight, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { LOOKS } from '../crew/agent-status'
import type { Standing } from '../crew/standing'
import { paths } from '../shell/paths'
import { useKey } from '../shell/use-key'
import './agent-card.css'
import { Link } from '../ui/Link'
import { AgentCard } from './AgentCard'
import { AgentRow } from './AgentRow'
import { type Card, inOrder } from './cards'
import { useGridKeys } from './use-grid-keys'
import type { OverviewData } from './use-overview'
import { useRestedOrder } from './use-rested-order'

/** More than this and cards become lines. */
const MOST_CARDS = 24
/** Of many agents, those that nobody must look at are folded away. */
const FOLDED: readonly (readonly [of: readonly Standing[], label: string])[] = [
  [['idle'], 'idle'],
  [['off'], 'not connected'],
  [['done', 'ended'], 'done'],
]

interface AgentGridProps {
  readonly state: CrewState
  readonly cards: readonly Card[]
  readonly data: OverviewData | undefined
  readonly filter: Standing | null
  readonly clearFilter: () => void
  readonly peek: (agentId: string) => void
  /** Null for people who may only read. */
  readonly act: {
    readonly giveTask: (to: string) => void
    readonly interrupt: (id: string) => void
  } | null
}

/** A card for each agent, or a line where there are many. */
export function AgentGrid(props: AgentGridProps) {
  const { state, cards, data, filter, clearFilter, peek, act } = props
  const grid = useRef<HTMLDivElement>(null)
  const ordered = useRestedOrder(inOrder(state, cards), grid)
  const shown = filter === null ? ordered : ordered.filter(({ standing }) => standing === filter)
  const keys = useGridKeys(grid, shown, peek)
  const isOnCard = keys.focused !== null && act !== null
  const focused = () => (document.activeElement as HTMLElement | null)?.dataset['card']
  useKey('cardTask', () => act?.giveTask(focused() ?? ''), act !== null)
  useKey(
    'cardInterrupt',
    () => {
      const id = focused()
      if (id !== undefined) act?.interrupt(id)
    },
    isOnCard,
  )
  const isMany = cards.length > MOST_CARDS
  const common = (card: Card) => ({
    state,
    card,
    isStop: card.id === keys.stop,
    onKeyDown: keys.onKeyDown,
    onFocus: keys.onFocus,
  })
  return (
    <div className="ov-agents" ref={grid} role="group" aria-label="Agents">
      {filter !== null && (
        <p className="ov-filter" role="status">
          {shown.length} of {cards.length}: {LOOKS[filter].word}.
          <button type="button" className="lnk" onClick={clearFilter}>
            Show all
          </button>
        </p>
      )}
      {isMany ? (
        <Rows cards={shown} isFolded={filter === null}>
          {(card) => <AgentRow {...common(card)} heard={data?.heard[card.id] ?? ''} />}
        </Rows>
      ) : (
        <ul className="ov-grid">
          {shown.map((card) => (
            <li key={card.id}>
              <AgentCard {...common(card)} data={data} />
            </li>
          ))}
          {act && filter === null && (
            <li>
              <AddTile leadId={state.lead.id} />
            </li>
          )}
        </ul>
      )}
      {isMany && act && <AddTile leadId={state.lead.id} />}
    </div>
  )
}

interface RowsProps {
  readonly cards: readonly Card[]
  readonly isFolded: boolean
  readonly children: (card: Card) => React.ReactNode
}

function Rows({ cards, isFolded, children }: RowsProps) {
  const isAside = (card: Card) => isFolded && FOLDED.some(([of]) => of.includes(card.standing))
  // Where nobody else is shown, a line that hides everybody says too little.
  const [open, setOpen] = useState<readonly string[]>(() => {
    const first = FOLDED.find(([of]) => cards.some(({ standing }) => of.includes(standing)))
    return first && cards.every(isAside) ? [first[1]] : []
  })
  return (
    <div className="ov-rows">
      <ul>
        {cards
          .filter((card) => !isAside(card))
          .map((card) => (
            <li key={card.id}>{children(card)}</li>
          ))}
      </ul>
      {isFolded &&
        FOLDED.map(([of, label]) => {
          const own = cards.filter(({ standing }) => of.includes(standing))
          const isOpen = open.includes(label)
          if (own.length === 0) return null
          return (
            <div key={label}>
              <button
                type="button"
                className="ov-fold"
                aria-expanded={isOpen}
                onClick={() =>
                  setOpen(isOpen ? open.filter((one) => one !== label) : [...open, label])
                }
              >
                <ChevronRight size={16} />
                {own.length} {label}
              </button>
              {isOpen && (
                <ul>
                  {own.map((card) => (
                    <li key={card.id}>{children(card)}</li>
                  ))}
                </ul>
              )}
            </div>
          )
        })}
    </div>
  )
}

function AddTile({ leadId }: { readonly leadId: string }) {
  return (
    <Link className="ov-add" to={`${paths.section(leadId, 'crew')}?new=agent`}>
      <Plus size={18} />
      <b>Add agent</b>
      <span>A coding agent, a command, or your own program</span>
    </Link>
  )
}
