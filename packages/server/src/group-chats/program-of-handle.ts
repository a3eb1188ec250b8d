import type { DriverInput } from '../agents/create-agent'
import { ACP_PRESETS } from '../crew/presets'

/** What programs there are on this machine for agents that are created by their handle. */
export interface ProgramChoice {
  /** From the configuration, by name. */
  readonly configured: Readonly<Record<string, DriverInput>>
  /** Presets whose program is installed here, as it is now. */
  readonly installed: () => readonly string[]
}

/**
 * The program of an agent with this handle: the configured program of that name, else the preset of that name (`claude`, or
 * `claude-code` for Claude Code) if its program is installed. Otherwise its program runs elsewhere.
 */
export function programOfHandle(choice: ProgramChoice, handle: string): DriverInput {
  const name = handle.toLowerCase()
  const configured = Object.hasOwn(choice.configured, name) ? choice.configured[name] : undefined
  if (configured) return configured
  const preset = Object.entries(ACP_PRESETS).find(
    ([id, { title }]) => id === name || title.toLowerCase().replaceAll(' ', '-') === name,
  )?.[0]
  if (preset !== undefined && choice.installed().includes(preset)) return { kind: 'acp', preset }
  return { kind: 'remote' }
}
