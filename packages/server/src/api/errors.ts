import type { ErrorRequestHandler, Response } from 'express'
import { CrewError, type ErrorCode, ERRORS } from '@crewroom/shared/protocol/errors'
import type { Logger } from '../logger'

/** The JSON of a refusal, and its Retry-After where the caller may come back. */
export function sendError(response: Response, error: CrewError): void {
  const retryAfter = error.details?.['retryAfter']
  if (typeof retryAfter === 'number') response.setHeader('Retry-After', String(retryAfter))
  response.locals['refusal'] = error.code
  response.status(error.status).json({
    error: { code: error.code, message: error.message, details: error.details ?? {} },
  })
}

/** The code of the refusal that a response is, if it is one. */
export function refusalOf(response: Response): ErrorCode | undefined {
  return response.locals['refusal'] as ErrorCode | undefined
}

/** What body parsing and express throw, in the product's own words; anything else is a 500 without detail. */
export function asCrewError(error: unknown, logger: Logger): CrewError {
  if (error instanceof CrewError) return error
  const type =
    typeof error === 'object' && error !== null && 'type' in error ? error.type : undefined
  if (type === 'entity.too.large') {
    return new CrewError('too_large', 'The body is larger than 1 MB.')
  }
  if (type === 'entity.parse.failed') {
    return new CrewError('malformed', 'The body is not valid JSON.')
  }
  if (type === 'charset.unsupported' || type === 'encoding.unsupported') {
    return new CrewError('unsupported_media_type', 'Send the body as UTF-8 JSON, not compressed.')
  }
  const status =
    typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined
  if (status === 404) return new CrewError('not_found', 'There is nothing at this address.')
  if (error instanceof URIError || (typeof status === 'number' && status >= 400 && status < 500)) {
    return new CrewError('malformed', 'The request cannot be read.')
  }
  logger.error({ error }, 'unexpected error in a request')
  return new CrewError('internal', 'Something went wrong in the server; its log says what.')
}

export function errorHandler(logger: Logger): ErrorRequestHandler {
  return (error: unknown, _request, response, next) => {
    if (response.headersSent) {
      next(error)
      return
    }
    sendError(response, asCrewError(error, logger))
  }
}

/** The close code of an error on a WebSocket. */
export function closeCode(error: CrewError): number {
  const entry: { status: number; close?: number } = ERRORS[error.code]
  return entry.close ?? 1008
}
