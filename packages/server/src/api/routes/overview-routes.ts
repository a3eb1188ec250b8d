import { Router } from 'express'
import { NoQuery } from '@crewroom/shared/protocol/rest'
import { readOverview } from '../../live/read-overview'
import { byOf, crewFor } from '../principal'
import type { RolloutRoutePorts } from './rollout-routes'
import { param, route } from './route'
import { validated } from '../validate'

/** A crew at a glance. It tells what is in agents' records, so it is for people. */
export function overviewRoutes(ports: RolloutRoutePorts): Router {
  const { shard, rollouts } = ports
  const router = Router()

  router.get(
    '/lead/:id/overview',
    route(ports, async (request, principal) => {
      validated(NoQuery, request.query)
      const crew = crewFor(shard, principal, param(request, 'id'))
      const body = await readOverview(shard, rollouts, crew, byOf(principal))
      return { body, leadId: crew.state.lead.id }
    }),
  )

  return router
}
