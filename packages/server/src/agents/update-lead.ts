import type { LeadRecord } from '@crewroom/shared/model/agent'
import type { Crew } from '../crew/crew'
import { assertMayDo } from '../crew/rights'
import type { By, Shard } from '../crew/shard'

/** Changes how a crew works: whether groups are created automatically for parallel work. */
export function updateLead(
  shard: Shard,
  crew: Crew,
  by: By,
  input: { readonly autoGroups: boolean },
): LeadRecord {
  assertMayDo('updateLead', crew, by.actor)
  const { lead } = crew.state
  if (lead.autoGroups === input.autoGroups) return lead
  const decision = shard.decide(crew)
  decision.add('lead:updated', { lead: { ...lead, autoGroups: input.autoGroups } })
  shard.commit(crew, by, decision)
  return crew.state.lead
}
