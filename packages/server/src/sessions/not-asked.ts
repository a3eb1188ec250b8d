import type { GroupRecord } from '@crewroom/shared/model/group'
import type { Message } from '@crewroom/shared/model/message'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { calledOutside } from '@crewroom/shared/state/wakes'
import type { Crew } from '../crew/crew'

/** How a door calls agents, and the field in which it takes those of a session. */
export interface InWords {
  nameOf(agentId: string): string
  readonly field: 'agents' | 'active_agents'
}

/** What helps when a person's message calls agents of the group that are not asked in the session; null: it calls none. */
export function notAskedHint(
  { state }: Crew,
  group: GroupRecord,
  { sessionId, content, from }: Message,
  { nameOf, field }: InWords,
): string | null {
  const session = state.sessions[sessionId]
  // What an agent writes asks nobody.
  if (!session || from !== HUMAN_ID) return null
  const ids = calledOutside(state, group, session.activeAgents, content)
  if (ids.length === 0) return null
  const [are, they, them] =
    ids.length === 1 ? ['is', 'it takes', 'it'] : ['are', 'they take', 'them']
  const names = ids.slice(0, MOST_NAMED).map(nameOf).join(', ')
  const more = ids.length > MOST_NAMED ? ` and ${ids.length - MOST_NAMED} more` : ''
  return `${names}${more} ${are} not asked: ${they} no part in session "${session.title}". Add ${them} to "${field}" of the session, or set that to null to ask all agents of the group.`
}

const MOST_NAMED = 10
