import { KEY_HEADER } from '@crewroom/shared/client/creating'
import type { Request, Response } from 'express'
import type { Creating } from './posts'
import { hashOfAsked, keyOf, REPLAYED } from './request-key'
import type { Attempt, KeptAnswer, Retries } from './retries'

/** A try at a request of a route that creates something; null where it has no key. */
export function attemptAt(retries: Retries, request: Request, who: string): Attempt | null {
  const key = keyOf(request.headers[KEY_HEADER.toLowerCase()])
  if (key === null) return null
  const asked = hashOfAsked(`${request.method} ${request.originalUrl}`, request.body ?? {})
  return retries.begin({ who, key, asked })
}

/** The values of these fields, at any depth. */
export function secretsIn(body: unknown, { secrets = [] }: Creating): string[] {
  if (secrets.length === 0 || typeof body !== 'object' || body === null) return []
  return Object.entries(body).flatMap(([name, value]) =>
    typeof value === 'string' && secrets.includes(name) ? [value] : secretsIn(value, { secrets }),
  )
}

export function sendAgain(response: Response, { status, text }: KeptAnswer): void {
  response.setHeader(REPLAYED, 'true')
  response.status(status).type('application/json').send(text)
}
