import { Router } from 'express'
import { RolloutPageQuery } from '@crewroom/shared/protocol/rest'
import { openRollout, readRollout } from '../../agents/read-rollout'
import { waitingReplies } from '../../delivery/waiting-replies'
import type { RolloutRecorder } from '../../rollouts/rollout-recorder'
import { byOf } from '../principal'
import { param, route, type RoutePorts } from './route'
import { validated } from '../validate'

export interface RolloutRoutePorts extends RoutePorts {
  readonly rollouts: RolloutRecorder
}

/** What one agent emitted and was given, page by page. */
export function rolloutRoutes(ports: RolloutRoutePorts): Router {
  const { shard, rollouts } = ports
  const router = Router({ mergeParams: true })

  router.get(
    '/:agentId/rollout',
    route(ports, async (request, principal) => {
      const record = openRollout(shard, byOf(principal), param(request, 'agentId'))
      const query = validated(RolloutPageQuery, request.query)
      const page = await readRollout(shard, rollouts, record, query)
      return {
        body: {
          entries: page.entries,
          hasBefore: page.hasBefore,
          hasAfter: page.hasAfter,
          // Further in the asked direction, as pages of messages have it.
          hasMore: query.after === undefined ? page.hasBefore : page.hasAfter,
          removed: page.removed,
          pending: page.pending,
          // Older pages have what followed.
          replies: page.hasAfter ? [] : waitingReplies(shard, record.agent.id),
          asOf: page.asOf,
        },
      }
    }),
  )

  return router
}
