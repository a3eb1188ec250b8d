import type { AgentRecord } from '@crewroom/shared/model/agent'
import { TEXT } from '@crewroom/shared/text/catalogue'
import { decideStall } from '../conduct/stall'
import { decideAutoArchive, decideGroupsBack } from '../groups/auto-archive'
import type { Crew } from '../crew/crew'
import type { Decision } from '../journal/decision'
import { decideDone, decideGone } from '../rounds/decide-gone'

/** What becomes of a sub-lead in one of its crews when its status has become this in the other. */
export function decideOneStatus(decision: Decision, crew: Crew, agent: AgentRecord): void {
  const { id, ended, endedReason } = agent
  if (ended === 'completed') decideDone(decision, crew, id)
  else if (ended !== null) decideGone(decision, crew, id, TEXT.endedInRound(ended, endedReason))
  decision.add(`agent:${agent.ended ?? 'resumed'}`, { agent })
  decideStall(decision, crew, agent.id, null)
  if (agent.ended !== null) decideAutoArchive(decision, crew, agent.id)
  else decideGroupsBack(decision, crew, agent.id)
}
