import path from 'node:path'
import { Router } from 'express'
import helmet from 'helmet'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { AnswerQueue } from '../answer-queue'
import { builtFiles } from '../built-files'
import type { Later } from '../../later'
import type { openRpcDocument } from '../json-rpc/openrpc'
import type { openApiDocument } from './document'
import { PAGE_POLICY } from '../content-policy'

export interface DocsRoutePorts {
  readonly answers: AnswerQueue
  /** Loaded by the first request for the document: it takes a while to put together. */
  readonly openapi: Later<typeof openApiDocument>
  /** The same of the JSON-RPC door. */
  readonly openrpc: Later<typeof openRpcDocument>
  readonly version: string
  /** Folder of the built documentation page; null goes without. */
  readonly docs: string | null
}

/** The viewer writes its styles into the page as it runs. Scripts stay files of ours, here too. */
const DOCS_POLICY = { ...PAGE_POLICY, styleSrc: ["'self'", "'unsafe-inline'"] }

/** The API's description, for programs and for people. Both are public: they say nothing about a crew. */
export function docsRoutes({ answers, version, docs, openapi, openrpc }: DocsRoutePorts): Router {
  const router = Router()
  const serve = (address: string, load: Later<(version: string) => object>) => {
    let text: string | null = null
    router.get(address, async (request, response) => {
      if (!(await answers.enter(`from ${request.socket.remoteAddress}`, response))) return
      const document = await load()
      text ??= JSON.stringify(document(version))
      response.type('application/json').send(text)
    })
  }
  serve('/openapi.json', openapi)
  serve('/openrpc.json', openrpc)

  router.use('/docs', helmet.contentSecurityPolicy({ useDefaults: false, directives: DOCS_POLICY }))
  router.get('/docs', (_request, response, next) => {
    if (docs === null) {
      next(new CrewError('not_found', 'The documentation is not built. Run: npm run build'))
      return
    }
    response.sendFile(path.join(docs, 'index.html'), { cacheControl: false })
  })
  if (docs !== null) {
    router.use('/docs', builtFiles(docs, { index: false, cacheControl: false }))
  }
  return router
}
