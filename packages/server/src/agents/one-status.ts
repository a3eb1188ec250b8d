import type { AgentRecord } from '@crewroom/shared/model/agent'
import { decideStall } from '../conduct/stall'
import { decideAutoArchive, decideGroupsBack } from '../groups/auto-archive'
import type { Crew } from '../crew/crew'
import type { Decision } from '../journal/decision'

/** What becomes of a sub-lead in one of its crews when its status has become this in the other. */
export function decideOneStatus(decision: Decision, crew: Crew, agent: AgentRecord): void {
  decision.add(`agent:${agent.ended ?? 'resumed'}`, { agent })
  decideStall(decision, crew, agent.id, null)
  if (agent.ended !== null) decideAutoArchive(decision, crew, agent.id)
  else decideGroupsBack(decision, crew, agent.id)
}
