import { Router } from 'express'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { NoQuery } from '@crewroom/shared/protocol/rest'
import { readOverview } from '../../live/read-overview'
import { crewFor } from '../principal'
import type { RolloutRoutePorts } from './rollout-routes'
import { param, route } from './route'
import { validated } from '../validate'

/** A reader waits so long for what agents put out before its request. */
const WAIT_MS = 2_000

/** A crew at a glance. It tells what is in agents' records, so it is for people. */
export function overviewRoutes(ports: RolloutRoutePorts): Router {
  const { shard, rollouts } = ports
  const router = Router()

  router.get(
    '/lead/:id/overview',
    route(ports, async (request, principal) => {
      validated(NoQuery, request.query)
      const crew = crewFor(shard, principal, param(request, 'id'))
      if (principal.kind === 'agent') {
        throw new CrewError(
          'forbidden',
          'Only people can read an overview, which shows the records of all agents. GET /api/lead/:id/agents shows their status.',
        )
      }
      const pending = await rollouts.allStored(Object.keys(crew.state.agents), WAIT_MS)
      const body = { ...(await readOverview(shard, crew)), pending }
      return { body, leadId: crew.state.lead.id }
    }),
  )

  return router
}
