import type { IncomingMessage } from 'node:http'
import express, { type RequestHandler } from 'express'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { assertRoom } from './json-room'

/** Why the body of a request was refused before it was parsed: the parser gives on no error of another kind. */
const refusals = new WeakMap<IncomingMessage, unknown>()

/** JSON bodies only: another content type is refused instead of being read as empty. */
export function jsonBody(): RequestHandler {
  const parse = express.json({ limit: LIMITS.bodyBytes, inflate: false, verify })
  return (request, response, next) => {
    const hasBody =
      Number(request.headers['content-length'] ?? 0) > 0 ||
      request.headers['transfer-encoding'] !== undefined
    if (hasBody && !request.is('application/json')) {
      next(new CrewError('unsupported_media_type', 'Send the body as application/json.'))
      return
    }
    parse(request, response, (error?: unknown) => {
      next(error === undefined ? undefined : (refusals.get(request) ?? error))
    })
  }
}

function verify(request: IncomingMessage, _response: unknown, body: Buffer, charset: string): void {
  try {
    assertRoom(structureOf(body, charset), 'The body')
  } catch (error) {
    refusals.set(request, error)
    throw new Error('refused', { cause: error })
  }
}

/** The body, with all that makes its structure as it is: in UTF-8, no byte of another character looks like that. */
function structureOf(body: Buffer, charset: string): string {
  if (charset === 'utf-8') return body.toString('latin1')
  try {
    return new TextDecoder(charset).decode(body)
  } catch {
    throw new CrewError('unsupported_media_type', 'Send the body as UTF-8 JSON, not compressed.')
  }
}
