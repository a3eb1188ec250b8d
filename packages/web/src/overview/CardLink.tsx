import type { CrewState } from '@crewroom/shared/state/crew-state'
import type { KeyboardEvent } from 'react'
import { paths } from '../shell/paths'
import { Link } from '../ui/Link'
import { type Card, cardName } from './cards'

export interface CardLinkProps {
  readonly state: CrewState
  readonly card: Card
  /** Whether the Tab key stops here: of all cards at one. */
  readonly isStop: boolean
  readonly onKeyDown: (event: KeyboardEvent, card: Card) => void
  readonly onFocus: (id: string) => void
}

/** An agent's name among the cards: opens its page and takes the keys. */
export function CardLink({ state, card, isStop, onKeyDown, onFocus }: CardLinkProps) {
  return (
    <Link
      className="ov-open"
      to={paths.agent(state.lead.id, card.id)}
      aria-label={cardName(card)}
      data-card={card.id}
      tabIndex={isStop ? 0 : -1}
      onKeyDown={(event) => onKeyDown(event, card)}
      onFocus={() => onFocus(card.id)}
    >
      {card.who.label}
    </Link>
  )
}
