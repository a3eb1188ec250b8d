import { useId } from 'react'
import type { DriverChoice } from './driver-choice'
import { withFirst } from './driver-choice'
import { useCodingAgents } from './use-coding-agents'

interface ModeFieldProps {
  /** The choice that it belongs to, read out with its own label. */
  readonly label: string
  readonly choice: DriverChoice
  readonly change: (choice: DriverChoice) => void
}

/** How much a coding agent does without asking, in words; says so plainly where that is anything. */
export function ModeField({ label, choice, change }: ModeFieldProps) {
  const id = useId()
  const { agents } = useCodingAgents()
  const { preset } = withFirst(choice, agents)
  const modes = agents.find((agent) => agent.id === preset)?.modes ?? []
  const [first] = modes
  if (!first) return null
  const isForeign = choice.mode !== '' && !modes.some((mode) => mode.id === choice.mode)
  const mode = modes.find((one) => one.id === choice.mode) ?? (isForeign ? undefined : first)
  return (
    <div className="field pc-mode">
      <label htmlFor={id}>Mode</label>
      <select
        id={id}
        className="input"
        aria-label={`Mode: ${label.toLowerCase()}`}
        aria-describedby={`${id}-does`}
        value={isForeign ? choice.mode : (mode?.id ?? '')}
        // What it gets anyway stays open: a later version of the preset may have a better first one.
        onChange={({ target }) =>
          change({ ...choice, mode: target.value === first.id ? '' : target.value })
        }
      >
        {modes.map((one) => (
          <option key={one.id} value={one.id}>
            {one.label}: {one.does}
          </option>
        ))}
        {isForeign && <option value={choice.mode}>{choice.mode}</option>}
      </select>
      <small id={`${id}-does`} className={mode?.unasked ? 'pc-unasked' : 'hint'}>
        {mode?.unasked ? 'Without asking you, it ' : 'It '}
        {mode ? without(mode.does) : 'is put into this mode of its program'}.
      </small>
    </div>
  )
}

/** The words of a mode after "without asking you". */
function without(does: string): string {
  return does.replace(/ unasked/g, '')
}
