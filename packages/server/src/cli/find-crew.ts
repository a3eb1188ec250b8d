import { relayedLine } from '@crewroom/shared/text/relay'
import type { ServerFile } from '../data-dir'
import { StartRefused } from '../start-refused'
import { ask } from './running-server'

export interface CrewOnServer {
  readonly id: string
  readonly name: string
  readonly paused: boolean
}

const NAME_UNITS = 100

/** The crew with this name or id; undefined: the only one there is. Otherwise refused with a list of all. */
export async function crewCalled(
  server: ServerFile,
  given: string | undefined,
  lineOf = (crew: CrewOnServer) => `${crew.id}  ${shownName(crew.name)}`,
): Promise<CrewOnServer> {
  const response = await ask(server, '/api/lead')
  const { leads } = (await response.json()) as { leads: readonly CrewOnServer[] }
  const wanted = given?.toLowerCase()
  const found = leads.filter(
    ({ id, name }) => wanted === undefined || name.toLowerCase() === wanted || id === wanted,
  )
  const [only] = found
  if (only && found.length === 1) return only
  if (leads.length === 0) {
    throw new StartRefused(
      'There is no crew on this server. Create one on its dashboard (crewroom open), or import one (crewroom import).',
    )
  }
  const list = leads.map((crew) => `  ${lineOf(crew)}`).join('\n')
  throw new StartRefused(
    `${given === undefined || found.length > 1 ? `There are ${(found.length > 1 ? found : leads).length} crews` : `No crew is called "${shownName(given)}"`}. Choose one with --crew, by its name or id:\n${list}`,
  )
}

/** A name on one line, doing nothing to the terminal. */
export function shownName(name: string): string {
  return relayedLine(name, NAME_UNITS)
}
