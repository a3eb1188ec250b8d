import { type GroupRecord, listedIds } from '@crewroom/shared/model/group'
import { MAIN_SESSION, type SessionRecord } from '@crewroom/shared/model/session'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { bounded } from '@crewroom/shared/text/bounded'
import type { Crew } from '../crew/crew'
import { isActive } from '../crew/directory'
import type { By, Shard } from '../crew/shard'
import { memberNamed } from '../groups/change-members'
import { viewerIn } from '../groups/sight'

/**
 * A session of the group, by its id or its title. An agent finds those in which it takes part or that it opened; the lead
 * finds all.
 */
export function sessionOf(
  crew: Crew,
  group: GroupRecord,
  reference: string,
  by: Pick<By, 'actor'>,
): SessionRecord {
  if (reference === MAIN_SESSION) {
    throw new CrewError(
      'session_not_found',
      `main is the free talk of group "${group.name}" and no session of its own: read it and write to it as the group.`,
    )
  }
  const seen = sessionsOf(crew, group, by)
  const exact = seen.find(({ id }) => id === reference)
  if (exact) return exact
  const wanted = reference.trim().toLowerCase()
  const titled = seen.filter(({ title }) => title.toLowerCase() === wanted)
  const [only] = titled
  if (only && titled.length === 1) return only
  const others = bounded(seen, { line: ({ title }) => `"${title}"`, most: NAMED })
  throw new CrewError(
    'session_not_found',
    titled.length > 1
      ? `group "${group.name}" has ${titled.length} sessions called "${only?.title}". Name one by its id.`
      : `group "${group.name}" has no session "${reference.slice(0, 100)}"${
          others === '' ? '.' : `. Sessions there: ${others}.`
        }`,
  )
}

/** So many titles are named in a refusal. */
const NAMED = 10

/** The same, where writing needs one that is in use. */
export function openSessionOf(
  crew: Crew,
  group: GroupRecord,
  reference: string,
  by: Pick<By, 'actor'>,
): SessionRecord {
  const session = sessionOf(crew, group, reference, by)
  if (session.status === 'active') return session
  throw new CrewError(
    'session_archived',
    `session "${session.title}" is archived. Its history can still be read; take it out of the archive to write.`,
  )
}

/** Sessions of a group, oldest first; an agent's own. */
export function sessionsOf(
  crew: Crew,
  group: GroupRecord,
  by: Pick<By, 'actor'>,
): readonly SessionRecord[] {
  const viewer = viewerIn(crew, by)
  return Object.values(crew.state.sessions).filter(
    ({ groupName, activeAgents, createdBy }) =>
      groupName === group.name &&
      (viewer === null || activeAgents.includes(viewer) || createdBy === viewer),
  )
}

/** Those who are asked when nobody is named: agents that take part, are in the group, and are at work. */
export function speakersOf(
  crew: Crew,
  group: GroupRecord,
  session: Pick<SessionRecord, 'activeAgents'>,
): readonly string[] {
  return session.activeAgents.filter((id) => {
    const agent = crew.state.agents[id]
    return agent !== undefined && isActive(agent) && listedIds(group).includes(id)
  })
}

/** Agents of a group by their ids or names, each once. The person reads every session and is asked in none. */
export function agentsNamed(
  shard: Shard,
  crew: Crew,
  group: GroupRecord,
  references: readonly string[],
): readonly string[] {
  const ids = references.map((reference) => memberNamed(shard, crew, group, reference))
  return [...new Set(ids)].filter((id) => crew.state.agents[id] !== undefined)
}
