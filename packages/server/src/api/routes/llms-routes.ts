import { Router } from 'express'
import { llmsText } from '@crewroom/shared/text/llms'

/** For programs that read before they ask. Public, and the same on every server. */
export function llmsRoutes(): Router {
  const router = Router()
  router.get('/llms.txt', (_request, response) => {
    response.setHeader('Cache-Control', 'no-cache')
    response.type('text/plain').send(llmsText())
  })
  return router
}
