import { LIMITS } from '@crewroom/shared/protocol/limits'
import { type FormEvent, useRef } from 'react'
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
  const say = async (answer: string) => {
    if (await run(() => api.write(agentId, answer))) toast.news(`You said “${answer}” to ${name}.`)
  }
  const reply = async (event: FormEvent) => {
    event.preventDefault()
    if (!canSend) return
    // The server takes a message to the agent as the answer to what it had asked, and closes that.
    const isSent = await run(() => api.write(agentId, text.trim()))
    if (isSent) keepDraft(leadId, draft, '')
  }
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
          <form ref={form} className="reply" onSubmit={(event) => void reply(event)}>
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
