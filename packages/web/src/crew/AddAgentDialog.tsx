import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../shell/paths'
import { api, type DriverInput } from '../sync/api'
import { Dialog } from '../ui/Dialog'
import { toast } from '../ui/toasts'
import { useIsShown } from '../ui/use-is-shown'
import { TokenOnce } from './TokenOnce'

type Kind = 'remote' | 'pipe' | 'acp'

const KINDS: readonly { readonly id: Kind; readonly label: string; readonly hint: string }[] = [
  {
    id: 'remote',
    label: 'My own program',
    hint: 'It connects to this server with a token that you get once.',
  },
  {
    id: 'acp',
    label: 'A coding agent',
    hint: 'The server starts it and talks the Agent Client Protocol with it.',
  },
  {
    id: 'pipe',
    label: 'A command',
    hint: 'The server starts it, writes what it is told to its input and reads its output.',
  },
]

/** A new agent in a crew: what it is for, its first task, and how it is reached. */
export function AddAgentDialog({
  state,
  onClose,
}: {
  readonly state: CrewState
  readonly onClose: () => void
}) {
  const navigate = useNavigate()
  const isShown = useIsShown()
  const formId = useId()
  const roles = useQuery({ queryKey: ['roles'], queryFn: api.roles, staleTime: Infinity })
  const drivers = useQuery({ queryKey: ['drivers'], queryFn: api.drivers, staleTime: 60_000 })
  const presets = drivers.data?.presets ?? []
  const [role, setRole] = useState('developer')
  const [name, setName] = useState('')
  const [task, setTask] = useState('')
  const [kind, setKind] = useState<Kind>('remote')
  const [preset, setPreset] = useState('')
  const [command, setCommand] = useState('')
  const [cwd, setCwd] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [made, setMade] = useState<{ readonly id: string; readonly token: string } | null>(null)
  const chosen = preset === '' ? (presets.find(({ installed }) => installed)?.id ?? '') : preset
  const isOwnCommand = kind === 'pipe' || (kind === 'acp' && (chosen === '' || chosen === 'own'))

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (role.trim() === '') return setProblem('Say what the agent is for.')
    if (isOwnCommand && command.trim() === '') return setProblem('Say which command to start.')
    setProblem(null)
    setBusy(true)
    try {
      const { agent, token } = await api.createAgent(state.lead.id, {
        role: role.trim().toLowerCase().replace(/\s+/g, '-'),
        ...(name.trim() === '' ? {} : { name: name.trim() }),
        ...(task.trim() === '' ? {} : { task: task.trim() }),
        ...(kind === 'remote' || cwd.trim() === '' ? {} : { cwd: cwd.trim() }),
        driver: driverOf(kind, isOwnCommand ? null : chosen, command),
      })
      if (!isShown()) toast.news(`${agent.name} is in the crew.`)
      else if (token) setMade({ id: agent.id, token })
      else void navigate(paths.agent(state.lead.id, agent.id))
    } catch (error) {
      if (!isShown()) toast.failed('The agent was not added.', error)
      setProblem(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }

  if (made) {
    return (
      <Dialog
        title="The agent is in the crew"
        description="This token is shown once. Whoever has it speaks for the agent."
        onClose={onClose}
        width="wide"
      >
        <div className="dialog-body">
          <TokenOnce agentId={made.id} token={made.token} />
        </div>
        <div className="dialog-foot">
          <button
            type="button"
            className="btn p"
            onClick={() => void navigate(paths.agent(state.lead.id, made.id))}
          >
            Show the agent
          </button>
        </div>
      </Dialog>
    )
  }
  return (
    <Dialog
      title="Add an agent"
      description={`It joins ${state.lead.name} and is told who else is there.`}
      onClose={onClose}
    >
      <form id={formId} className="dialog-body" onSubmit={(event) => void submit(event)}>
        <div className="field">
          <label htmlFor={`${formId}-role`}>Role</label>
          <input
            id={`${formId}-role`}
            className="input"
            list={`${formId}-roles`}
            value={role}
            onChange={(event) => setRole(event.target.value)}
          />
          <datalist id={`${formId}-roles`}>
            {roles.data?.roles
              .filter(({ id }) => id !== 'lead')
              .map(({ id, name: label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
          </datalist>
          <span className="hint">Any role; the known ones have colours of their own.</span>
        </div>
        <div className="field">
          <label htmlFor={`${formId}-name`}>Name (optional)</label>
          <input
            id={`${formId}-name`}
            className="input"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </div>
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
        <fieldset className="field a-kinds">
          <legend className="label">How it runs</legend>
          {KINDS.map(({ id, label, hint }) => (
            <label key={id} className="a-kind">
              <input
                type="radio"
                name={`${formId}-kind`}
                checked={kind === id}
                onChange={() => setKind(id)}
              />
              <span>
                <b>{label}</b>
                <span className="hint">{hint}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {kind === 'acp' && presets.length > 0 && (
          <div className="field">
            <label htmlFor={`${formId}-preset`}>Coding agent</label>
            <select
              id={`${formId}-preset`}
              className="input"
              value={chosen === '' ? 'own' : chosen}
              onChange={(event) => setPreset(event.target.value)}
            >
              {presets.map(({ id, name: label, installed }) => (
                <option key={id} value={id}>
                  {label}
                  {installed ? '' : ' (not found on this machine)'}
                </option>
              ))}
              <option value="own">Another command</option>
            </select>
          </div>
        )}
        {isOwnCommand && (
          <div className="field">
            <label htmlFor={`${formId}-command`}>Command</label>
            <input
              id={`${formId}-command`}
              className="input mono"
              value={command}
              placeholder="node my-agent.mjs --fast"
              onChange={(event) => setCommand(event.target.value)}
            />
            <span className="hint">Parted at spaces; quotes keep words together. No shell.</span>
          </div>
        )}
        {kind !== 'remote' && (
          <div className="field">
            <label htmlFor={`${formId}-cwd`}>Working folder (optional)</label>
            <input
              id={`${formId}-cwd`}
              className="input mono"
              value={cwd}
              placeholder="/home/me/project"
              onChange={(event) => setCwd(event.target.value)}
            />
          </div>
        )}
        {problem !== null && (
          <p className="hint bad" role="alert">
            {problem}
          </p>
        )}
      </form>
      <div className="dialog-foot">
        <button type="button" className="btn" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" form={formId} className="btn p" disabled={isBusy}>
          Add agent
        </button>
      </div>
    </Dialog>
  )
}

function driverOf(kind: Kind, preset: string | null, line: string): DriverInput {
  if (kind === 'remote') return { kind: 'remote' }
  if (kind === 'acp' && preset !== null) return { kind: 'acp', preset }
  const [command = '', ...args] = wordsOf(line)
  return kind === 'acp' ? { kind, command, args } : { kind, command, args }
}

/** A command line without a shell: words parted by spaces, quotes keep them together. */
function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  )
}
