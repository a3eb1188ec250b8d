import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { ClipboardList, KeyRound, OctagonX, Play, StopCircle } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { agents as api } from '../sync/api/agents'
import { focusMain } from '../ui/focus-main'
import { clockTime } from '../ui/times'
import { toast } from '../ui/toasts'
import { setOrDelete, useAddressParams } from '../ui/use-address-params'
import { AgentDialogs, type Asked } from './AgentDialogs'
import { knownAs } from './participant'

const ASKED: readonly Asked[] = ['interrupt', 'end', 'task', 'token']

/** What a person can do about an agent. Whatever ends something asks first, and says what. */
export function AgentActions({
  state,
  agent,
}: {
  readonly state: CrewState
  readonly agent: AgentRecord
}) {
  // In the address: the palette opens what is asked, from anywhere.
  const [search, change] = useAddressParams()
  const asked = ASKED.find((own) => own === search.get('do')) ?? null
  const setAsked = (what: Asked | null) => change((next) => setOrDelete(next, 'do', what))
  const name = knownAs(state, agent.id)
  const isLead = agent.id === state.lead.id
  const hasEnded = agent.ended !== null
  const close = () => setAsked(null)
  // The button that was pressed may be gone by the time the server's answer arrives.
  const shown = useRef(agent.ended)
  useEffect(() => {
    if (shown.current === agent.ended) return
    shown.current = agent.ended
    const request = requestAnimationFrame(focusMain)
    return () => cancelAnimationFrame(request)
  }, [agent.ended])
  const run = (what: string, said: string, ask: () => Promise<unknown>) => {
    ask().then(
      () => toast.news(said),
      (error: unknown) => toast.failed(what, error),
    )
  }
  return (
    <div className="a-actions" role="group" aria-label="What you can do">
      {agent.hold && (
        <span className="a-held">
          Agents’ messages to it are on hold until {clockTime(agent.hold.until)}.
          <button
            type="button"
            className="btn"
            onClick={() =>
              run("Couldn't end the hold.", 'Messages delivered.', () => api.releaseAgent(agent.id))
            }
          >
            Deliver now
          </button>
        </span>
      )}
      {hasEnded ? (
        <button
          type="button"
          className="btn p"
          onClick={() =>
            run("Couldn't resume it.", `${name} is back at work.`, () => api.resumeAgent(agent.id))
          }
        >
          <Play size={15} /> Resume
        </button>
      ) : (
        <button type="button" className="btn" onClick={() => setAsked('interrupt')}>
          <StopCircle size={15} /> Interrupt
        </button>
      )}
      {!isLead && (
        <button type="button" className="btn" onClick={() => setAsked('task')}>
          <ClipboardList size={15} /> Give a task
        </button>
      )}
      {agent.driver.kind === 'remote' && (
        <button type="button" className="btn" onClick={() => setAsked('token')}>
          <KeyRound size={15} /> New token
        </button>
      )}
      {agent.ended !== 'terminated' && !isLead && (
        // Nothing of it is at work once it is done or has failed: ending it then breaks nothing off.
        <button
          type="button"
          className={hasEnded ? 'btn' : 'btn danger'}
          title={hasEnded ? 'After this, no message or task brings it back' : undefined}
          onClick={() => setAsked('end')}
        >
          <OctagonX size={15} /> End
        </button>
      )}
      <AgentDialogs {...{ state, agent, asked, close }} />
    </div>
  )
}
