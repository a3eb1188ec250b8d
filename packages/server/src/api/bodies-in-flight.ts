import type { RequestHandler } from 'express'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { lineOf, type Principal } from './principal'

/** What a request costs beside its body. */
const EACH = 4 * 1024

/**
 * Refuses a body when one sender has too much under way already, before a byte of it is read. A body of unknown length
 * counts as the largest there may be.
 */
export function bodiesInFlight(): RequestHandler {
  const sizes = new Map<string, number>()
  return (request, response, next) => {
    const length = request.headers['content-length']
    const isUnknown = length === undefined && request.headers['transfer-encoding'] !== undefined
    const size = EACH + (isUnknown ? LIMITS.bodyBytes : Number(length ?? 0))
    const key = lineOf(response.locals['principal'] as Principal)
    const before = sizes.get(key) ?? 0
    if (before > 0 && before + size > LIMITS.bodiesInFlightBytes) {
      next(
        new CrewError(
          'busy',
          'You are sending too much at once. Wait for answers before you send more.',
          {
            retryAfter: 1,
          },
        ),
      )
      return
    }
    sizes.set(key, before + size)
    response.once('close', () => {
      const left = (sizes.get(key) ?? 0) - size
      if (left > 0) sizes.set(key, left)
      else sizes.delete(key)
    })
    next()
  }
}
