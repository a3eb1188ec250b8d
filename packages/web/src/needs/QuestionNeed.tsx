import { LIMITS } from '@crewroom/shared/protocol/limits'
import { type FormEvent, use, useRef } from 'react'
import { useStore } from 'zustand'
import { knownAs } from '../crew/participant'
import { suggestionsOf } from '../discussions/turn-suggestions'
import { paths } from '../shell/paths'
import { agents as api } from '../sync/api/agents'
import { keepDraft } from '../sync/drafts'
import { useDraft } from '../sync/use-draft'
import { Link } from '../ui/Link'
import { Problem } from '../ui/Problem'
import { isSendKey } from '../ui/send-key'
import { toast } from '../ui/toasts'
import { heldAnswers, Holding } from './holding'
import { NeedCard, type NeedProps } from './NeedCard'
import { useAction } from './NeedFrame'

/** An agent wrote to the person, who answers right there. */
export function QuestionNeed({ state, need }: NeedProps) {
  const { leadId, agentId } = need
  const draft = `need:${need.id}`
  const [text, change] = useDraft(leadId, draft)
  const action = useAction()
  const { isBusy, run } = action
  const form = useRef<HTMLFormElement>(null)
  const name = knownAs(state, agentId)
  const isEnded = state.agents[agentId]?.ended === 'terminated'
  const overBy = Math.max(0, text.length - LIMITS.content)
  const canSend = text.trim() !== '' && overBy === 0 && !isBusy
  const questions = Object.values(state.needs).filter(
    (other) => other.kind === 'question' && other.agentId === agentId,
  ).length
  const suggested = suggestionsOf(need.text)
  const holding = use(Holding)
  const held = useStore(heldAnswers, (all) => all[need.id])
  // The server takes a message to the agent as the answer to what it had asked, and closes that.
  const send = async (said: string, isTyped: boolean) => {
    const sending = run(() => api.write(agentId, said))
    if (!isTyped) return sending
    // Here already: the page may be gone when it has arrived.
    keepDraft(leadId, draft, '')
    const isSent = await sending
    if (!isSent) keepDraft(leadId, draft, said)
    return isSent
  }
  const say = async (said: string, isTyped = false) => {
    const words = (shown: string) => `You said “${shown}” to ${name}`
    if (holding) {
      holding.hold({ needId: need.id, leadId, said, words, send: () => send(said, isTyped) })
    } else if ((await send(said, isTyped)) && !isTyped) toast.news(`${words(said)}.`)
  }
  const reply = (event: FormEvent) => {
    event.preventDefault()
    if (canSend) void say(text.trim(), true)
  }
  if (held && holding) return <holding.Card held={held} kind={need.kind} />
  return (
    <NeedCard
      {...{ state, need, action }}
      why="asks you"
      acts={
        !isEnded && (
          <button
            type="button"
            className="btn p"
            aria-disabled={!canSend}
            onClick={() => form.current?.requestSubmit()}
          >
            {isBusy ? 'Sending…' : 'Send answer'}
          </button>
        )
      }
      more={
        <>
          <Link className="lnk" to={paths.comms(leadId, agentId)}>
            Whole conversation
          </Link>
          {questions > 1 && (
            <span className="hint">An answer settles all {questions} questions of this agent.</span>
          )}
        </>
      }
    >
      {isEnded ? (
        <p className="hint">This agent has since ended and will not see a reply.</p>
      ) : (
        <>
          {suggested.length > 0 && (
            <div className="need-choices" role="group" aria-label="Answers that it names">
              {suggested.map((answer, index) => (
                <button
                  key={answer}
                  type="button"
                  className="btn"
                  data-choice
                  disabled={isBusy}
                  onClick={() => void say(answer)}
                >
                  {answer} {index < 4 && <kbd aria-hidden="true">{index + 1}</kbd>}
                </button>
              ))}
            </div>
          )}
          <form ref={form} className="reply" onSubmit={reply}>
            <textarea
              className="input"
              rows={2}
              value={text}
              aria-label={`Answer ${name}`}
              placeholder={`Answer ${name}`}
              onChange={({ target }) => change(target.value)}
              onKeyDown={(event) => {
                if (!isSendKey(event)) return
                event.preventDefault()
                form.current?.requestSubmit()
              }}
            />
          </form>
        </>
      )}
      <Problem text={overBy > 0 ? `${overBy.toLocaleString()} characters too long` : null} />
    </NeedCard>
  )
}
