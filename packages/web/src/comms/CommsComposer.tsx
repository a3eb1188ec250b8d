import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { ArrowUp } from 'lucide-react'
import { useRef } from 'react'
import { knownAs } from '../crew/participant'
import { useIsPaused } from '../crew/use-crew'
import { useComposerFocus } from '../groups/composer/use-composer-focus'
import { focusMain } from '../ui/focus-main'
import { paths } from '../shell/paths'
import { useDraft } from '../sync/use-draft'
import { Link } from '../ui/Link'
import { SentHint } from '../ui/SentHint'
import { isSendKey } from '../ui/send-key'
import { useGrowingBox } from '../ui/use-growing-box'
import { addressOf, type ConversationKey } from './conversations'
import { directOutbox } from './outbox'

interface CommsComposerProps {
  readonly conversation: ConversationKey
  readonly state: CrewState
}

/** Where the person writes to one agent or to all, or why that cannot be here. */
export function CommsComposer({ conversation, state }: CommsComposerProps) {
  if (conversation.kind === 'pair') {
    return (
      <p className="closed">
        This is between two agents. Write to{' '}
        {conversation.ids.map((id, index) => (
          <span key={id}>
            {index > 0 && ' or '}
            <Link className="lnk" to={paths.comms(state.lead.id, id)}>
              {knownAs(state, id)}
            </Link>
          </span>
        ))}{' '}
        instead.
      </p>
    )
  }
  const agent = conversation.kind === 'agent' ? state.agents[conversation.agentId] : undefined
  if (agent?.ended === 'terminated') {
    return (
      <p className="closed">
        This agent was ended and no longer reads messages.{' '}
        <Link className="lnk" to={paths.agent(state.lead.id, agent.id)}>
          Resume it on its page
        </Link>{' '}
        to write to it.
      </p>
    )
  }
  return <Box conversation={conversation} state={state} />
}

function Box({ conversation, state }: CommsComposerProps) {
  const leadId = state.lead.id
  const isPaused = useIsPaused(state)
  const to = conversation.kind === 'agent' ? conversation.agentId : null
  const draft = `comms:${addressOf(conversation)}`
  const [text, change] = useDraft(leadId, draft)
  const box = useRef<HTMLTextAreaElement>(null)
  useGrowingBox(box, text)
  useComposerFocus(box, true)
  const overBy = text.length - LIMITS.content
  const reached = Object.values(state.agents).filter(({ ended }) => ended === null).length
  const canSend = text.trim() !== '' && overBy <= 0 && (to !== null || reached > 0)
  const label = `Message ${to === null ? 'everyone' : knownAs(state, to)}`

  const send = () => {
    if (!canSend) return
    // The text leaves the box only into the outbox, which keeps it until it is sent.
    directOutbox.send({ leadId, to }, text.trim())
    change('')
  }
  return (
    <form
      className="comp"
      onSubmit={(event) => {
        event.preventDefault()
        send()
        box.current?.focus()
      }}
    >
      <textarea
        ref={box}
        id="composer"
        rows={1}
        value={text}
        placeholder={label}
        aria-label={label}
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
            event.currentTarget.blur()
            return focusMain()
          }
          if (!isSendKey(event)) return
          event.preventDefault()
          send()
        }}
      />
      <SentHint to={{ leadId, to }} text={text} />
      <div className="row">
        <span className="wakes" data-testid="effect">
          <span className="names">{whatHappens(state, to, { reached, isPaused })}</span>
        </span>
        {overBy > 0 && (
          <span className="note bad" role="status">
            {overBy.toLocaleString()} characters too long
          </span>
        )}
        <button type="submit" className="send" aria-label="Send" aria-disabled={!canSend}>
          <ArrowUp size={18} />
        </button>
      </div>
    </form>
  )
}

/** What sending does, before it is done. */
function whatHappens(
  state: CrewState,
  to: string | null,
  { reached, isPaused }: { readonly reached: number; readonly isPaused: boolean },
): string {
  const later = isPaused ? ' when the pause ends' : ''
  if (to === null) {
    if (reached === 0) return 'There is no agent to read it'
    const all = reached === 1 ? 'the only agent' : `all ${reached} agents`
    return isPaused ? `Goes to ${all}${later}` : `Goes to ${all} and wakes them`
  }
  const name = knownAs(state, to)
  if (state.agents[to]?.ended) return `Brings ${name} back${later}`
  return later === '' ? `Wakes ${name}` : `${name} reads it${later}`
}
