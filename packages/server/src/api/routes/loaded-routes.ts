import { type RequestHandler, Router } from 'express'

/** A route as it is called: `get /imports`. */
export type Address = `${'get' | 'post'} /${string}`

/** Routes that are loaded with the first request for one of them. */
export function loadedRoutes(
  addresses: readonly Address[],
  load: () => Promise<RequestHandler>,
): Router {
  const router = Router()
  let routes: Promise<RequestHandler> | null = null
  const serve: RequestHandler = async (request, response, next) => {
    routes ??= load().catch((error: unknown) => {
      routes = null
      throw error
    })
    const handle = await routes
    await handle(request, response, next)
  }
  for (const address of addresses) {
    const [method, path] = address.split(' ') as ['get' | 'post', string]
    router[method](path, serve)
  }
  return router
}
