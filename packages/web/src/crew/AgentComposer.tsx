import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { CrewState, LiveAgent } from '@crewroom/shared/state/crew-state'
import { ArrowUp } from 'lucide-react'
import { type FormEvent, type KeyboardEvent } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { UnsentDirect } from '../comms/DirectRow'
import { directOutbox } from '../comms/outbox'
import { paths } from '../shell/paths'
import { isWaiting } from '../sync/outbox'
import { useDraft } from '../sync/use-draft'
import { Link } from '../ui/Link'
import { SentHint } from '../ui/SentHint'
import { isSendKey } from '../ui/send-key'
import { toast } from '../ui/toasts'
import { knownAs } from './participant'
import { useIsPaused } from './use-crew'

interface AgentComposerProps {
  readonly state: CrewState
  readonly agent: AgentRecord
  readonly live: LiveAgent | undefined
}

/** Writes to this one agent. What was not sent stays in the box. */
export function AgentComposer({ state, agent, live }: AgentComposerProps) {
  // The same as in Comms, where this conversation is.
  const draft = `comms:${agent.id}`
  const leadId = state.lead.id
  const [text, change] = useDraft(leadId, draft)
  const name = knownAs(state, agent.id)
  const isPaused = useIsPaused(state)
  const kept = useStore(
    directOutbox.store,
    useShallow((all) =>
      all.filter((own) => own.to === agent.id && (isWaiting(own) || own.status === 'failed')),
    ),
  )
  const send = (event?: FormEvent) => {
    event?.preventDefault()
    if (text.trim() === '') return
    // The text leaves the box only into the outbox, which keeps it until it is sent.
    const to = { leadId, to: agent.id }
    directOutbox.send(to, text.trim(), () => void toast.news(`Sent to ${name}.`))
    change('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isSendKey(event)) return
    event.preventDefault()
    send()
  }
  if (agent.ended === 'terminated') {
    return (
      <p className="closed">
        {text.trim() === ''
          ? 'It was ended and no longer reads messages. Resume it to write to it.'
          : 'It was ended and no longer reads messages. Resume it to send what you wrote; your text is kept.'}
      </p>
    )
  }
  return (
    <form className="a-comp" onSubmit={send}>
      <textarea
        rows={2}
        aria-label={`Write to ${name}`}
        placeholder={`Write to ${name}`}
        value={text}
        onChange={(event) => change(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {kept.map((own) => (
        <div key={own.clientId} className="a-kept">
          <p>{own.content}</p>
          <UnsentDirect pending={own} />
        </div>
      ))}
      <SentHint to={{ leadId, to: agent.id }} text={text} />
      <div className="a-comp-foot">
        <span>
          {isPaused && agent.ended === null
            ? 'The crew is paused: it reads this when you resume it.'
            : whatHappens(state, agent, live)}{' '}
          <Link className="s-link" to={paths.comms(state.lead.id, agent.id)}>
            Whole conversation
          </Link>
        </span>
        <button type="submit" className="a-send" aria-label="Send" disabled={text.trim() === ''}>
          <ArrowUp size={18} />
        </button>
      </div>
    </form>
  )
}

/** What becomes of a message that is sent now. */
function whatHappens(state: CrewState, agent: AgentRecord, live: LiveAgent | undefined): string {
  const name = knownAs(state, agent.id)
  if (agent.ended !== null) return `It has ended: writing to it brings ${name} back to work.`
  if (live?.status === 'working') return 'It reads this when it has finished its current work.'
  if (live?.connection !== 'connected' && agent.driver.kind === 'remote') {
    return 'It reads this when its program connects.'
  }
  return `Wakes ${name}.`
}
