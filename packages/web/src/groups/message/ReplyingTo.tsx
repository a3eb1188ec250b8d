import { HUMAN_ID, participantLabel } from '@crewroom/shared/model/participant'
import type { ReplyTo } from '@crewroom/shared/model/reply'
import { X } from 'lucide-react'
import { inRole } from '../../crew/role-look'
import { quotedLine } from './quoted-line'
import { shownHidden } from './text-pieces'
import { useQuoted } from './use-quoted'

interface ReplyingToProps {
  readonly leadId: string
  readonly reply: ReplyTo
  readonly onCancel: () => void
}

/** Says in the composer what the text replies to. */
export function ReplyingTo({ leadId, reply, onCancel }: ReplyingToProps) {
  const who = useQuoted(leadId, reply)
  const label = shownHidden(who.label)
  const name = who.kind === 'agent' ? participantLabel(label, who.id) : label
  return (
    <div {...inRole('replying', who.role, who.color)} role="group" aria-label="Reply">
      <p>
        <span>
          Replying to <b>{reply.from === HUMAN_ID ? 'yourself' : <bdi>{name}</bdi>}</b>
        </span>
        <small>#{reply.n}</small>
      </p>
      <bdi className="said">{quotedLine(reply.text)}</bdi>
      <button
        type="button"
        className="ib"
        aria-label="Write without replying"
        title="Write without replying (Esc)"
        onClick={onCancel}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onCancel()
        }}
      >
        <X size={16} />
      </button>
    </div>
  )
}
