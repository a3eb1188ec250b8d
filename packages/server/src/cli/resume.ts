import { shortId } from '@crewroom/shared/model/participant'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { relayedLine } from '@crewroom/shared/text/relay'
import { programOf } from '../crew/program-of'
import type { DataDir } from '../data-dir'
import { crewCalled, shownName } from './find-crew'
import { ask, runningServer } from './running-server'

export interface ResumeOptions {
  readonly data: DataDir
  /** Name or id of its lead; undefined: the only crew there is. */
  readonly crew: string | undefined
  readonly json: boolean
  readonly print: (line: string) => void
}

const PROGRAM_UNITS = 4_000

/** Resumes a paused crew, and says which programs may run from then on. */
export async function resume({ data, crew: given, json, print }: ResumeOptions): Promise<void> {
  const server = await runningServer(data)
  const crew = await crewCalled(
    server,
    given,
    ({ id, name, paused }) => `${id}  ${shownName(name)}${paused ? '  (paused)' : ''}`,
  )
  const address = `/api/lead/${encodeURIComponent(crew.id)}`
  // What a list says of agents leaves out how their programs are started.
  const response = await ask(server, `${address}/snapshot`)
  const { state } = (await response.json()) as { state: Pick<CrewState, 'agents'> }
  const programs = Object.values(state.agents).flatMap(({ id, name, ended, driver }) =>
    driver.kind === 'remote' || ended === 'terminated'
      ? []
      : [{ agentId: id, name, runs: programOf(driver) }],
  )
  if (crew.paused) await ask(server, `${address}/resume`, { method: 'POST' })
  if (json) {
    const lead = { id: crew.id, name: crew.name }
    print(JSON.stringify({ lead, wasPaused: crew.paused, programs }))
    return
  }
  const called = `${shownName(crew.name)} (${crew.id})`
  if (!crew.paused) {
    print(`The crew ${called} is not paused.`)
    return
  }
  print(`Resumed the crew ${called}: its agents are handed what waits for them.`)
  if (programs.length > 0) print('These programs run, or start when something wakes their agent:')
  for (const { agentId, name, runs } of programs) {
    print(`  ${shownName(name)} (${shortId(agentId)}): ${relayedLine(runs, PROGRAM_UNITS)}`)
  }
}
