import { type Logger, pino } from 'pino'

export type { Logger } from 'pino'

/** JSON lines on stderr: stdout belongs to what the command prints. Ids, never contents, at info. */
export function createLogger(level: string): Logger {
  return pino({ name: 'crewroom', level }, pino.destination({ dest: 2, sync: false }))
}
