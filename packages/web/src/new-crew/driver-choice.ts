import type { DriverSpec, ModelDriver } from '@crewroom/shared/model/agent'
import { isModelUrl } from '@crewroom/shared/model/model-url'
import type { DriverInput } from '../sync/api/agents'
import { joinCommand, shellPiece, splitCommand } from './command-line'

/** How the program of an agent is reached, as it is chosen and typed. All that was typed stays when the kind changes. */
export interface DriverChoice {
  readonly kind: 'preset' | 'command' | 'model' | 'remote'
  /** Empty until a person chooses: then it is the first that is installed. */
  readonly preset: string
  /** Where the program of the preset is, if it is not found by its name. */
  readonly path: string
  /** What its program is given beside the preset's own arguments. No form asks for it; what an agent has is kept. */
  readonly args: readonly string[]
  /** The mode of the coding agent; empty for what it has when none is chosen. */
  readonly mode: string
  /** A command line. */
  readonly line: string
  /** Whether that program speaks the Agent Client Protocol; else it reads and writes lines. */
  readonly isAcp: boolean
  /** A model behind an endpoint. */
  readonly endpoint: Endpoint
}

export interface Endpoint {
  readonly baseUrl: string
  readonly model: string
  /** Never kept by the page: what an agent has stays on the server. */
  readonly apiKey: string
  /** It calls commands as tools. */
  readonly tools: boolean
  /** What no form asks for; what an agent has is kept. */
  readonly rest: Pick<ModelDriver, 'apiKeyEnv' | 'contextTokens'>
}

export const NO_DRIVER: DriverChoice = {
  kind: 'preset',
  preset: '',
  path: '',
  args: [],
  mode: '',
  line: '',
  isAcp: false,
  endpoint: { baseUrl: '', model: '', apiKey: '', tools: false, rest: {} },
}

/** What an agent runs, as it was or would have been chosen. */
export function choiceOf(driver: DriverSpec): DriverChoice {
  if (driver.kind === 'remote') return { ...NO_DRIVER, kind: 'remote' }
  if (driver.kind === 'model') {
    const { kind, envNames: _, baseUrl, model, tools = false, ...rest } = driver
    return { ...NO_DRIVER, kind, endpoint: { baseUrl, model, apiKey: '', tools, rest } }
  }
  const { command, args } = driver
  const mode = driver.kind === 'acp' ? (driver.mode ?? '') : ''
  if (driver.kind === 'acp' && driver.preset !== null) {
    return { ...NO_DRIVER, preset: driver.preset, path: command ?? '', args, mode }
  }
  const line = joinCommand([command ?? '', ...args])
  return { ...NO_DRIVER, kind: 'command', line, isAcp: driver.kind === 'acp', mode }
}

/** The choice with what stands for an open one: the first coding agent that is installed. */
export function withFirst(
  choice: DriverChoice,
  presets: readonly { readonly id: string; readonly installed: boolean }[],
): DriverChoice {
  if (choice.preset !== '') return choice
  return { ...choice, preset: presets.find(({ installed }) => installed)?.id ?? '' }
}

/** Whether a program is started on the server's machine. */
export function isStarted({ kind }: DriverChoice): boolean {
  return kind === 'preset' || kind === 'command'
}

function modeOf({ mode }: DriverChoice): { mode?: string } {
  return mode === '' ? {} : { mode }
}

export type DriverResult =
  | { readonly ok: true; readonly driver: DriverInput }
  | { readonly ok: false; readonly problem: string }

/** What is given to the server, or what is still missing. */
export function driverOf(choice: DriverChoice): DriverResult {
  switch (choice.kind) {
    case 'remote':
      return { ok: true, driver: { kind: 'remote' } }
    case 'preset': {
      const { preset, args } = choice
      if (preset === '') return { ok: false, problem: 'Choose a coding agent.' }
      const command = choice.path.trim()
      return {
        ok: true,
        driver: {
          kind: 'acp',
          preset,
          args,
          ...(command === '' ? {} : { command }),
          ...modeOf(choice),
        },
      }
    }
    case 'model': {
      const { baseUrl, model, apiKey, tools, rest } = choice.endpoint
      if (!isModelUrl(baseUrl.trim())) {
        return { ok: false, problem: 'Give the address of the endpoint; most end with /v1.' }
      }
      if (model.trim() === '') return { ok: false, problem: 'Give the name of the model.' }
      const { apiKeyEnv: _, ...beside } = rest
      return {
        ok: true,
        driver: {
          kind: 'model',
          baseUrl: baseUrl.trim(),
          model: model.trim(),
          ...(tools ? { tools } : {}),
          // It has one key.
          ...(apiKey.trim() === '' ? rest : { ...beside, apiKey: apiKey.trim() }),
        },
      }
    }
    case 'command': {
      const line = splitCommand(choice.line)
      if (!line.ok) return line
      const shell = shellPiece(choice.line)
      if (shell !== null) {
        return { ok: false, problem: `Wrap the command, or write it without ${shell}.` }
      }
      const { command, args } = line
      return choice.isAcp
        ? { ok: true, driver: { kind: 'acp', command, args, ...modeOf(choice) } }
        : { ok: true, driver: { kind: 'pipe', command, args } }
    }
    default:
      return choice.kind satisfies never
  }
}
