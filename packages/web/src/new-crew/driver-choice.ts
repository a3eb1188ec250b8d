import type { DriverInput } from '../sync/api'
import { splitCommand } from './command-line'

/** How the program of an agent is reached, as it is chosen and typed. All that was typed stays when the kind changes. */
export interface DriverChoice {
  readonly kind: 'preset' | 'acp' | 'pipe' | 'remote'
  readonly preset: string
  /** Where the program of the preset is, if it is not found by its name. */
  readonly path: string
  /** Command lines, by kind. */
  readonly acp: string
  readonly pipe: string
}

export const NO_DRIVER: DriverChoice = { kind: 'remote', preset: '', path: '', acp: '', pipe: '' }

/** Whether a program is started on the server's machine. */
export function isStarted({ kind }: DriverChoice): boolean {
  return kind !== 'remote'
}

export type DriverResult =
  | { readonly ok: true; readonly driver: DriverInput }
  | { readonly ok: false; readonly problem: string }

function presetAt(preset: string, path: string): DriverInput {
  return { kind: 'acp', preset, ...(path === '' ? {} : { command: path }) }
}

/** What is given to the server, or what is still missing. */
export function driverOf(choice: DriverChoice): DriverResult {
  switch (choice.kind) {
    case 'remote':
      return { ok: true, driver: { kind: 'remote' } }
    case 'preset':
      return choice.preset === ''
        ? { ok: false, problem: 'Choose a coding agent.' }
        : { ok: true, driver: presetAt(choice.preset, choice.path.trim()) }
    case 'acp':
    case 'pipe': {
      const line = splitCommand(choice[choice.kind])
      if (!line.ok) return line
      const { command, args } = line
      return choice.kind === 'acp'
        ? { ok: true, driver: { kind: 'acp', command, args } }
        : { ok: true, driver: { kind: 'pipe', command, args } }
    }
    default:
      return choice.kind satisfies never
  }
}
