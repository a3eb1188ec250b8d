import type { AgentRecord } from '@crewroom/shared/model/agent'
import { CrewError } from '@crewroom/shared/protocol/errors'

/** A terminated agent takes part in nothing, reading included, until it is resumed. Each door asks this first. */
export function assertTakesPart(agent: AgentRecord | undefined): void {
  if (agent?.ended !== 'terminated') return
  throw new CrewError('agent_terminal', 'you have been terminated and can no longer act.')
}
