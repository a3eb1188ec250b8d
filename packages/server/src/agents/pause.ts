import type { LeadRecord } from '@crewroom/shared/model/agent'
import type { Crew } from '../crew/crew'
import { assertMayDo } from '../crew/rights'
import type { By, Shard } from '../crew/shard'

/** Stops or continues handing anything to a crew's agents. Posting goes on; what is running is not cut off. */
export function pauseCrew(shard: Shard, crew: Crew, by: By, paused: boolean): LeadRecord {
  assertMayDo('pause', crew, by.actor)
  const { lead } = crew.state
  if (lead.paused === paused) return lead
  const decision = shard.decide(crew)
  decision.add(paused ? 'lead:paused' : 'lead:resumed', { lead: { ...lead, paused } })
  shard.commit(crew, by, decision)
  return crew.state.lead
}
