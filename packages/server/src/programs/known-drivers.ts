import type { AgentRecord } from '@crewroom/shared/model/agent'
import { type DriverInput, driverOf } from '../agents/create-agent'
import { ACP_PRESETS, acpCommand, acpCommandOf } from '../crew/presets'
import { PRESET_MODES, type PresetMode } from '../crew/preset-modes'
import { onPath } from './processes/on-path'
import { programProblem } from './processes/program-problem'

/** A program that agents can run, as people see it: without its arguments and variables. */
export interface KnownDriver {
  readonly id: string
  readonly name: string
  readonly kind: DriverInput['kind']
  /** Null for `remote`, which runs elsewhere, and for `model`, which has no program. */
  readonly command: string | null
  readonly installed: boolean
  /** Set up by people, for leads to name; the others are presets. */
  readonly configured: boolean
  /** How its program is installed, and how a person logs in; null if that is not known. */
  readonly install: string | null
  readonly login: string | null
  /** The modes of its agents; the first is used when none is chosen. */
  readonly modes: readonly PresetMode[]
}

/** Presets of coding agents, then configured programs, each with whether its program is installed. Starts nothing. */
export function knownDrivers(
  configured: Readonly<Record<string, DriverInput>>,
  searchPath: string,
): KnownDriver[] {
  const presets = Object.entries(ACP_PRESETS).map(([id, { title, command, install, login }]) => ({
    id,
    name: title,
    kind: 'acp' as const,
    command,
    installed: onPath(command, searchPath),
    configured: false,
    install,
    login,
    modes: PRESET_MODES[id] ?? [],
  }))
  const own = Object.entries(configured).map(([id, driver]) => {
    const command = commandOf(driver)
    const { PATH = searchPath } = driver.kind === 'acp' ? (driver.env ?? {}) : {}
    return {
      id,
      name: id,
      kind: driver.kind,
      command,
      installed: command === null || onPath(command, PATH),
      configured: true,
      install: null,
      login: null,
      modes: driver.kind === 'acp' && driver.preset ? (PRESET_MODES[driver.preset] ?? []) : [],
    }
  })
  return [...presets, ...own]
}

/** What the two below say, with the search path of this machine at the time. */
export function problemsOf(searchPath: () => string) {
  return {
    problemOf: (asked: Parameters<typeof askedProblem>[0]) => askedProblem(asked, searchPath()),
    agentProblem: (agent: Parameters<typeof agentProblem>[0]) => agentProblem(agent, searchPath()),
  }
}

/** Why a program, or a preset's program, could not be started on this machine; null if no reason is found. */
function askedProblem(
  asked: {
    readonly preset?: string | undefined
    readonly command?: string | undefined
    readonly cwd?: string | undefined
  },
  searchPath: string,
): string | null {
  const { preset, command, cwd = null } = asked
  const driver = preset === undefined ? null : driverOf({ kind: 'acp', preset, command })
  const started = driver?.kind === 'acp' ? acpCommandOf(driver).command : (command ?? null)
  return programProblem(started, cwd, searchPath)
}

/** The same of the program of an agent. One that is given a search path of its own is not looked for. */
function agentProblem(
  { driver, cwd }: Pick<AgentRecord, 'driver' | 'cwd'>,
  searchPath: string,
): string | null {
  if (driver.kind === 'pipe') return programProblem(driver.command, cwd, searchPath)
  if (driver.kind !== 'acp') return null
  const command = driver.envNames.includes('PATH') ? null : acpCommandOf(driver).command
  return programProblem(command, cwd, searchPath)
}

/** Names by which a lead may choose an agent's program: those whose program is installed. */
export function programsToChoose(known: readonly KnownDriver[]): string[] {
  return known
    .filter(({ id, kind, installed }) => installed && kind !== 'remote' && id !== 'default')
    .map(({ id }) => id)
}

function commandOf(driver: DriverInput): string | null {
  if (driver.kind === 'remote' || driver.kind === 'model') return null
  if (driver.kind === 'pipe') return driver.command
  const { preset, command } = driver
  return acpCommand({ ...(preset && { preset }), ...(command && { command }) }).command
}
