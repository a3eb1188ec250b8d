import { type GroupRecord, listedIds, memberOf, withArchive } from '@crewroom/shared/model/group'
import { HUMAN_ID, SYSTEM_ID } from '@crewroom/shared/model/participant'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { isClosed } from '../crew/admissions'
import type { Crew } from '../crew/crew'
import type { Shard } from '../crew/shard'
import type { Decision } from '../journal/decision'
import type { TurnRecord } from '../journal/facts'
import { hasOpenRound } from '../rounds/decide-gone'
import { groupIn, groupsIn } from './group-draft'

/**
 * Archives, in the decision that ends an agent, the groups in which nobody is left to work: all agents but the lead
 * have ended. People never end, and do not keep a group in use. Nobody is notified: all have ended. A group with
 * messages that its lead has not been handed stays until it was, so that the lead can still answer; one in whose sessions
 * somebody still answers, until that is over.
 */
export function decideAutoArchive(decision: Decision, crew: Crew, endedId: string): void {
  const leadId = crew.state.lead.id
  const hasEnded = (id: string) => id === endedId || crew.state.agents[id]?.ended !== null
  for (const group of groupsIn(decision, crew)) {
    const workers = workersOf(group, leadId)
    if (group.archived || !workers.includes(endedId) || !workers.every(hasEnded)) continue
    if (leadHasUnread(crew, group.name) || hasOpenRound(decision, crew, group.name)) continue
    decision.add('group:archived', { group: withArchive(group, SYSTEM_ID) })
  }
}

/**
 * Archives, in the decision that ends turns of the lead, the groups that stayed in use for what was in them. A group that a
 * person writes in is none of them, because nothing that its agents wrote is in the turn, and neither is one that somebody
 * took into use again since its last agent ended.
 */
export function decideReadArchive(
  shard: Shard,
  decision: Decision,
  crew: Crew,
  turns: readonly TurnRecord[],
): void {
  const leadId = crew.state.lead.id
  for (const { agentId, parts } of turns) {
    for (const part of agentId === leadId ? parts : []) {
      const group = groupIn(decision, crew, part.groupName)
      if (!group || group.archived || leadHasUnread(crew, group.name)) continue
      if (hasOpenRound(decision, crew, group.name)) continue
      const workers = workersOf(group, leadId)
      if (!workers.some((id) => crew.state.agents[id])) continue
      if (workers.some((id) => crew.state.agents[id]?.ended === null)) continue
      const messages = shard.ports.reader.owedMessages({
        leadId,
        groupName: part.groupName,
        after: part.from,
        to: part.to,
        notFrom: leadId,
        limit: LIMITS.page,
      })
      if (!messages.some(({ from }) => crew.state.agents[from])) continue
      if (wasTakenBack(shard, crew, group, workers)) continue
      decision.add('group:archived', { group: withArchive(group, SYSTEM_ID) })
    }
  }
}

/**
 * Archives, in the decision with the answer of an agent that has completed, the group that stayed in use for it. Called for
 * every decision, so that whatever ends an answer does this.
 */
export function decideAnsweredArchive(decision: Decision, crew: Crew): void {
  const leadId = crew.state.lead.id
  const hasEnded = (id: string) => crew.state.agents[id]?.ended !== null
  for (const { type, data } of decision.drafts) {
    if (type !== 'round:responded' && type !== 'run:ended') continue
    if (type === 'round:responded' && !hasEnded(data.response.agentId)) continue
    const sessionId = type === 'run:ended' ? data.run.sessionId : data.sessionId
    const name = crew.state.sessions[sessionId]?.groupName
    const group = name === undefined ? undefined : groupIn(decision, crew, name)
    if (!group || group.archived) continue
    const workers = workersOf(group, leadId)
    if (workers.length === 0 || !workers.every(hasEnded)) continue
    if (leadHasUnread(crew, group.name) || hasOpenRound(decision, crew, group.name)) continue
    decision.add('group:archived', { group: withArchive(group, SYSTEM_ID) })
  }
}

/** Rows of its timeline that are looked at together. */
const PART = 20

/** Whether somebody took a group, all of whose agents have ended, into use again after that. */
function wasTakenBack(
  shard: Shard,
  crew: Crew,
  group: GroupRecord,
  workers: readonly string[],
): boolean {
  const ended = Math.max(...workers.map((id) => crew.uses.endedSeq(id)))
  const takenBack = crew.uses.takenBackSeq(group.name)
  if (ended > 0 || takenBack > 0) return takenBack > ended
  return wasTakenBackBefore(shard, group, workers)
}

/** The same of what happened before the server started: an agent that wrote after that ended later. */
function wasTakenBackBefore(shard: Shard, group: GroupRecord, workers: readonly string[]): boolean {
  for (let before = Number.MAX_SAFE_INTEGER; ;) {
    const { rows, hasBefore } = shard.ports.reader.timeline(group.leadId, {
      groupName: group.name,
      before,
      limit: PART,
      viewer: null,
    })
    for (const row of rows.toReversed()) {
      if (row.kind === 'event' && row.event === 'unarchived') return true
      if (row.kind !== 'event' && workers.includes(row.message.from)) return false
    }
    const [first] = rows
    if (!hasBefore || !first) return false
    before = first.seq
  }
}

function leadHasUnread(crew: Crew, groupName: string): boolean {
  // An agent that has ended reads nothing any more.
  if (crew.state.agents[crew.state.lead.id]?.ended !== null) return false
  const stays = crew.memberships.of(crew.state.lead.id, groupName)
  return stays.some((interval) => crew.inHand.owedIn(interval) > 0)
}

/** Takes the groups of an agent that comes back into use again, but those that somebody put away. */
export function decideGroupsBack(decision: Decision, crew: Crew, agentId: string): void {
  for (const group of groupsIn(decision, crew)) {
    if (group.archivedBy !== SYSTEM_ID || !memberOf(group, agentId)) continue
    if (isClosed(crew, group)) continue
    decision.add('group:unarchived', { group: withArchive(group, null) })
  }
}

function workersOf(group: GroupRecord, leadId: string): string[] {
  // An agent that only reads along does not work there.
  return listedIds(group).filter((id) => id !== leadId && id !== HUMAN_ID)
}
