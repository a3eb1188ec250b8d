import type { AgentRecord } from '@crewroom/shared/model/agent'
import { type GroupRecord, listedIds } from '@crewroom/shared/model/group'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { TEXT } from '@crewroom/shared/text/catalogue'
import { decideNotice } from '../conduct/notice'
import type { Crew } from '../crew/crew'
import type { By, Shard } from '../crew/shard'
import type { Decision } from '../journal/decision'

/**
 * Tells a new member about its group, with up to 20 messages from before it joined. References only: the text
 * is made when it is handed over. People read the dashboard and are told nothing.
 */
export function announceJoin(
  shard: Shard,
  decision: Decision,
  group: GroupRecord,
  memberId: string,
  role: string | null,
): void {
  if (memberId === HUMAN_ID) return
  const history =
    group.messageCount > 0
      ? {
          fromN: Math.max(1, group.messageCount - LIMITS.historyOnJoin + 1),
          toN: group.messageCount,
        }
      : null
  decision.add('delivery:created', {
    delivery: {
      id: shard.ports.ids.record(),
      agentId: memberId,
      kind: history ? 'history' : 'system',
      wake: false,
      groupName: group.name,
      content: {
        form: 'joined',
        groupName: group.name,
        role,
        memberIds: listedIds(group),
        history,
      },
      hop: 0,
    },
  })
}

/** Tells the lead that the server left agents out of a group: nobody else would notice. */
export function announceFull(
  shard: Shard,
  decision: Decision,
  crew: Crew,
  by: By,
  { name }: GroupRecord,
  agents: readonly AgentRecord[],
): void {
  if (agents.length === 0) return
  const text = TEXT.groupFull(name, agents)
  decideNotice(shard, decision, crew, by, crew.state.lead.id, text, false)
}

/** Tells an agent that someone else took it out of a group. */
export function announceRemoval(
  shard: Shard,
  decision: Decision,
  crew: Crew,
  groupName: string,
  memberId: string,
  by: string,
): void {
  if (memberId === by || memberId === HUMAN_ID || !crew.state.agents[memberId]) return
  decision.add('delivery:created', {
    delivery: {
      id: shard.ports.ids.record(),
      agentId: memberId,
      kind: 'system',
      wake: false,
      groupName,
      content: { form: 'removed', groupName, by },
      hop: 0,
    },
  })
}
