import { type RequestHandler, Router } from 'express'

/** Routes that are loaded with the first request to one of their addresses. */
export function loadedRoutes(
  addresses: readonly string[],
  load: () => Promise<RequestHandler>,
): Router {
  const router = Router()
  let routes: Promise<RequestHandler> | null = null
  router.all([...addresses], async (request, response, next) => {
    routes ??= load().catch((error: unknown) => {
      routes = null
      throw error
    })
    await (
      await routes
    )(request, response, next)
  })
  return router
}
