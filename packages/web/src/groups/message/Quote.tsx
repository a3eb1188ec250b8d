import type { ReplyTo } from '@crewroom/shared/model/reply'
import { shortId } from '@crewroom/shared/model/participant'
import { MAIN_SESSION } from '@crewroom/shared/model/session'
import { useContext } from 'react'
import { inRole } from '../../crew/role-look'
import { ControlTab } from './mention-scope'
import { quotedLine } from './quoted-line'
import { shownHidden } from './text-pieces'
import { useGoToMessage } from './use-go-to-message'
import { useQuoted } from './use-quoted'

interface QuoteProps {
  readonly leadId: string
  readonly group: string
  readonly sessionId?: string
  readonly replyTo: ReplyTo
}

/** The message that another one replies to, in a line; pressing it goes there. */
export function Quote({ leadId, group, sessionId = MAIN_SESSION, replyTo }: QuoteProps) {
  const tabIndex = useContext(ControlTab)
  const who = useQuoted(leadId, replyTo)
  const { isBusy, goTo } = useGoToMessage({ leadId, group, sessionId })
  const { n } = replyTo
  return (
    <button
      type="button"
      {...inRole('quote', who.role, who.color)}
      tabIndex={tabIndex}
      title={`Go to #${n}`}
      aria-busy={isBusy}
      onClick={() => goTo(replyTo.id)}
    >
      <span className="sr">Replies to </span>
      <b>
        <bdi>{shownHidden(who.label)}</bdi>
      </b>
      {who.kind === 'agent' && <small className="mono">{shortId(who.id)}</small>}
      <bdi className="said">{quotedLine(replyTo.text)}</bdi>
      <small>#{n}</small>
    </button>
  )
}
