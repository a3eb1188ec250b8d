import type { AgentRecordProps } from './AgentRecord'
import { RolloutList } from './RolloutList'
import { useRollout } from './use-rollout'

/** The entries of an agent's record as they were recorded. */
export function RawRecord({ agent, isWorking, pulse }: AgentRecordProps) {
  const rollout = useRollout(agent.id, pulse, isWorking)
  return <RolloutList agent={agent} rollout={rollout} isWorking={isWorking} />
}
