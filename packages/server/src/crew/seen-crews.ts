import { CrewError } from '@crewroom/shared/protocol/errors'
import type { Crew } from './crew'
import type { By, Shard } from './shard'

type Who = Pick<By, 'actor'>

/** The agent whose view of a crew this is; null sees everything, as people do. */
export function viewerOf({ actor }: Who): string | null {
  return actor.kind === 'agent' ? actor.id : null
}

/** The crews that there are for somebody: all of them for people, for an agent those that it is in. */
export function crewsSeenBy(shard: Shard, { actor }: Who): readonly Crew[] {
  return actor.kind === 'agent' ? shard.crewsOf(actor.id) : [...shard.crews()]
}

/** The same in the order in which they were created. */
export function listCrews(shard: Shard, by: Who): readonly Crew[] {
  const seen = crewsSeenBy(shard, by)
  return [...shard.crews()].filter((crew) => seen.includes(crew))
}

/** The crew, for whom it exists: an agent of another crew is told that there is none. */
export function crewFor(shard: Shard, by: Who, leadId: string): Crew {
  const crew = shard.crew(leadId)
  if (by.actor.kind === 'agent' && !crewsSeenBy(shard, by).includes(crew)) {
    throw new CrewError(
      'lead_not_found',
      'There is no such crew. GET /api/lead lists those you can see.',
    )
  }
  return crew
}

/** The crew of an agent that exists for whoever asks. */
export function crewOfAgentFor(
  shard: Shard,
  by: Who,
  agentId: string,
  /** Which of a sub-lead's two crews is meant, if that is not the one it leads. */
  meant: (crew: Crew) => boolean = () => false,
): Crew {
  const own = by.actor.kind === 'agent' ? crewsSeenBy(shard, by) : null
  // A sub-lead is seen by its parent's crew as an agent of that crew.
  const seen = shard.crewsOf(agentId).filter((one) => own === null || own.includes(one))
  const crew = seen.find(meant) ?? seen[0]
  if (!crew) {
    throw new CrewError('agent_not_found', 'There is no such agent.')
  }
  return crew
}
