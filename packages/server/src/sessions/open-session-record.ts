import { CrewError } from '@crewroom/shared/protocol/errors'
import type { OpenRecord } from '../agents/agent-transcripts'
import { openRollout } from '../agents/read-rollout'
import { assertMayInGroup } from '../crew/may'
import type { By, Shard } from '../crew/shard'
import { groupOf } from '../groups/lookup'
import { sessionOf } from './session-of'

interface SessionRecordInput {
  readonly agentId: string
  /** Its id, or in a group that is given also its title. */
  readonly session: string
  readonly group?: string | undefined
}

/** What an agent was given and did in a session, for whoever may read both the record and the session. */
export function openSessionRecord(
  shard: Shard,
  by: By,
  { agentId, session: reference, group: name }: SessionRecordInput,
): OpenRecord {
  const record = openRollout(shard, by, agentId)
  const { crew } = record
  const groupName = name ?? crew.state.sessions[reference]?.groupName
  if (groupName === undefined) {
    throw new CrewError(
      'session_not_found',
      'This crew has no such session (any more). List the sessions of the group.',
    )
  }
  const group = groupOf(crew, groupName, by.actor)
  assertMayInGroup('readSession', crew, group, by)
  return { ...record, sessionId: sessionOf(crew, group, reference, by).id }
}
