import type { Clock } from './clock'
import type { Config } from './config'
import { JournalRetention } from './journal/journal-retention'
import type { RetentionPort } from './journal/ports/retention-port'
import type { Logger } from './logger'
import { RecordRetention } from './rollouts/record-retention'

/** What removes, now and then, what the configuration does not keep: not started yet. */
export function retentionOf(
  config: Pick<Config, 'recordDays' | 'recordMegabytes' | 'journalDays'>,
  clock: Clock,
  logger: Logger,
  port: Pick<RetentionPort, 'trimRecords' | 'trimJournal'>,
): readonly { start(): void; stop(): void }[] {
  return [
    new RecordRetention({
      clock,
      port,
      days: config.recordDays,
      megabytes: config.recordMegabytes,
      trimmed: (round) =>
        round.failure === null
          ? logger.info({ round }, "older entries of agents' records were removed")
          : logger.warn({ round }, "older entries of agents' records could not all be removed"),
    }),
    new JournalRetention({
      clock,
      port,
      days: config.journalDays,
      trimmed: (round) =>
        round.failure === null
          ? logger.info({ round }, 'older facts that others replaced were removed')
          : logger.warn({ round }, 'older facts that others replaced could not all be removed'),
    }),
  ]
}
