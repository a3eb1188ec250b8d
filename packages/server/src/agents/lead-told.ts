import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { Decision } from '../journal/decision'
import type { DeliveryContent } from '../journal/facts'
import type { Crew } from '../crew/crew'
import type { By, Shard } from '../crew/shard'

type End = Extract<DeliveryContent, { readonly form: 'report' | 'terminated' }>

/**
 * Tells the lead, in the decision that ends an agent, that it has ended: a person may have made it or given it its task,
 * and the lead goes on counting with it. No reason to start; an agent that is `told` already, or that ended it, is not told again.
 */
export function decideLeadTold(
  shard: Shard,
  decision: Decision,
  crew: Crew,
  by: By,
  agent: AgentRecord,
  told: readonly string[],
  content: End,
): void {
  const leadId = crew.state.lead.id
  if ([agent.id, by.actor.id, ...told].includes(leadId)) return
  decision.add('delivery:created', {
    delivery: {
      id: shard.ports.ids.record(),
      agentId: leadId,
      kind: 'report',
      wake: false,
      groupName: null,
      content,
      hop: crew.inHand.chain(agent.id).hop + 1,
    },
  })
}
