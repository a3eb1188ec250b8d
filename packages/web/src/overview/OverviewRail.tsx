import type { CrewState } from '@crewroom/shared/state/crew-state'
import { ChevronRight, CircleCheck } from 'lucide-react'
import { Suspense, useState } from 'react'
import { knownAs } from '../crew/participant'
import { countNeeds } from '../needs/count-needs'
import { useWaiting, type Waiting } from '../needs/waiting'
import '../needs/needs.css'
import './rail.css'
import { NEED_WORDS } from '../needs/need-words'
import { paths } from '../shell/paths'
import { NeedsBadge } from '../ui/Badge'
import { Link } from '../ui/Link'
import { clockTime } from '../ui/times'
import type { Card } from './cards'
import { sentenceParts } from './crew-sentence'
import { SinceVisit } from './SinceVisit'
import { drawnLater, LeftOut } from '../ui/drawn-later'

const RolloutPeek = drawnLater(() => import('./RolloutPeek').then((own) => own.RolloutPeek))

// Most of the time nothing waits, and nothing of what answers is needed.
const WaitingItem = drawnLater(() => import('../needs/CrewNeeds').then((own) => own.WaitingItem))
const MentionedGroups = drawnLater(
  () => import('../needs/CrewNeeds').then((own) => own.MentionedGroups),
  LeftOut,
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
  // A request for permission is drawn without buttons for a reader; everything else has some.
  const canOpen = (own: Waiting) => !isReader || 'asks' in own
  const isOpen = (own: Waiting, index: number) =>
    canOpen(own) && (index < OPEN || opened.includes(own.key))
  return (
    <section className="ov-needs" aria-labelledby="ov-needs-title">
      <div className="ov-rail-head">
        <h2 id="ov-needs-title">Needs you</h2>
        <NeedsBadge count={count} />
        <span className="sp" />
        {count > 0 && <Link to={paths.section(state.lead.id, 'needs')}>Open all</Link>}
      </div>
      {waiting.length === 0 && count === 0 && <AllClear cards={cards} />}
      <ul>
        {waiting.map((own, index) => (
          <li key={own.key}>
            {isOpen(own, index) ? (
              <Suspense fallback={<Folded state={state} waiting={own} open={null} />}>
                <WaitingItem state={state} waiting={own} />
              </Suspense>
            ) : (
              <Folded
                state={state}
                waiting={own}
                open={canOpen(own) ? () => setOpened([...opened, own.key]) : null}
              />
            )}
          </li>
        ))}
      </ul>
      {isError && (
        <Suspense>
          <MentionedGroups state={state} />
        </Suspense>
      )}
    </section>
  )
}

interface FoldedProps {
  readonly state: CrewState
  readonly waiting: Waiting
  readonly open: (() => void) | null
}

/** Of whom, and in a few words what. */
function foldedWords(own: Waiting): readonly [agentId: string, words: string] {
  if ('mention' in own) return [own.mention.from, 'mentions you']
  if ('need' in own) return [own.need.agentId, NEED_WORDS[own.need.kind]]
  const { agentId, asks } = own.asks
  const words = asks.length > 1 ? `asks for ${asks.length} permissions` : NEED_WORDS.permission
  return [agentId, words]
}

function Folded({ state, waiting, open }: FoldedProps) {
  const [agentId, words] = foldedWords(waiting)
  const line = (
    <>
      <span className="ov-folded-text">
        <b>{knownAs(state, agentId)}</b> {words}
      </span>
      <time dateTime={waiting.at}>{clockTime(waiting.at)}</time>
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
