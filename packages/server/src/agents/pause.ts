import type { LeadRecord } from '@crewroom/shared/model/agent'
import type { Crew } from '../crew/crew'
import { assertMayInCrew, assertMayOnServer } from '../crew/may'
import type { By, Shard } from '../crew/shard'

/** Stops or continues handing anything to a crew's agents. Posting goes on; what is running is not cut off. */
export function pauseCrew(shard: Shard, crew: Crew, by: By, paused: boolean): LeadRecord {
  assertMayInCrew('pause', crew, by)
  const { lead } = crew.state
  if (lead.paused === paused) return lead
  const decision = shard.decide(crew)
  decision.add(paused ? 'lead:paused' : 'lead:resumed', { lead: { ...lead, paused } })
  shard.commit(crew, by, decision)
  return crew.state.lead
}

/** The same for every crew of this server. */
export function pauseServer(shard: Shard, by: By, paused: boolean): void {
  assertMayOnServer('runServer', by)
  shard.pauseAll(paused, by)
}
