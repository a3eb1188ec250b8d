import express, { type RequestHandler } from 'express'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'

/** JSON bodies only: another content type is refused instead of being read as empty. */
export function jsonBody(): RequestHandler {
  const parse = express.json({ limit: LIMITS.bodyBytes, inflate: false })
  return (request, response, next) => {
    const hasBody =
      Number(request.headers['content-length'] ?? 0) > 0 ||
      request.headers['transfer-encoding'] !== undefined
    if (hasBody && !request.is('application/json')) {
      next(new CrewError('unsupported_media_type', 'Send the body as application/json.'))
      return
    }
    parse(request, response, next)
  }
}
