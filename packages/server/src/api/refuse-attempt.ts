import type { CrewError } from '@crewroom/shared/protocol/errors'
import { asCrewError } from './errors'
import type { Attempts } from './attempts'
import type { Logger } from '../logger'
import type { Connection } from './sockets/connection'

/** Ends a connection that did not get past hello; a wrong token counts as an attempt. */
export function refuseAttempt(
  connection: Connection,
  attempts: Attempts,
  error: CrewError,
  logger: Logger,
): void {
  if (error.code !== 'unauthorized') {
    connection.refuse(error)
    return
  }
  try {
    attempts.failed(connection.address)
    connection.refuse(error)
  } catch (tooMany) {
    connection.refuse(asCrewError(tooMany, logger))
  }
}
