import { setImmediate as nextTurn } from 'node:timers/promises'
import { variablesOf } from '@crewroom/shared/model/agent'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { programOf } from '../crew/program-of'
import type { Crew } from '../crew/crew'
import { assertMayOnServer } from '../crew/may'
import type { By, Shard } from '../crew/shard'
import { ROW_KINDS } from '../journal/ports/transfer-port'
import type { CrewFile } from './crew-file'
import { badFile } from './read-file'

/** What the person is to look at before the crew is resumed. */
export interface Program {
  readonly agentId: string
  readonly name: string
  readonly runs: string
  /** Names of variables that it was given elsewhere; their values are in no file. */
  readonly variables: readonly string[]
}

/** Programs of a crew's agents, as its file names them. */
export function programsOf(crew: Crew): Program[] {
  return Object.values(crew.state.agents).flatMap(({ id, name, driver }) =>
    driver.kind === 'remote'
      ? []
      : [
          {
            agentId: id,
            name,
            runs: programOf(driver),
            variables: variablesOf(driver),
          },
        ],
  )
}

/**
 * Refuses a crew of a file that was read to its end when anything of it is here already. It has as many ids as facts: others get their
 * turn in between.
 */
export async function assertFree(shard: Shard, by: By, file: CrewFile): Promise<void> {
  assertMayOnServer('importCrew', by)
  const { leadId } = file.header
  const here = shard.findCrew(leadId)
  if (here) {
    throw taken(
      `The crew "${here.state.lead.name}" (${leadId}) already exists here. Delete it first, or import the file into another server.`,
      { leadId },
    )
  }
  for (const agentId of file.book.agents.keys()) {
    for (const other of shard.crewsOf(agentId)) assertFamily(file, agentId, other)
  }
  for (const id of file.book.strangers) {
    for (const other of shard.crewsOf(id)) assertKin(file, id, other)
  }
  assertBothKnow(shard, file)
  for (const kind of ROW_KINDS) {
    for (const ids of file.book.ids(kind)) {
      await nextTurn()
      const [id] = shard.ports.reader.taken(kind, ids)
      if (id === undefined) continue
      throw taken(
        `The ${kind} ${id} of the file already exists here, in another crew. Import the file into another server.`,
        { id },
      )
    }
  }
}

/** A sub-lead is one agent of two crews. Both may come from files, as long as nothing has begun with the other. */
function assertFamily(file: CrewFile, agentId: string, other: Crew): void {
  const { leadId } = file.header
  const { lead } = other.state
  const child = agentId === leadId && file.book.parentId === lead.id
  const parent = agentId === lead.id && lead.parentId === leadId
  if (child && lead.parentId === leadId) {
    throw badFile(null, 'The file puts its crew both above and below the same other crew.')
  }
  if ((child || parent) && other.inert) {
    assertStreamsApart(file, agentId, other)
    return
  }
  throw taken(
    `The agent ${agentId} of the file already exists here, in the crew "${lead.name}". ${
      child || parent
        ? 'A sub-lead can return only together with its parent: import both before you resume either.'
        : 'Import the file into another server.'
    }`,
    { agentId, leadId: lead.id },
  )
}

/** How far a sub-lead's output was read is known in one of its crews. */
function assertStreamsApart(file: CrewFile, agentId: string, other: Crew): void {
  const streams = file.book.streams.get(agentId)
  for (const { stream } of other.streams(agentId)) {
    if (!streams?.has(stream)) continue
    throw taken(
      `The output of the agent ${agentId} of the file is already followed here, in the crew "${other.state.lead.name}". Import the file into another server.`,
      { agentId, leadId: other.state.lead.id },
    )
  }
}

/** A participant that acted in the crew without being its agent belongs to its parent's crew or to one below it. */
function assertKin(file: CrewFile, id: string, { state: { lead } }: Crew): void {
  if (lead.id === file.book.parentId || lead.parentId === file.header.leadId) return
  throw badFile(
    null,
    `The file says that the agent ${id} did something in it, who is in the crew "${lead.name}" here.`,
  )
}

/** A crew under another one is an agent of it, and the other way round. */
function assertBothKnow(shard: Shard, file: CrewFile): void {
  const { leadId } = file.header
  const { parentId, agents } = file.book
  const parent = parentId === null ? undefined : shard.findCrew(parentId)
  const strangers = [...shard.crews()].filter(
    ({ state }) => state.lead.parentId === leadId && !agents.has(state.lead.id),
  )
  if (parent && !parent.state.agents[leadId]) strangers.push(parent)
  const [stranger] = strangers
  if (!stranger) return
  const { id, name } = stranger.state.lead
  throw taken(`The crew "${name}" (${id}) exists here and does not match the file's.`, {
    leadId: id,
  })
}

function taken(message: string, details: Readonly<Record<string, unknown>>): CrewError {
  return new CrewError('crew_exists', `${message} Nothing was imported.`, details)
}
