import { roleLook } from '../crew/role-look'
import { Avatar } from '../ui/Avatar'
import { tokenWords } from './amounts'
import { CardLink, type CardLinkProps } from './CardLink'
import { LiveLine } from './LiveBox'

interface AgentRowProps extends CardLinkProps {
  readonly heard: string
}

/** One agent in a line, where there are too many for cards. */
export function AgentRow({ state, card, heard, isStop, onKeyDown, onFocus }: AgentRowProps) {
  const { who, look, tokens } = card
  const { className, style } = roleLook(who.role, who.color)
  return (
    <div className={`ov-row ${className}`} style={style}>
      <Avatar who={who} size="sm" />
      <CardLink {...{ state, card, isStop, onKeyDown, onFocus }} />
      <LiveLine state={state} card={card} heard={heard} />
      <span className="ov-state" data-dot={look.dot}>
        <i className={`dot ${look.dot}`} />
        {look.word}
      </span>
      <span className="ov-tokens">{tokens === null ? '' : tokenWords(tokens)}</span>
    </div>
  )
}
