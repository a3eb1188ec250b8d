import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useRef, useState } from 'react'
import {
  type DriverChoice,
  driverOf,
  isStarted,
  NO_DRIVER,
  withFirst,
} from '../new-crew/driver-choice'
import type { Made } from '../new-crew/founding'
import { roleIdOf } from '../new-crew/RoleChoice'
import { useCodingAgents } from '../new-crew/use-coding-agents'
import { agents as api } from '../sync/api/agents'
import { toast } from '../ui/toasts'
import { useIsShown } from '../ui/use-is-shown'
import { freeName } from './free-name'
import { problemOf } from './instructions-problem'
import { useRoles } from './use-roles'

/** What is typed of a new agent, and adding it: one, or one after the other. */
export function useNewAgent(state: CrewState, onClose: () => void) {
  const isShown = useIsShown()
  const form = useRef<HTMLFormElement>(null)
  const { agents: programs } = useCodingAgents()
  const { nameOf } = useRoles()
  const [role, setRole] = useState('developer')
  const [name, setName] = useState('')
  const [task, setTask] = useState('')
  const [instructions, setInstructions] = useState('')
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
  const called = name.trim() || nameOf(roleId)
  const free = freeName(called, taken)
  const close = () => (connecting.length > 0 ? setDone(true) : onClose())

  const submit = async (wantsAnother: boolean) => {
    setShown(true)
    if (problemOf(instructions) !== undefined) return
    if (isBusy || roleId === '' || !driver.ok || (name.trim() !== '' && free !== called)) return
    setProblem(null)
    setBusy(true)
    try {
      const { agent, token } = await api.createAgent(state.lead.id, {
        role: roleId,
        // Nobody can tell which of two agents with one name is meant.
        ...(name.trim() === '' && free === called ? {} : { name: free }),
        ...(task.trim() === '' ? {} : { task: task.trim() }),
        ...(instructions.trim() === '' ? {} : { instructions: instructions.trim() }),
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

  return {
    form,
    typed: { role, name, task, instructions, cwd },
    set: {
      role: setRole,
      name: setName,
      task: setTask,
      instructions: setInstructions,
      cwd: setCwd,
      choice: setChosen,
    },
    choice,
    /** The name it gets when none is typed, or that is free instead of the typed one. */
    free,
    problems: {
      role: areProblemsShown && roleId === '' ? 'Say what the agent is for.' : undefined,
      driver: areProblemsShown && !driver.ok ? driver.problem : undefined,
      server: problem,
    },
    isBusy,
    added,
    connecting,
    isDone,
    close,
    submit,
  }
}
