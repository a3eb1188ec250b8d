import { Router } from 'express'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { RolloutPageQuery } from '@crewroom/shared/protocol/rest'
import type { RolloutRecorder } from '../../rollouts/rollout-recorder'
import { crewOfAgentFor, type Principal } from '../principal'
import { param, route, type RoutePorts } from './route'
import { validated } from '../validate'

export interface RolloutRoutePorts extends RoutePorts {
  readonly rollouts: RolloutRecorder
}

/** A reader waits so long for what was recorded before its request; after that it is told what is missing. */
const WAIT_MS = 2_000

/** What one agent emitted and was given, page by page. */
export function rolloutRoutes(ports: RolloutRoutePorts): Router {
  const { shard, rollouts } = ports
  const router = Router({ mergeParams: true })

  router.get(
    '/:agentId/rollout',
    route(ports, async (request, principal) => {
      const agentId = param(request, 'agentId')
      const crew = crewOfAgentFor(shard, principal, agentId)
      assertMayRead(principal, agentId)
      const query = validated(RolloutPageQuery, request.query)
      const leadId = crew.state.lead.id
      await shard.journal.durable(leadId)
      const pending = await rollouts.stored(agentId, WAIT_MS)
      const page = shard.ports.reader.rollout(leadId, {
        ...query,
        agentId,
        limit: query.limit ?? LIMITS.pageDefault,
      })
      return {
        body: {
          entries: page.entries,
          hasBefore: page.hasBefore,
          hasAfter: page.hasAfter,
          // Further in the asked direction, as pages of messages have it.
          hasMore: query.after === undefined ? page.hasBefore : page.hasAfter,
          pending,
          asOf: page.asOf,
        },
      }
    }),
  )

  return router
}

/** People see everything; of agents only the one whose record it is, its lead neither. */
function assertMayRead(principal: Principal, agentId: string): void {
  if (principal.kind === 'agent' && principal.agentId !== agentId) {
    throw new CrewError(
      'forbidden',
      "This is another agent's record; only that agent and people can read it.",
    )
  }
}
