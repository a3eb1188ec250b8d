import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { AgentPicker } from '../crew/AgentPicker'
import { knownAs } from '../crew/participant'
import { crewOrder, useLive } from '../crew/use-crew'
import { agents as api } from '../sync/api/agents'
import { keepDraft, readDraft } from '../sync/drafts'
import { useDraft } from '../sync/use-draft'
import { ApiError } from '../sync/request'
import { TaskGiver } from '../sync/task-giver'
import { Dialog } from '../ui/Dialog'
import { DialogFoot } from '../ui/DialogFoot'
import { Problem } from '../ui/Problem'
import { tellDone } from '../ui/tell-done'
import { useIsShown } from '../ui/use-is-shown'
import { TaskPicks } from './TaskPicks'

interface DelegateDialogProps {
  readonly state: CrewState
  /** Who is chosen first; otherwise whom the address names. */
  readonly to?: string
  readonly onClose: () => void
}

const DRAFT = 'task:new'
const DRAFT_AGENT = 'task:new:agent'

/** Gives an agent a task. Its report comes back to this page. */
export function DelegateDialog({ state, to, onClose }: DelegateDialogProps) {
  const leadId = state.lead.id
  const live = useLive(leadId)
  const [search] = useSearchParams()
  const lead = state.agents[leadId]
  // The lead last: it is there to give tasks on, and may be given one.
  const agents = [...crewOrder(state, live), ...(lead ? [lead] : [])].filter(
    ({ ended }) => ended !== 'terminated',
  )
  const [agentId, setAgentId] = useState(() => {
    const asked = to === undefined || to === '' ? search.get('agent') : to
    const wanted = asked ?? readDraft(leadId, DRAFT_AGENT)
    return agents.find(({ id }) => id === wanted)?.id ?? agents[0]?.id ?? ''
  })
  const [task, changeTask] = useDraft(leadId, DRAFT)
  const [picked, setPicked] = useState<readonly string[]>([])
  // One that has ended meanwhile holds nothing back, or cannot be waited for.
  const after = picked.filter((id) => state.tasks[id] !== undefined)
  const hasTasks = Object.keys(state.tasks).length > 0
  const [isSending, setIsSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isShown = useIsShown()
  const [give] = useState(() => new TaskGiver(api.delegate))
  const overBy = task.length - LIMITS.task
  const canSend = task.trim() !== '' && overBy <= 0 && agentId !== '' && !isSending

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!canSend) return
    setIsSending(true)
    setProblem(null)
    try {
      const given = await give.to(agentId, knownAs(state, agentId), task.trim(), { after })
      keepDraft(leadId, DRAFT, '')
      keepDraft(leadId, DRAFT_AGENT, '')
      const who = knownAs(state, agentId)
      tellDone(
        given.task.waits
          ? `${who} gets the task when what it waits for is done.`
          : `${who} has the task.`,
        given,
      )
      if (isShown()) onClose()
    } catch (error) {
      setProblem(said(error))
      setIsSending(false)
    }
  }
  return (
    <Dialog
      title="New task"
      description={
        after.length === 0
          ? 'The task wakes the agent. Its report appears in Reports.'
          : 'The agent is given the task when the others are done. Its report appears in Reports.'
      }
      onClose={onClose}
    >
      <form className="contents" onSubmit={(event) => void submit(event)}>
        <div className="dialog-body">
          <div className="field">
            <span className="label" aria-hidden="true">
              Assign to
            </span>
            <AgentPicker
              state={state}
              label="Assign to"
              agents={agents}
              value={agentId}
              onChange={(id) => {
                setAgentId(id)
                keepDraft(leadId, DRAFT_AGENT, id)
              }}
            />
          </div>
          <div className="field">
            <label htmlFor="task-text">What to do</label>
            <textarea
              id="task-text"
              className="input"
              rows={6}
              value={task}
              data-autofocus
              aria-invalid={overBy > 0}
              onChange={({ target }) => changeTask(target.value)}
            />
            <Problem text={overBy > 0 ? `${overBy.toLocaleString()} characters too long` : null} />
          </div>
          {hasTasks && (
            <details className="task-order">
              <summary>
                Start after other tasks{' '}
                {after.length > 0 && <span className="cnt">{after.length}</span>}
              </summary>
              <TaskPicks state={state} picked={after} onPick={setPicked} />
            </details>
          )}
          <Problem text={problem} />
        </div>
        <DialogFoot onCancel={onClose}>
          <button type="submit" className="btn p" aria-disabled={!canSend}>
            {isSending ? 'Giving…' : 'Give the task'}
          </button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}

function said(error: unknown): string {
  if (error instanceof ApiError && error.status === 404 && error.code !== 'agent_not_found') {
    return 'This server does not accept tasks from this page. Write to the agent in Comms instead; your text is kept.'
  }
  return `The task was not given. ${error instanceof Error ? error.message : String(error)}`
}
