import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { CODING_AGENTS, type CodingAgent } from './coding-agents'

export interface Options {
  readonly agents: readonly CodingAgent[]
  /** Names of scenes; null: all of them. */
  readonly scenes: readonly string[] | null
  /** Puts the table into docs/agents.md. */
  readonly write: boolean
  /** Where what is installed stays for the next run. */
  readonly cache: string
  /** How long the memory of the server is watched. */
  readonly minutes: number
}

const MINUTES = 10

export function optionsOf(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string' },
      scenes: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  })
  const names = values.only?.split(',')
  const known = CODING_AGENTS.map(({ preset }) => preset)
  const unknown = names?.find((name) => !known.includes(name))
  if (unknown !== undefined) {
    throw new Error(`There is no coding agent "${unknown}". Known ones: ${known.join(', ')}.`)
  }
  const minutes = Number(environment['CREWROOM_CLIS_MINUTES'] ?? MINUTES)
  if (!(minutes > 0)) throw new Error('CREWROOM_CLIS_MINUTES must be a number above 0.')
  return {
    agents: CODING_AGENTS.filter(({ preset }) => names?.includes(preset) ?? true),
    scenes: values.scenes?.split(',') ?? null,
    write: values.write,
    cache: environment['CREWROOM_CLIS_CACHE'] || path.join(tmpdir(), 'crewroom-clis'),
    minutes,
  }
}
