import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { CrewError, type ErrorCode } from '@crewroom/shared/protocol/errors'

/** A refusal on a connection that has no response: before an upgrade, or where nothing could be read. */
export function refuseRaw(socket: Duplex, error: CrewError): void {
  const body = JSON.stringify({ error: { code: error.code, message: error.message, details: {} } })
  socket.end(
    `HTTP/1.1 ${error.status} Refused\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}

/** Input that is not HTTP, or too long to be read, gets the product's own refusal instead of an empty one. */
export function refuseUnreadable(http: Server, refused: (code: ErrorCode) => void): void {
  http.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy()
      return
    }
    const refusal =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? new CrewError('too_large', 'The address and the headers are longer than 16 KB.')
        : new CrewError('malformed', 'The request cannot be read.')
    refused(refusal.code)
    refuseRaw(socket, refusal)
  })
}
