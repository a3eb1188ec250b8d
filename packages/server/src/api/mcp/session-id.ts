import type { IncomingMessage } from 'node:http'

/** A client that opens with `initialize` is given one, and sends it with all that follows. */
export const SESSION_HEADER = 'Mcp-Session-Id'

/** The session of a request; null where there is none. Nobody is asked whether it was given: it only tells requests apart. */
export function sessionOf({ headers }: IncomingMessage): string | null {
  const given = headers[SESSION_HEADER.toLowerCase()]
  return typeof given === 'string' && /^[!-~]{1,200}$/.test(given) ? given : null
}
