import { Router } from 'express'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { SearchQuery } from '@crewroom/shared/protocol/rest'
import { searchMessages } from '../../groups/search-messages'
import { byOf, crewFor } from '../principal'
import { param, route, type RoutePorts } from './route'
import { validated } from '../validate'

/** Finding messages of a crew, in all of its groups at once. */
export function searchRoutes(ports: RoutePorts): Router {
  const { shard } = ports
  const router = Router()

  router.get(
    '/lead/:id/search',
    route(ports, async (request, principal) => {
      const crew = crewFor(shard, principal, param(request, 'id'))
      const { q, before, limit } = validated(SearchQuery, request.query)
      return {
        body: await searchMessages(shard, crew, byOf(principal), {
          q,
          before,
          limit: limit ?? LIMITS.pageDefault,
        }),
      }
    }),
  )

  return router
}
