import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { PRESET_MODES } from '../src/crew/preset-modes'
import { bareEnvironment } from './bare-environment'
import type { CodingAgent, Endpoint } from './coding-agents'
import type { CrewFloor } from './crew-floor'
import type { Ready } from './install-agents'
import { furnish, pathBehind, privateFolders } from './private-home'

/** A coding agent that was installed and is in the crew. */
export interface Member {
  readonly preset: string
  readonly version: string
  readonly id: string
  /** The group that only it is in, where it writes what it is asked for. */
  readonly group: string
  /** Where it works. */
  readonly cwd: string
  readonly key: string
  readonly tellsNoTokens: boolean
  /** The mode that it was given; null: that of its preset. */
  readonly mode: string | null
  /** One of its preset's in which it runs commands unasked, if there is one. */
  readonly unaskedMode: string | null
}

const SETUP_MS = 60_000

/** Adds a coding agent to the crew by its preset, as the lead if there is none, with a home and a folder of its own. */
export async function join(
  floor: CrewFloor,
  agent: CodingAgent,
  { program, version, nodeFolder }: Ready,
  folder: string,
  url: string,
): Promise<Member> {
  const { preset, mode, setup } = agent
  const home = path.join(folder, 'homes', preset)
  const cwd = path.join(folder, 'work', preset)
  mkdirSync(cwd, { recursive: true })
  const endpoint: Endpoint = { url, key: `key-of-${preset}`, home }
  furnish(home, agent.files?.(endpoint) ?? {})
  const env = {
    ...agent.env(endpoint),
    ...privateFolders(home),
    ...(nodeFolder !== null && { PATH: pathBehind(nodeFolder) }),
  }
  if (setup) {
    const own = { cwd, env: { ...bareEnvironment(), ...env }, timeout: SETUP_MS }
    await promisify(execFile)(program, [...setup(endpoint)], own)
  }
  const args = agent.args?.(endpoint) ?? []
  const driver = { kind: 'acp', preset, command: program, args, env, ...(mode && { mode }) }
  const id =
    floor.leadId === ''
      ? await floor.lead({ name: preset, driver, cwd })
      : await floor.agent({ role: 'developer', name: preset, driver, cwd })
  const group = `floor-${preset}`
  await floor.group(group, [id])
  return {
    preset,
    version,
    id,
    group,
    cwd,
    key: endpoint.key,
    tellsNoTokens: agent.tellsNoTokens === true,
    mode: mode ?? null,
    unaskedMode: agent.isConfigured ? null : unaskedModeOf(preset),
  }
}

function unaskedModeOf(preset: string): string | null {
  const found = PRESET_MODES[preset]?.find(({ does }) => does.includes('runs commands unasked'))
  return found?.id ?? null
}
