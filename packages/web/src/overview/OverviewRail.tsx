import type { CrewState } from '@crewroom/shared/state/crew-state'
import { ChevronRight, CircleCheck } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { knownAs } from '../crew/participant'
import { countNeeds } from '../needs/count-needs'
import { MentionedGroups, useWaiting, type Waiting, WaitingItem } from '../needs/CrewNeeds'
import '../needs/needs.css'
import './rail.css'
import { NEED_WORDS } from '../needs/need-words'
import { paths } from '../shell/paths'
import { NeedsBadge } from '../ui/Badge'
import { clockTime } from '../ui/times'
import type { Card } from './cards'
import { sentenceParts } from './crew-sentence'
import { SinceVisit } from './SinceVisit'

const RolloutPeek = lazy(() =>
  import('./RolloutPeek').then((own) => ({ default: own.RolloutPeek })),
)

/** So many are open from the beginning; the others are a line each. */
const OPEN = 3

interface OverviewRailProps {
  readonly state: CrewState
  readonly cards: readonly Card[]
  readonly peeked: string | null
  readonly closePeek: () => void
  readonly isReader: boolean
}

/** What waits for the person, answered right here, and what they have missed; or the rollout of one agent. */
export function OverviewRail({ state, cards, peeked, closePeek, isReader }: OverviewRailProps) {
  const agent = peeked === null ? undefined : state.agents[peeked]
  if (agent) {
    return (
      <aside className="ov-rail ov-peek" aria-label="Record">
        <Suspense fallback={<div aria-busy="true" />}>
          <RolloutPeek key={agent.id} state={state} agent={agent} onClose={closePeek} />
        </Suspense>
      </aside>
    )
  }
  return (
    <aside className="ov-rail" aria-label="Needs you">
      <Needs state={state} cards={cards} isReader={isReader} />
      <SinceVisit state={state} />
    </aside>
  )
}

function Needs({
  state,
  cards,
  isReader,
}: Pick<OverviewRailProps, 'state' | 'cards' | 'isReader'>) {
  const { waiting, isError } = useWaiting(state)
  const [opened, setOpened] = useState<readonly string[]>([])
  const count = countNeeds(state)
  const isOpen = (own: Waiting, index: number) =>
    !isReader && (index < OPEN || opened.includes(own.key))
  return (
    <section className="ov-needs" aria-labelledby="ov-needs-title">
      <div className="ov-rail-head">
        <h2 id="ov-needs-title">Needs you</h2>
        <NeedsBadge count={count} />
        <span className="sp" />
        {count > 0 && <Link to={paths.section(state.lead.id, 'needs')}>Open all</Link>}
      </div>
      {count === 0 && <AllClear cards={cards} />}
      <ul>
        {waiting.map((own, index) => (
          <li key={own.key}>
            {isOpen(own, index) ? (
              <WaitingItem state={state} waiting={own} />
            ) : (
              <Folded
                state={state}
                waiting={own}
                open={isReader ? null : () => setOpened([...opened, own.key])}
              />
            )}
          </li>
        ))}
      </ul>
      {isError && <MentionedGroups state={state} />}
    </section>
  )
}

interface FoldedProps {
  readonly state: CrewState
  readonly waiting: Waiting
  readonly open: (() => void) | null
}

function Folded({ state, waiting: { need, mention, at }, open }: FoldedProps) {
  const name = knownAs(state, need?.agentId ?? mention?.from ?? '')
  const line = (
    <>
      <span className="ov-folded-text">
        <b>{name}</b> {need ? NEED_WORDS[need.kind] : 'mentions you'}
      </span>
      <time dateTime={at}>{clockTime(at)}</time>
    </>
  )
  return open === null ? (
    <p className="ov-folded">{line}</p>
  ) : (
    <button type="button" className="ov-folded" aria-expanded="false" onClick={open}>
      <ChevronRight size={15} />
      {line}
    </button>
  )
}

function AllClear({ cards }: { readonly cards: readonly Card[] }) {
  const parts = sentenceParts(cards)
  return (
    <div className="ov-clear" data-testid="all-clear">
      <CircleCheck size={24} strokeWidth={1.7} />
      <b>Nobody is waiting for you.</b>
      {parts.length > 0 && <p>{parts.map(({ text }) => text).join(', ')}.</p>}
    </div>
  )
}
