import { type AgentRecord, MODEL_KEY, variablesOf } from '@crewroom/shared/model/agent'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { type FormEvent, useId, useState } from 'react'
import {
  choiceOf,
  type DriverChoice,
  driverOf,
  isStarted as runsHere,
} from '../new-crew/driver-choice'
import { FolderField } from '../new-crew/FolderField'
import { ProgramChoice } from '../new-crew/ProgramChoice'
import { RoleChoice, roleIdOf } from '../new-crew/RoleChoice'
import { agents as api } from '../sync/api/agents'
import type { AgentEdit, DriverInput } from '../sync/api/agents'
import { Dialog } from '../ui/Dialog'
import { DialogFoot } from '../ui/DialogFoot'
import { Problem } from '../ui/Problem'
import { toast } from '../ui/toasts'
import { freeName } from './free-name'
import { InstructionsField, RoleNote } from './InstructionsField'
import { problemOf } from './instructions-problem'
import { NameField } from './NameField'
import { knownAs } from './participant'
import { useInstructions } from './use-instructions'
import { useRoles } from './use-roles'
import { type VariableChanges, VariablesField } from './VariablesField'

interface EditAgentDialogProps {
  readonly state: CrewState
  readonly agent: AgentRecord
  readonly onClose: () => void
}

/** Changes an agent that is there: what runs it, what it is called and what it is for. */
export function EditAgentDialog({ state, agent, onClose }: EditAgentDialogProps) {
  const formId = useId()
  const isLead = agent.id === state.lead.id
  const isStarted = agent.driver.kind !== 'remote'
  const { roles } = useRoles()
  const [role, setRole] = useState(agent.role)
  const [name, setName] = useState(agent.name)
  const { own, instructions, setInstructions } = useInstructions(agent.id)
  const [cwd, setCwd] = useState(agent.cwd ?? '')
  const [choice, setChoice] = useState<DriverChoice>(() => choiceOf(agent.driver))
  const [env, setEnv] = useState<VariableChanges>({})
  const [areProblemsShown, setShown] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const driver = driverOf(choice)
  const others = Object.values(state.agents).filter(({ id }) => id !== agent.id)
  const free = freeName(
    name,
    others.map((own) => own.name),
  )
  const isTaken = name.trim() !== agent.name && free !== name.trim()
  const isStartedHere = runsHere(choice)
  const hasVariables = driver.ok && driver.driver.kind === 'acp'
  const { resume, ...setup } = changesOf(agent, { role, name, cwd, choice, env, hasVariables })
  const isInstructed = own !== undefined && instructions.trim() !== own
  const changes: AgentEdit = isInstructed
    ? { ...setup, instructions: instructions.trim() || null }
    : setup
  const startsAgain =
    isStarted && (Object.keys(setup).some((key) => key !== 'name' && key !== 'mode') || resume)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setShown(true)
    if (problemOf(instructions) !== undefined) return
    if (isBusy || isTaken || (isStarted && !driver.ok) || roleIdOf(role) === '') return
    if (Object.keys(changes).length === 0 && !resume) return onClose()
    setProblem(null)
    setBusy(true)
    try {
      const saved = await api.editAgent(agent.id, { ...changes, ...(resume ? { resume } : {}) })
      toast.news(`${saved.agent.name} is saved${startsAgain ? ' and restarting' : ''}.`)
      onClose()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
      setBusy(false)
    }
  }

  return (
    <Dialog
      title={`Edit ${knownAs(state, agent.id)}`}
      {...(isStarted && {
        description:
          'Its program is stopped cleanly and restarted. What waits for it is kept and delivered to the new one.',
      })}
      width="wide"
      onClose={onClose}
    >
      <form id={formId} className="dialog-body" noValidate onSubmit={(event) => void submit(event)}>
        {isStarted && (
          <>
            <ProgramChoice
              label="Its program"
              choice={choice}
              folder={cwd}
              isStartedHere
              hasKey={
                agent.driver.kind === 'model' && variablesOf(agent.driver).includes(MODEL_KEY)
              }
              change={setChoice}
              problem={areProblemsShown && !driver.ok ? driver.problem : undefined}
            />
            {isStartedHere && <FolderField folder={cwd} change={setCwd} />}
            {hasVariables && (
              <VariablesField
                names={agent.driver.kind === 'acp' ? agent.driver.envNames : []}
                changes={env}
                change={setEnv}
              />
            )}
          </>
        )}
        {!isLead && (
          <>
            <RoleChoice
              roles={roles.filter(({ id }) => id !== 'lead')}
              role={role}
              change={setRole}
              problem={
                areProblemsShown && roleIdOf(role) === '' ? 'Say what the agent is for.' : undefined
              }
            />
            <RoleNote role={roles.find(({ id }) => id === roleIdOf(role))} />
            <NameField
              name={name}
              free={isTaken ? free : name.trim()}
              placeholder={agent.name}
              change={setName}
            />
          </>
        )}
        {own !== undefined && (
          <InstructionsField
            instructions={instructions}
            role={roles.find(({ id }) => id === roleIdOf(role))}
            change={setInstructions}
          />
        )}
        <Problem text={problem} />
      </form>
      <DialogFoot
        says={
          <>
            {startsAgain && state.lead.paused && (
              <span className="hint">It gets what waits when the crew is resumed.</span>
            )}
            <span className="sp" />
          </>
        }
        onCancel={onClose}
      >
        <button type="submit" form={formId} className="btn p" aria-disabled={isBusy}>
          {startsAgain ? 'Save and restart' : 'Save'}
        </button>
      </DialogFoot>
    </Dialog>
  )
}

interface Typed {
  readonly role: string
  readonly name: string
  readonly cwd: string
  readonly choice: DriverChoice
  readonly env: VariableChanges
  readonly hasVariables: boolean
}

/** What is typed and is another way than it was. An agent that has ended comes back with its program. */
function changesOf(agent: AgentRecord, typed: Typed): AgentEdit {
  const { role, name, cwd, choice, env, hasVariables } = typed
  const driver = driverOf(choice)
  const was = choiceOf(agent.driver)
  // The key is given as a variable, and a mode beside its program.
  const programOf = (own: DriverChoice) =>
    JSON.stringify(driverOf({ ...own, mode: '', endpoint: { ...own.endpoint, apiKey: '' } }))
  const key = driver.ok && driver.driver.kind === 'model' ? driver.driver.apiKey : undefined
  const isOther = programOf(choice) !== programOf(was)
  const isStarted = agent.driver.kind !== 'remote'
  const folder = cwd.trim() === '' ? null : cwd.trim()
  return {
    ...(roleIdOf(role) === agent.role ? {} : { role: roleIdOf(role) }),
    ...(name.trim() === '' || name.trim() === agent.name ? {} : { name: name.trim() }),
    ...(isStarted && driver.ok && isOther ? { driver: withoutKey(driver.driver) } : {}),
    // A program that runs is put into its mode without being ended.
    ...(isStarted && !isOther && choice.mode !== was.mode ? { mode: choice.mode || null } : {}),
    ...(isStarted && folder !== agent.cwd ? { cwd: folder } : {}),
    ...(hasVariables && Object.keys(env).length > 0 ? { env } : {}),
    ...(key === undefined ? {} : { env: { [MODEL_KEY]: key } }),
    ...(isStarted && agent.ended !== null ? { resume: true } : {}),
  }
}

function withoutKey(driver: DriverInput): DriverInput {
  if (driver.kind !== 'model') return driver
  const { apiKey: _, ...rest } = driver
  return rest
}
