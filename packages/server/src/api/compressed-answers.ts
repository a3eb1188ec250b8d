import { constants } from 'node:zlib'
import compression from 'compression'
import type { RequestHandler } from 'express'

/** Below that a compressed answer needs as many packets. */
const LEAST_BYTES = 1024

/**
 * JSON that a GET asks for leaves compressed, off the event loop, where the client takes that. A stream (an export) goes
 * out as it comes. What holds a token is never compressed beside words of others: tokens are only in answers to POST.
 * docs/adr/0012 says why that is enough.
 */
export function compressedAnswers(): RequestHandler {
  const compress = compression({
    threshold: LEAST_BYTES,
    // A window as large as a page: a larger one only costs memory for each answer that is under way.
    brotli: { params: { [constants.BROTLI_PARAM_LGWIN]: 19 } },
    filter: (_request, response) =>
      /^application\/json\b/.test(String(response.getHeader('Content-Type'))),
  })
  return (request, response, next) => {
    if (request.method === 'GET' || request.method === 'HEAD') compress(request, response, next)
    else next()
  }
}
