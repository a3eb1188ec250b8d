import type { AcpCommand } from '../../crew/presets'
import type { Shard } from '../../crew/shard'

/** What an agent's program finds in its environment: its preset's variables, and those that the agent was given. */
export function environmentOf(
  shard: Shard,
  agentId: string,
  { env }: AcpCommand,
): Record<string, string> {
  return { ...env, ...shard.crewOf(agentId)?.remembered(agentId).environment }
}
