import { MODEL_KEY } from '@crewroom/shared/model/agent'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { bounded } from '@crewroom/shared/text/bounded'
import type { Crew } from '../crew/crew'
import type { DriverInput } from './create-agent'
import { agentOf } from '../crew/directory'

/** What an agent may ask for when it creates another: never a command of its own making. */
export type DriverWish =
  | string
  | { readonly kind: 'remote' }
  | { readonly kind: 'acp'; preset: string }

/** The programs that people have set up, by name. */
export interface DriverChoice {
  /** From the configuration. `default` is taken when nothing is asked for. */
  readonly configured: Readonly<Record<string, DriverInput>>
  readonly presets: readonly string[]
}

/**
 * The driver of an agent that another agent creates: what it asked for by name, else the lead's own program, else
 * the configured default. An agent never says which command runs on this machine.
 */
export function chooseDriver(
  choice: DriverChoice,
  crew: Crew,
  wish: DriverWish | undefined,
): DriverInput {
  const configured = (name: string) =>
    Object.hasOwn(choice.configured, name) ? choice.configured[name] : undefined
  if (wish === undefined) {
    const own = agentOf(crew, crew.state.lead.id).driver
    if (own.kind === 'model') {
      const { envNames: _, ...spec } = own
      const apiKey = crew.remembered(crew.state.lead.id).environment[MODEL_KEY]
      return apiKey === undefined ? spec : { ...spec, apiKey }
    }
    if (own.kind === 'acp') {
      const { preset, command, args, mode } = own
      return {
        kind: 'acp',
        ...(preset === null ? {} : { preset }),
        ...(command === null ? {} : { command }),
        args,
        ...(mode === undefined ? {} : { mode }),
        env: crew.remembered(crew.state.lead.id).environment,
      }
    }
    const fallback = configured('default')
    if (fallback) return fallback
    throw refusal(choice, 'say which program it should run')
  }
  if (typeof wish === 'object' && wish.kind === 'remote') return wish
  const name = typeof wish === 'string' ? wish : wish.preset
  const named = configured(name)
  if (named) return named
  if (name === 'remote') return { kind: 'remote' }
  if (choice.presets.includes(name)) return { kind: 'acp', preset: name }
  throw refusal(choice, `no program "${name.slice(0, 64)}" is set up`)
}

function refusal(choice: DriverChoice, what: string): CrewError {
  const names = [...Object.keys(choice.configured), 'remote', ...choice.presets]
  return new CrewError(
    'validation',
    `${what}: driver is one of ${bounded(names, { line: (name) => name })}.`,
    {
      drivers: names,
    },
  )
}
