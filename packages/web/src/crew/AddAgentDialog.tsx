import { roleOf } from '@crewroom/shared/model/role'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { ConnectStep } from '../new-crew/ConnectStep'
import {
  type DriverChoice,
  driverOf,
  isStarted,
  NO_DRIVER,
  withFirst,
} from '../new-crew/driver-choice'
import { FolderField } from '../new-crew/FolderField'
import type { Made } from '../new-crew/founding'
import { ProgramChoice } from '../new-crew/ProgramChoice'
import { RoleChoice, roleIdOf } from '../new-crew/RoleChoice'
import { useCodingAgents } from '../new-crew/use-coding-agents'
import { api } from '../sync/api'
import { Dialog } from '../ui/Dialog'
import { DialogFoot } from '../ui/DialogFoot'
import { Problem } from '../ui/Problem'
import { toast } from '../ui/toasts'
import { useIsShown } from '../ui/use-is-shown'
import { freeName } from './free-name'
import { NameField } from './NameField'

interface AddAgentDialogProps {
  readonly state: CrewState
  readonly onClose: () => void
}

/** A new agent in a crew: what it is for, its first task, and what runs it. */
export function AddAgentDialog({ state, onClose }: AddAgentDialogProps) {
  const isShown = useIsShown()
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const roles = useQuery({ queryKey: ['roles'], queryFn: api.roles, staleTime: Infinity })
  const { agents: programs } = useCodingAgents()
  const [role, setRole] = useState('developer')
  const [name, setName] = useState('')
  const [task, setTask] = useState('')
  const [cwd, setCwd] = useState('')
  const [chosen, setChosen] = useState<DriverChoice>(NO_DRIVER)
  const [areProblemsShown, setShown] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  /** Agents whose programs connect on their own: their tokens are shown at the end, once. */
  const [connecting, setConnecting] = useState<readonly Made[]>([])
  const [added, setAdded] = useState<string | null>(null)
  const [isDone, setDone] = useState(false)
  const choice = withFirst(chosen, programs)
  const driver = driverOf(choice)
  const roleId = roleIdOf(role)
  const taken = Object.values(state.agents).map((own) => own.name)
  const called = name.trim() || roleOf(roleId).name
  const free = freeName(called, taken)
  const close = () => (connecting.length > 0 ? setDone(true) : onClose())

  const submit = async (wantsAnother: boolean) => {
    setShown(true)
    if (isBusy || roleId === '' || !driver.ok || (name.trim() !== '' && free !== called)) return
    setProblem(null)
    setBusy(true)
    try {
      const { agent, token } = await api.createAgent(state.lead.id, {
        role: roleId,
        // Nobody can tell which of two agents with one name is meant.
        ...(name.trim() === '' && free === called ? {} : { name: free }),
        ...(task.trim() === '' ? {} : { task: task.trim() }),
        ...(isStarted(choice) && cwd.trim() !== '' ? { cwd: cwd.trim() } : {}),
        driver: driver.driver,
      })
      const waiting = token
        ? [...connecting, { id: agent.id, label: agent.name, token }]
        : connecting
      setConnecting(waiting)
      if (!isShown() || !wantsAnother) toast.news(`${agent.name} is in the crew.`)
      if (!isShown()) return
      if (wantsAnother) {
        setAdded(agent.name)
        setName('')
        setTask('')
        setShown(false)
        form.current?.querySelector<HTMLInputElement>('[data-name]')?.focus()
      } else if (waiting.length > 0) setDone(true)
      else onClose()
    } catch (error) {
      if (!isShown()) toast.failed('The agent was not added.', error)
      setProblem(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }

  if (isDone) {
    return (
      <Dialog
        title={connecting.length === 1 ? 'The agent is in the crew' : 'The agents are in the crew'}
        description="These programs connect by themselves. Each needs its token, which is shown only now."
        width="wide"
        onClose={onClose}
      >
        <ConnectStep agents={connecting} action="I have them" goThere={onClose} />
      </Dialog>
    )
  }
  return (
    <Dialog
      title="Add an agent"
      description={`It joins ${state.lead.name} and is told who else is there.`}
      width="wide"
      onClose={close}
    >
      <form
        id={formId}
        ref={form}
        className="dialog-body"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void submit(false)
        }}
      >
        <RoleChoice
          roles={(roles.data?.roles ?? []).filter(({ id }) => id !== 'lead')}
          role={role}
          change={setRole}
          problem={areProblemsShown && roleId === '' ? 'Say what the agent is for.' : undefined}
        />
        <NameField isFirst name={name} free={free} placeholder={free} change={setName} />
        <div className="field">
          <label htmlFor={`${formId}-task`}>Task (optional)</label>
          <textarea
            id={`${formId}-task`}
            className="input"
            value={task}
            onChange={(event) => setTask(event.target.value)}
          />
          <span className="hint">It is the first thing the agent reads. You get its report.</span>
        </div>
        <ProgramChoice
          label="Its program"
          choice={choice}
          folder={cwd}
          change={setChosen}
          problem={areProblemsShown && !driver.ok ? driver.problem : undefined}
        />
        {isStarted(choice) && <FolderField folder={cwd} change={setCwd} />}
        <Problem text={problem} />
      </form>
      <DialogFoot
        says={
          <>
            <span className="hint" role="status">
              {added !== null && `${added} is in the crew.`}
              {connecting.length > 0 && ' Tokens are shown when you are done.'}
            </span>
            <span className="sp" />
          </>
        }
        cancel={added === null ? 'Cancel' : 'Done'}
        onCancel={close}
      >
        <button
          type="button"
          className="btn"
          aria-disabled={isBusy}
          onClick={() => void submit(true)}
        >
          Add another
        </button>
        <button type="submit" form={formId} className="btn p" aria-disabled={isBusy}>
          Add agent
        </button>
      </DialogFoot>
    </Dialog>
  )
}
