import { MODEL_KEY, type ModelDriver } from '@crewroom/shared/model/agent'
import type { ProgramRunPorts } from '../program-run'

/** The key that an agent was given, or that the server has in the variable which is named; null for none. */
export function keyOf(
  { shard, environment }: Pick<ProgramRunPorts, 'shard' | 'environment'>,
  agentId: string,
  { apiKeyEnv }: ModelDriver,
): string | null {
  const given = shard.crewOf(agentId)?.remembered(agentId).environment?.[MODEL_KEY]
  if (given !== undefined) return given
  return apiKeyEnv === undefined ? null : (environment[apiKeyEnv]?.trim() ?? null)
}
