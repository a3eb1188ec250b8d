import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { whatStays } from '@crewroom/shared/text/what-stays'
import { useState } from 'react'
import { cancelledWords } from '../permissions/cancelled-words'
import { agents as api } from '../sync/api/agents'
import { TaskGiver } from '../sync/task-giver'
import { Dialog } from '../ui/Dialog'
import { ActionDialog } from './ActionDialog'
import { InterruptDialog } from './InterruptDialog'
import { knownAs } from './participant'
import { TokenOnce } from './TokenOnce'

export type Asked = 'interrupt' | 'end' | 'task' | 'token'

interface AgentDialogsProps {
  readonly state: CrewState
  readonly agent: AgentRecord
  readonly asked: Asked | null
  readonly close: () => void
}

/** What is asked before something is done about an agent, and what it leads to. */
export function AgentDialogs({ state, agent, asked, close }: AgentDialogsProps) {
  const [token, setToken] = useState<string | null>(null)
  const [give] = useState(() => new TaskGiver(api.delegate))
  const name = knownAs(state, agent.id)
  const tasks = Object.values(state.tasks).filter(({ agentId }) => agentId === agent.id)
  return (
    <>
      {asked === 'interrupt' && <InterruptDialog agentId={agent.id} name={name} onClose={close} />}
      {asked === 'task' && (
        <ActionDialog
          title={`Give ${name} a task`}
          about={
            agent.ended !== null
              ? 'It has ended: the task brings it back to work. You get its report.'
              : 'It is woken to start, and you get its report.'
          }
          label="Task"
          draft={{ leadId: state.lead.id, name: `task:${agent.id}` }}
          action="Give the task"
          isNeeded
          onClose={close}
          run={(task) => give.to(agent.id, name, task)}
          done={`${name} has the task.`}
        />
      )}
      {asked === 'end' && (
        <ActionDialog
          title={`End ${name}?`}
          about={endsWhat(agent, tasks.length, cancelledWords(state, [agent.id]))}
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
          about="Its current token stops working at once: its program cannot connect until you give it the new one."
          action="Create a new token"
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
          description="It is shown only once. Anyone who has it can act as the agent."
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
    </>
  )
}

function endsWhat(agent: AgentRecord, tasks: number, cancelled: string | null): string {
  return [
    agent.driver.kind === 'remote'
      ? 'Nothing more is delivered to it.'
      : 'Its program and everything it started are stopped.',
    tasks === 0
      ? null
      : tasks === 1
        ? 'Its open task is cancelled, and whoever gave it is notified.'
        : `Its ${tasks} open tasks are cancelled, and whoever gave them is notified.`,
    cancelled,
    ...whatStays('agent'),
  ]
    .filter(Boolean)
    .join(' ')
}
