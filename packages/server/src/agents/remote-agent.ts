import { CrewError } from '@crewroom/shared/protocol/errors'
import type { Crew } from '../crew/crew'
import { agentOf } from '../crew/directory'
import { assertMayInCrew } from '../crew/may'
import { crewOfAgentFor } from '../crew/seen-crews'
import type { By, Shard } from '../crew/shard'

/** The crew of an agent that a program elsewhere speaks for: whose output comes, and whose inbox is read. */
export function remoteAgentFor(
  shard: Shard,
  by: By,
  agentId: string,
  isRunHere = 'The server runs this agent itself; it has no output or inbox here.',
): Crew {
  const crew = crewOfAgentFor(shard, by, agentId)
  const agent = agentOf(crew, agentId)
  assertMayInCrew('actAs', crew, by, agent)
  if (agent.driver.kind !== 'remote') throw new CrewError('wrong_driver', isRunHere)
  return crew
}
