import type { CrewError } from '@crewroom/shared/protocol/errors'
import { asCrewError } from './errors'
import type { Attempts } from './attempts'
import type { Logger } from '../logger'
import type { SocketSession } from './sockets/socket-session'

/** Ends a connection that did not get past hello; a wrong token counts as an attempt. */
export function refuseAttempt(
  session: SocketSession,
  attempts: Attempts,
  error: CrewError,
  logger: Logger,
): void {
  if (error.code !== 'unauthorized') {
    session.refuse(error)
    return
  }
  try {
    attempts.failed(session.address)
    session.refuse(error)
  } catch (tooMany) {
    session.refuse(asCrewError(tooMany, logger))
  }
}
