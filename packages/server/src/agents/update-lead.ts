import type { LeadRecord } from '@crewroom/shared/model/agent'
import type { Crew } from '../crew/crew'
import { assertMayInCrew } from '../crew/may'
import type { By, Shard } from '../crew/shard'

/** Changes how a crew works: whether groups are created automatically for parallel work. */
export function updateLead(
  shard: Shard,
  crew: Crew,
  by: By,
  input: { readonly autoGroups: boolean },
): LeadRecord {
  assertMayInCrew('updateLead', crew, by)
  const { lead } = crew.state
  if (lead.autoGroups === input.autoGroups) return lead
  const decision = shard.decide(crew)
  decision.add('lead:updated', { lead: { ...lead, autoGroups: input.autoGroups } })
  shard.commit(crew, by, decision)
  return crew.state.lead
}
