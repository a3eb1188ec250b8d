import { existsSync } from 'node:fs'
import path from 'node:path'
import express, { type RequestHandler } from 'express'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { builtFiles } from './built-files'

/** The dashboard's files; every other address is the page, which has its own routes. */
export function page(folder: string): RequestHandler {
  const router = express.Router()
  const index = path.join(folder, 'index.html')
  router.use(
    '/assets',
    builtFiles(path.join(folder, 'assets'), {
      immutable: true,
      maxAge: '1y',
      fallthrough: false,
    }),
  )
  const files = builtFiles(folder, { index: false, maxAge: 0 })
  router.use(files)
  router.get('/{*path}', (request, response, next) => {
    if (!isOfPage(request.path)) {
      next()
      return
    }
    if (!existsSync(index)) {
      next(new CrewError('not_found', 'The dashboard is not built. Run: npm run build'))
      return
    }
    response.setHeader('Cache-Control', 'no-cache')
    request.url = '/index.html'
    files(request, response, next)
  })
  return router
}

/** What programs look for must not be found: with the page as an answer they would take it for what they asked for. */
function isOfPage(address: string): boolean {
  // The id of a sub-agent's transcript has a dot.
  if (/^(\/leads\/[^/]+)?\/transcripts\/[^/]+$/.test(address)) return true
  const segments = address.split('/')
  return !segments.includes('.well-known') && !segments.at(-1)?.includes('.')
}
