import { type Logger, pino } from 'pino'

export type { Logger } from 'pino'

/** JSON lines on stderr: stdout belongs to what the command prints. Ids, never contents, at info. */
export function createLogger(level: string): Logger {
  // An error has no fields of its own: without this it would be logged as {}.
  const serializers = { error: pino.stdSerializers.err }
  return pino({ name: 'crewroom', level, serializers }, pino.destination({ dest: 2, sync: false }))
}
