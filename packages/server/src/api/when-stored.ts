import type { CrewError } from '@crewroom/shared/protocol/errors'
import type { Shard } from '../crew/shard'
import type { Logger } from '../logger'
import { asCrewError } from './errors'

interface Ports {
  readonly shard: Shard
  readonly logger: Logger
}

/**
 * What to tell of a refusal, when everything that it may rest on is durable: what memory holds of the crew that it is
 * about, or of all, where it names none (it may be refused because its crew is being deleted). When that is lost,
 * it is what the caller must know instead.
 */
export async function whenStored(
  { shard, logger }: Ports,
  refused: CrewError,
  leadId?: string,
): Promise<CrewError> {
  if (refused.code === 'storage_failed') return refused
  try {
    await (leadId === undefined ? shard.journal.allDurable() : shard.journal.durable(leadId))
    return refused
  } catch (storage) {
    return asCrewError(storage, logger)
  }
}
