import { Router } from 'express'
import type { Shard } from '../../crew/shard'

/**
 * For whoever runs the server: is it alive, and can it take work? Public, and without a word about any crew. A server
 * whose storage has failed is alive, because it recovers, and not ready.
 */
export function probeRoutes(shard: Shard): Router {
  const router = Router()
  router.get('/healthz', (_request, response) => {
    response.setHeader('Cache-Control', 'no-store')
    response.json({ ok: true })
  })
  router.get('/readyz', (_request, response) => {
    const { failure } = shard.journal
    response.setHeader('Cache-Control', 'no-store')
    response
      .status(failure ? 503 : 200)
      .json({ ok: failure === null, ...(failure ? { storage: failure.code } : {}) })
  })
  return router
}
