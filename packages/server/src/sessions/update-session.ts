import type { GroupRecord } from '@crewroom/shared/model/group'
import { laterOf } from '@crewroom/shared/model/later-of'
import { type SessionRecord, usualAgents } from '@crewroom/shared/model/session'
import { TEXT } from '@crewroom/shared/text/catalogue'
import { assertNotClosed } from '../crew/admissions'
import type { Crew } from '../crew/crew'
import { assertMayInGroup } from '../crew/may'
import type { By, Shard } from '../crew/shard'
import { assertInUse, groupOf } from '../groups/lookup'
import { decideStopped } from '../rounds/close-round'
import type { Decision } from '../journal/decision'
import { decideNotAsked } from '../rounds/decide-gone'
import { decideRunEnded } from '../rounds/end-run'
import { assertRoomForSession, sessionsIn } from './create-session'
import { liveRunOf } from './live-run'
import { ownRunOf } from './own-round'
import { agentsNamed, sessionOf } from './session-of'

export interface UpdateSessionInput {
  readonly group: string
  readonly session: string
  readonly title?: string | undefined
  readonly status?: 'active' | 'archived' | undefined
  /** Ids or names of all agents that take part from now on; null: all agents of the group but the lead. */
  readonly agents?: readonly string[] | null | undefined
}

/**
 * Changes what a session is called, who takes part, and whether it is in use. What is open in one that is archived is
 * stopped; an agent that takes part no more is not waited for.
 */
export function updateSession(
  shard: Shard,
  crew: Crew,
  by: By,
  input: UpdateSessionInput,
): SessionRecord {
  const group = groupOf(crew, input.group, by.actor)
  const session = changeableSession(crew, group, by, input.session)
  assertInUse(crew, group)
  const { title = session.title, status = session.status } = input
  const { chosen, activeAgents } =
    input.agents === undefined ? session : agentsChosen(shard, crew, group, input.agents)
  const isSame =
    title === session.title &&
    status === session.status &&
    (chosen ?? null)?.join() === (session.chosen ?? null)?.join() &&
    activeAgents.join() === session.activeAgents.join()
  if (isSame) return session
  if (session.status === 'archived' && status === 'active') {
    assertRoomForSession(group, sessionsIn(crew, group))
  }
  const decision = shard.decide(crew)
  if (status === 'archived') decideOutOfUse(shard, decision, crew, session, TEXT.sessionArchived)
  for (const agentId of session.activeAgents) {
    if (!activeAgents.includes(agentId)) decideNotAsked(decision, crew, session.id, agentId)
  }
  decision.add('session:updated', {
    session: {
      ...session,
      title,
      status,
      activeAgents,
      chosen,
      updatedAt: laterOf(session.updatedAt, decision.at),
    },
  })
  shard.commit(crew, by, decision)
  return crew.state.sessions[session.id] ?? session
}

/** The choice, and the agents that take part by it. */
function agentsChosen(
  shard: Shard,
  crew: Crew,
  group: GroupRecord,
  agents: readonly string[] | null,
): Pick<SessionRecord, 'activeAgents' | 'chosen'> {
  if (agents === null) return { chosen: null, activeAgents: usualAgents(group) }
  const chosen = agentsNamed(shard, crew, group, agents)
  return { chosen, activeAgents: chosen }
}

/** Takes a session away for everybody. Its rows stay until the crew is deleted. */
export function deleteSession(
  shard: Shard,
  crew: Crew,
  by: By,
  input: { readonly group: string; readonly session: string },
): SessionRecord {
  const group = groupOf(crew, input.group, by.actor)
  const session = changeableSession(crew, group, by, input.session)
  assertNotClosed(crew, group)
  const decision = shard.decide(crew)
  decideOutOfUse(shard, decision, crew, session, TEXT.sessionDeleted)
  const deleted = decision.add('session:updated', {
    session: { ...session, status: 'deleted', updatedAt: laterOf(session.updatedAt, decision.at) },
  })
  shard.commit(crew, by, decision)
  return deleted.session
}

/** Ends the session's discussion, and stops what is open in it. */
function decideOutOfUse(
  shard: Shard,
  decision: Decision,
  crew: Crew,
  session: SessionRecord,
  error: string,
): void {
  const run = liveRunOf(crew, session)
  if (run) decideRunEnded(shard, decision, crew, run.id, { why: 'archived', error })
  decideStopped(decision, crew, ownRunOf(session), error)
}

/** Whoever opened a session may change it as long as they are in its group. */
function changeableSession(
  crew: Crew,
  group: GroupRecord,
  by: By,
  reference: string,
): SessionRecord {
  assertMayInGroup('readSession', crew, group, by)
  const session = sessionOf(crew, group, reference, by)
  if (session.createdBy !== by.actor.id || by.readsOnly) {
    assertMayInGroup('changeSession', crew, group, by)
  }
  return session
}
