import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { CommsPage } from '../journal/ports/reader-port'
import type { Crew } from '../crew/crew'
import { viewerOf } from '../crew/seen-crews'
import type { By, Shard } from '../crew/shard'

export interface CommsInput {
  /** Id of an agent, or the beginning of it, or `human`. */
  readonly agent?: string | undefined
  readonly before?: number | undefined
  readonly limit: number
}

/**
 * A page of what was said outside of groups. People see all of it; an agent, the lead too, what it wrote and what
 * was delivered to it. Waits until the tables hold what memory holds.
 */
export async function readComms(
  shard: Shard,
  crew: Crew,
  by: By,
  input: CommsInput,
): Promise<CommsPage> {
  const agentId = input.agent === undefined ? null : participantOf(crew, input.agent)
  const leadId = crew.state.lead.id
  await shard.journal.durable(leadId)
  return shard.ports.reader.comms(leadId, {
    agentId,
    before: input.before ?? Number.MAX_SAFE_INTEGER,
    limit: input.limit,
    viewer: viewerOf(by),
  })
}

/** Also who has ended: what was said stays. */
export function participantOf(crew: Crew, reference: string): string {
  const { agents } = crew.state
  if (reference === HUMAN_ID || agents[reference]) return reference
  const hits = Object.keys(agents).filter((id) => id.startsWith(reference))
  const [only] = hits
  if (only && hits.length === 1 && reference.length >= 4) return only
  throw new CrewError('agent_not_found', 'There is no such agent in this crew.', { reference })
}
