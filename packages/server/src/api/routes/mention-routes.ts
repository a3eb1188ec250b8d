import { Router } from 'express'
import { MentionsQuery } from '@crewroom/shared/protocol/rest'
import { readMentions } from '../../groups/read-mentions'
import { byOf, crewFor } from '../principal'
import { param, route, type RoutePorts } from './route'
import { validated } from '../validate'

/** Where somebody was mentioned and has not read it, in all groups and sessions of a crew. */
export function mentionRoutes(ports: RoutePorts): Router {
  const { shard } = ports
  const router = Router()

  router.get(
    '/lead/:id/mentions',
    route(ports, async (request, principal) => {
      const { show } = validated(MentionsQuery, request.query)
      const crew = crewFor(shard, principal, param(request, 'id'))
      return { body: await readMentions(shard, crew, byOf(principal), show) }
    }),
  )

  return router
}
