import type { CrewError } from '@crewroom/shared/protocol/errors'
import type { Shard } from '../crew/shard'
import type { Logger } from '../logger'
import { asCrewError } from './errors'

interface Ports {
  readonly shard: Shard
  readonly logger: Logger
}

/**
 * The answer for a refusal, once everything that it may depend on is durable: the facts in memory of the crew that it is
 * about, or of all crews if it names none (it may be refused because its crew is being deleted). If those are lost,
 * the answer says that instead.
 */
export async function whenStored(
  { shard, logger }: Ports,
  refused: CrewError,
  leadId?: string,
): Promise<CrewError> {
  // These say nothing of what is not stored yet.
  if (refused.code === 'storage_failed' || refused.code === 'request_under_way') return refused
  try {
    await (leadId === undefined ? shard.journal.allDurable() : shard.journal.durable(leadId))
    return refused
  } catch (storage) {
    return asCrewError(storage, logger)
  }
}
