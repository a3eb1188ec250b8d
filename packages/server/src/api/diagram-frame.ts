import { randomBytes } from 'node:crypto'
import { type Request, Router } from 'express'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { builtFiles } from './built-files'

const ADDRESS = '/diagrams'
const SCRIPT = '/draw.js'

/** Whether the sandbox may ask for this: its script, which is the same for everybody. */
export const isOfSandbox = ({ method, path }: Request): boolean =>
  method === 'GET' && path === ADDRESS + SCRIPT

/**
 * The sandbox in which diagrams are drawn that agents wrote: `/diagrams/frame`, a document without an origin, and the one
 * script that it may run. By its policy it loads nothing else, asks nothing and is part of no page but ours.
 */
export function diagramFrame(folder: string): Router {
  const router = Router()
  router.get('/frame', (_request, response) => {
    const once = randomBytes(16).toString('base64')
    response.setHeader('Content-Security-Policy', policyOf(once))
    response.setHeader('Cache-Control', 'no-store')
    // That is for documents with an origin: browsers warn of it here.
    response.removeHeader('Origin-Agent-Cluster')
    response
      .type('html')
      .send(
        `<!doctype html><meta charset="utf-8" /><title>Diagram</title><body><script nonce="${once}" src="${ADDRESS}${SCRIPT}"></script></body>`,
      )
  })
  const files = builtFiles(folder, { index: false, maxAge: 0 })
  router.get(SCRIPT, (request, response, next) => {
    // For a document without an origin every server is another one, this too.
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
    files(request, response, next)
  })
  router.use((_request, _response, next) => {
    next(new CrewError('not_found', 'There is nothing at this address.'))
  })
  return router
}

/** One script, named by a word that no diagram can know, and the styles that it writes. Sandboxed wherever it is opened. */
function policyOf(once: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${once}'`,
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ].join(';')
}
