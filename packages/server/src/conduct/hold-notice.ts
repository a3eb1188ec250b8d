import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { GroupRecord } from '@crewroom/shared/model/group'
import { participantLabel } from '@crewroom/shared/model/participant'
import { TEXT } from '@crewroom/shared/text/catalogue'
import type { Decision } from '../journal/decision'
import { leadMayRelease } from '../crew/conduct-guard'
import type { Crew } from '../crew/crew'
import { named } from '../crew/directory'
import { decideNeed } from '../crew/needs'
import type { Shard } from '../crew/shard'

/** Notifies people, with a need, and the lead, with a report, that a group or an agent is held. */
export function decideHoldTold(
  shard: Shard,
  decision: Decision,
  crew: Crew,
  place: { readonly group: GroupRecord } | { readonly agent: AgentRecord },
  writer: string,
): void {
  const record = 'group' in place ? place.group : place.agent
  const { hold } = record
  if (!hold) return
  const groupName = 'group' in place ? place.group.name : null
  const what =
    'group' in place ? { group: place.group.name } : { agent: named(crew, place.agent.id) }
  const who = hold.agentIds.map((id) => named(crew, id))
  decideNeed(shard, decision, crew, {
    kind: 'held',
    agentId: 'agent' in place ? place.agent.id : writer,
    text: `${TEXT.holdReason(hold, who)}. ${
      'agent' in what
        ? `Agents' messages to ${participantLabel(what.agent.roleName, what.agent.id)}`
        : `Messages in "${what.group}"`
    } are stored and will be delivered at ${hold.until}, or when you end the hold.`,
    messageId: null,
    groupName,
  })
  decision.add('delivery:created', {
    delivery: {
      id: shard.ports.ids.record(),
      agentId: crew.state.lead.id,
      kind: 'report',
      // The lead reads it in its next turn; if nothing else happens in the crew, the report is a reason for one.
      wake: false,
      groupName,
      content: { form: 'text', text: TEXT.held(what, who, hold, leadMayRelease(record)) },
      hop: 0,
    },
  })
}
