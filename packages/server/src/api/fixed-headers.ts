import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestHandler } from 'express'
import helmet from 'helmet'
import { PAGE_POLICY } from './content-policy'

/**
 * The headers that every answer has, because a browser may ask. None depends on the request, so they are worked out
 * once; helmet would do it for each request, in a dozen steps.
 */
export function fixedHeaders(): RequestHandler {
  const headers = headersOf(
    helmet({
      contentSecurityPolicy: { useDefaults: false, directives: PAGE_POLICY },
      strictTransportSecurity: false,
    }),
  )
  return (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value)
    next()
  }
}

/** What a middleware of helmet sets. */
function headersOf(
  set: (request: IncomingMessage, response: ServerResponse, next: () => void) => void,
): [name: string, value: string][] {
  const headers: [string, string][] = []
  const response = {
    setHeader: (name: string, value: string) => headers.push([name, value]),
    removeHeader: () => {},
  }
  set({} as IncomingMessage, response as unknown as ServerResponse, () => {})
  return headers
}
