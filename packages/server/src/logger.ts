import { type DestinationStream, type Logger, pino } from 'pino'

export type { Logger } from 'pino'

/** JSON lines on stderr: stdout belongs to what the command prints. Ids, never contents, at info, and no secrets. */
export function createLogger(
  level: string,
  mask: (line: string) => string = asItIs,
  stream: DestinationStream = pino.destination({ dest: 2, sync: false }),
): Logger {
  // An error has no fields of its own: without this it would be logged as {}.
  const serializers = { error: pino.stdSerializers.err }
  // The whole line: errors of libraries quote what they were given.
  const hooks = { streamWrite: mask }
  const options = { name: 'crewroom', level, serializers, hooks }
  return pino(options, stream)
}

/** The same log, with the part of the server that writes. */
export function childOf(logger: Logger, part: string): Logger {
  return logger.child({ part })
}

const asItIs = (line: string) => line
