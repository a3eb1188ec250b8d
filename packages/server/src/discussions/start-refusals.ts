import type { SessionRecord } from '@crewroom/shared/model/session'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { bounded } from '@crewroom/shared/text/bounded'
import type { Crew } from '../crew/crew'
import { nameIn } from '../crew/directory'

/** Refuses what would continue a chain of agents that is too long already. */
export function assertHop(hop: number): void {
  if (hop < LIMITS.hops) return
  throw new CrewError(
    'held',
    `agents have handed work to each other ${hop} times in a row. A discussion can be started again when a person has taken part.`,
  )
}

export function notInSession(
  crew: Crew,
  session: SessionRecord,
  missing: readonly string[],
): CrewError {
  const names = bounded(missing, { line: (id) => nameIn(crew, id) })
  return new CrewError(
    'validation',
    `participants: ${names} takes no part in session "${session.title}". Leave them out, or start a discussion without "session".`,
    { fields: { participants: 'names an agent that takes no part in the session' } },
  )
}
