import type { CrewState } from '@crewroom/shared/state/crew-state'
import type { KeyboardEvent } from 'react'
import { Link } from 'react-router'
import { roleLook } from '../crew/role-look'
import { paths } from '../shell/paths'
import { Avatar } from '../ui/Avatar'
import { tokenWords } from './amounts'
import { type Card, cardName } from './cards'
import { LiveLine } from './LiveBox'

interface AgentRowProps {
  readonly state: CrewState
  readonly card: Card
  readonly heard: string
  readonly isStop: boolean
  readonly onKeyDown: (event: KeyboardEvent, card: Card) => void
  readonly onFocus: (id: string) => void
}

/** One agent in a line, where there are too many for cards. */
export function AgentRow({ state, card, heard, isStop, onKeyDown, onFocus }: AgentRowProps) {
  const { who, look, tokens } = card
  const { className, style } = roleLook(who.role, who.color)
  return (
    <div className={`ov-row ${className}`} style={style}>
      <Avatar who={who} size="sm" />
      <Link
        className="ov-open"
        to={paths.agent(state.lead.id, card.id)}
        aria-label={cardName(card)}
        data-card={card.id}
        tabIndex={isStop ? 0 : -1}
        onKeyDown={(event) => onKeyDown(event, card)}
        onFocus={() => onFocus(card.id)}
      >
        {who.label}
      </Link>
      <LiveLine state={state} card={card} heard={heard} />
      <span className="ov-state" data-dot={look.dot}>
        <i className={`dot ${look.dot}`} />
        {look.word}
      </span>
      <span className="ov-tokens">{tokens === null ? '' : tokenWords(tokens)}</span>
    </div>
  )
}
