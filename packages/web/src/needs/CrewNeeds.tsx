import type { NeedRecord } from '@crewroom/shared/model/need'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { Suspense } from 'react'
import { AskCard } from '../permissions/AskCard'
import { paths } from '../shell/paths'
import { Link } from '../ui/Link'
import { askedInGroup } from './count-needs'
import { FailedNeed, FilesNeed, HeldNeed } from './ActionNeeds'
import { MentionNeed } from './MentionNeed'
import { QuestionNeed } from './QuestionNeed'
import { RefusedNeed } from './RefusedNeed'
import { RulesNeed } from './RulesNeed'
import { StalledNeed } from './StalledNeed'
import { useWaiting, type Waiting } from './waiting'
import { drawnLater } from '../ui/drawn-later'

const BudgetNeed = drawnLater(() => import('./BudgetNeed').then((own) => own.BudgetNeed))

const TurnNeed = drawnLater(() => import('./TurnNeed').then((own) => own.TurnNeed))

/** All that waits in another crew than the page’s, as one list. */
export function CrewNeeds({ state }: { readonly state: CrewState }) {
  const { waiting, isError } = useWaiting(state)
  return (
    <>
      <ul>
        {waiting.map((own) => (
          <li key={own.key}>
            <WaitingItem state={state} waiting={own} />
          </li>
        ))}
      </ul>
      {isError && <MentionedGroups state={state} />}
    </>
  )
}

export function WaitingItem({
  state,
  waiting,
}: {
  readonly state: CrewState
  readonly waiting: Waiting
}) {
  if ('asks' in waiting) return <AskCard state={state} own={waiting.asks} />
  if ('mention' in waiting) return <MentionNeed state={state} message={waiting.mention} />
  return <NeedItem state={state} need={waiting.need} />
}

function NeedItem({ state, need }: { readonly state: CrewState; readonly need: NeedRecord }) {
  switch (need.kind) {
    case 'question':
      return <QuestionNeed state={state} need={need} />
    case 'failed':
      return <FailedNeed state={state} need={need} />
    case 'held':
      return <HeldNeed state={state} need={need} />
    case 'permission':
      // All requests of an agent are one card.
      return null
    case 'refused':
      return <RefusedNeed state={state} need={need} />
    case 'budget':
      return (
        <Suspense fallback={null}>
          <BudgetNeed state={state} need={need} />
        </Suspense>
      )
    case 'turn':
      return (
        <Suspense fallback={null}>
          <TurnNeed state={state} need={need} />
        </Suspense>
      )
    case 'files':
      return <FilesNeed state={state} need={need} />
    case 'rules':
      return <RulesNeed state={state} need={need} />
    case 'stalled':
      return <StalledNeed state={state} need={need} />
    case 'mention':
      // Its message is the card.
      return null
    default:
      need.kind satisfies never
      return null
  }
}

/** If the messages themselves are not available: the groups that they are in. */
export function MentionedGroups({ state }: { readonly state: CrewState }) {
  const groups = Object.values(state.groups).filter((group) => askedInGroup(state, group) > 0)
  return (
    <div className="none" role="status">
      You are mentioned in{' '}
      {groups.map(({ name }, index) => (
        <span key={name}>
          {index > 0 && ', '}
          <Link className="lnk" to={paths.group(state.lead.id, name)}>
            {name}
          </Link>
        </span>
      ))}
      . The messages could not be loaded here; open the group to answer them.
    </div>
  )
}
