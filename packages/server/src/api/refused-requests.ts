import type { ServerResponse } from 'node:http'
import type { RequestHandler, Response } from 'express'
import { isOfSender, type RefusedWork } from '../crew/refused-work'

const refusedWithin = new WeakSet<ServerResponse>()

/** Says of an answer whose status is that of a success that it is a refusal. */
export function noteRefused(response: ServerResponse): void {
  refusedWithin.add(response)
}

/**
 * Counts what each sender is refused for requests with a body, and lets nobody send more who was refused too much. Comes
 * behind the gate: `senderOf` tells who it was.
 */
export function refusedRequests(
  work: RefusedWork,
  senderOf: (response: Response) => string,
): RequestHandler {
  return (request, response, next) => {
    const length = request.headers['content-length']
    const hasBody = length !== undefined || request.headers['transfer-encoding'] !== undefined
    if (!hasBody) {
      next()
      return
    }
    const sender = senderOf(response)
    if (work.waitMs(sender) > 0) {
      work.admit(sender).then(() => next(), next)
      return
    }
    const before = request.socket.bytesRead
    response.once('finish', () => {
      if (!refusedWithin.has(response) && !isOfSender(response.statusCode)) return
      work.count(sender, Number(length ?? request.socket.bytesRead - before))
    })
    next()
  }
}
