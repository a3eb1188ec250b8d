import type { CrewState } from '@crewroom/shared/state/crew-state'
import { use } from 'react'
import { useStore } from 'zustand'
import { knownAs, participantOf } from '../crew/participant'
import { shownHidden } from '../groups/message/text-pieces'
import { heldAnswers, Holding } from '../needs/holding'
import { person } from '../sync/sync'
import { wishOf } from './ask-words'
import { AskAnswer } from './AskAnswer'
import { AskWhat } from './AskWhat'
import type { Ask } from './asks'
import { SettledLine } from './SettledLine'
import { useNextFocus } from './use-next-focus'

interface AskItemProps {
  readonly state: CrewState
  readonly one: Ask
  /** Whether the same agent has more requests. */
  readonly isOneOfMany: boolean
}

/** A request: what would be done, and its answers; once it has ended, its outcome. */
export function AskItem({ state, one: { need, ask, settled }, isOneOfMany }: AskItemProps) {
  const isReader = useStore(person, (all) => all.isReader)
  const holding = use(Holding)
  const held = useStore(heldAnswers, (all) => all[need.id])
  const item = useNextFocus<HTMLLIElement>(settled !== null || held !== undefined)
  const name = knownAs(state, need.agentId)
  const { roleName } = participantOf(state, need.agentId, '')
  const folder = state.agents[need.agentId]?.cwd ?? null
  const wish = wishOf(ask)
  return (
    <li
      ref={item}
      className="ask"
      data-ask={need.id}
      data-settled={settled === null ? undefined : ''}
      data-held={held && !settled ? '' : undefined}
      tabIndex={-1}
      aria-label={`${name} ${wish}${ask.command === null ? '' : `: ${shownHidden(ask.command)}`}`}
    >
      {settled ? (
        <SettledLine state={state} settled={settled} />
      ) : held && holding ? (
        <holding.Line held={held} />
      ) : (
        <>
          {isOneOfMany && <p className="ask-wish">{wish[0]?.toUpperCase() + wish.slice(1)}</p>}
          <AskWhat ask={ask} />
          {isReader ? (
            <p className="ask-offers">
              Its answers: {ask.options.map((option) => shownHidden(option.name)).join(' · ')}. Only
              the owner of this server answers.
            </p>
          ) : (
            <AskAnswer {...{ need, ask, name, roleName, folder }} />
          )}
        </>
      )}
    </li>
  )
}
