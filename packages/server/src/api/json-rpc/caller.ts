import { CrewError } from '@crewroom/shared/protocol/errors'
import type { Shard } from '../../crew/shard'
import { assertTakesPart, type Principal } from '../principal'
import { CallerEnded } from './rpc-errors'

/** Throws if the agent that calls was terminated. */
export function assertCallerTakesPart(shard: Shard, principal: Principal): void {
  try {
    assertTakesPart(shard, principal)
  } catch (error) {
    throw error instanceof CrewError && error.code === 'agent_terminal'
      ? new CallerEnded(error)
      : error
  }
}
