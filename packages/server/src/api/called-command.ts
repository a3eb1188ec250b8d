import { commandLine } from '@crewroom/shared/command/grammar'
import { cut } from '@crewroom/shared/model/cut'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { Shard } from '../crew/shard'
import type { CommandResult } from '../intake/command-sink'
import type { ToolCalls } from '../intake/tool-calls'
import type { RemoteRollouts } from '../rollouts/remote-rollouts'

export interface CalledCommandPorts {
  readonly shard: Shard
  readonly toolCalls: ToolCalls
  readonly remoteRollouts: RemoteRollouts
}

const NAME_TOLD = 100

/** Runs a command that an agent calls instead of writing it, and notes it in the record of one that runs elsewhere. */
export async function calledCommand(
  { shard, toolCalls, remoteRollouts }: CalledCommandPorts,
  agentId: string,
  name: string,
  payload: unknown,
  ran?: Parameters<ToolCalls['call']>[3],
): Promise<CommandResult> {
  const line = commandLine(name, asObject(payload))
  if (line.length > LIMITS.commandUnits) {
    throw new CrewError(
      'too_large',
      `A command has at most ${LIMITS.commandUnits} characters, and ${cut(name, NAME_TOLD)} was called with more. Say it in several.`,
    )
  }
  const result = await toolCalls.call(agentId, name, payload, ran)
  // The server keeps the record of programs that it runs itself.
  const isRemote = shard.crewOf(agentId)?.state.agents[agentId]?.driver.kind === 'remote'
  if (isRemote) remoteRollouts.called(agentId, line, result)
  return result
}

const asObject = (payload: unknown): object =>
  typeof payload === 'object' && payload !== null ? payload : {}
