import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { ClipboardList, KeyRound, OctagonX, Play, StopCircle } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { api } from '../sync/api'
import { Dialog } from '../ui/Dialog'
import { focusMain } from '../ui/focus-main'
import { clockTime } from '../ui/times'
import { toast } from '../ui/toasts'
import { ActionDialog } from './ActionDialog'
import { knownAs } from './participant'
import { TokenOnce } from './TokenOnce'

type Asked = 'interrupt' | 'end' | 'task' | 'token'

/** What a person can do about an agent. Whatever ends something asks first, and says what. */
export function AgentActions({
  state,
  agent,
}: {
  readonly state: CrewState
  readonly agent: AgentRecord
}) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [token, setToken] = useState<string | null>(null)
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
  const tasks = Object.values(state.tasks).filter(({ agentId }) => agentId === agent.id)
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
          What agents write to it is held until {clockTime(agent.hold.until)}.
          <button
            type="button"
            className="btn"
            onClick={() =>
              run("Couldn't release it.", 'Handed over.', () => api.releaseAgent(agent.id))
            }
          >
            Hand over now
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
          title={hasEnded ? 'Then no message or task brings it back' : undefined}
          onClick={() => setAsked('end')}
        >
          <OctagonX size={15} /> End
        </button>
      )}
      {asked === 'interrupt' && (
        <ActionDialog
          title={`Interrupt ${name}`}
          about="It stops what it is doing. Your note is the first thing it reads."
          label="Note (optional)"
          action="Interrupt"
          onClose={close}
          run={(note) => api.interrupt(agent.id, note === '' ? undefined : note)}
          done={`${name} is interrupted.`}
        />
      )}
      {asked === 'task' && (
        <ActionDialog
          title={`Give ${name} a task`}
          about={
            hasEnded
              ? 'It has ended: the task brings it back to work. You get its report.'
              : 'It is woken to begin, and you get its report.'
          }
          label="Task"
          draft={{ leadId: state.lead.id, name: `task:${agent.id}` }}
          action="Give the task"
          isNeeded
          onClose={close}
          run={(task) => api.delegate(agent.id, task)}
          done={`${name} has the task.`}
        />
      )}
      {asked === 'end' && (
        <ActionDialog
          title={`End ${name}?`}
          about={endsWhat(agent, tasks.length)}
          label="Reason (optional)"
          action="End it"
          isDanger
          onClose={close}
          run={(reason) => api.terminate(agent.id, reason === '' ? undefined : reason)}
          done={`${name} has ended.`}
        />
      )}
      {asked === 'token' && token === null && (
        <ActionDialog
          title={`A new token for ${name}?`}
          about="The token it has now is void at once: its program is shut out until you give it the new one."
          action="Make a new token"
          isDanger
          onClose={close}
          stays
          run={async () => setToken((await api.newToken(agent.id)).token)}
          done={null}
        />
      )}
      {token !== null && (
        <Dialog
          title={`New token of ${name}`}
          description="It is shown once. Whoever has it speaks for the agent."
          width="wide"
          onClose={() => {
            setToken(null)
            close()
          }}
        >
          <div className="dialog-body">
            <TokenOnce agentId={agent.id} token={token} />
          </div>
        </Dialog>
      )}
    </div>
  )
}

function endsWhat(agent: AgentRecord, tasks: number): string {
  return [
    agent.driver.kind === 'remote'
      ? 'It is given nothing any more.'
      : 'Its program is stopped, with everything it started.',
    tasks === 0
      ? null
      : tasks === 1
        ? 'Its open task is cancelled, and who gave it is told.'
        : `Its ${tasks} open tasks are cancelled, and who gave them is told.`,
    'What it said and did stays readable, and you can resume it later.',
  ]
    .filter(Boolean)
    .join(' ')
}
