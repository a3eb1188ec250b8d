import type { GroupRecord } from '@crewroom/shared/model/group'
import { type SessionRecord, usualAgents } from '@crewroom/shared/model/session'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { Crew } from '../crew/crew'
import type { By, Shard } from '../crew/shard'
import { openGroupOf } from '../groups/lookup'
import { agentsNamed } from './session-of'

export interface CreateSessionInput {
  readonly group: string
  readonly title?: string | undefined
  /** Ids or names of agents; without it all of the group's agents take part but the lead, those who join later too. */
  readonly agents?: readonly string[] | null | undefined
}

/** Opens a session in a group. */
export function createSession(
  shard: Shard,
  crew: Crew,
  by: By,
  input: CreateSessionInput,
): SessionRecord {
  const group = openGroupOf(crew, input.group, by, 'openSession')
  const there = sessionsIn(crew, group)
  assertRoomForSession(group, there)
  const chosen = input.agents ? agentsNamed(shard, crew, group, input.agents) : null
  const decision = shard.decide(crew)
  const { session } = decision.add('session:created', {
    session: {
      id: shard.ports.ids.record(),
      leadId: crew.state.lead.id,
      groupName: group.name,
      title: input.title ?? nextTitle(there),
      status: 'active',
      activeAgents: chosen ?? usualAgents(group),
      chosen,
      createdAt: decision.at,
      createdBy: by.actor.id,
      updatedAt: decision.at,
      messageCount: 0,
      rounds: 0,
      lastMessage: null,
    },
  })
  shard.commit(crew, by, decision)
  return session
}

/** All sessions of a group but deleted ones. */
export function sessionsIn(crew: Crew, group: GroupRecord): readonly SessionRecord[] {
  return Object.values(crew.state.sessions).filter(({ groupName }) => groupName === group.name)
}

/** Whether a group may have one more session in use. */
export function hasRoomForSession(there: readonly SessionRecord[]): boolean {
  return there.filter(({ status }) => status === 'active').length < LIMITS.sessionsPerGroup
}

export function assertRoomForSession(group: GroupRecord, there: readonly SessionRecord[]): void {
  if (hasRoomForSession(there)) return
  throw new CrewError(
    'limit_reached',
    `group "${group.name}" has ${LIMITS.sessionsPerGroup} sessions in use, which is the limit. Archive one that is not needed now: its history can still be read.`,
  )
}

/** "Session 3", where no other session of the group has that title. */
function nextTitle(there: readonly SessionRecord[]): string {
  const taken = new Set(there.map(({ title }) => title))
  for (let n = there.length + 1; ; n++) {
    if (!taken.has(`Session ${n}`)) return `Session ${n}`
  }
}
