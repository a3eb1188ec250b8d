import { Router } from 'express'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { CommsQuery, PostDirectMessage } from '@crewroom/shared/protocol/rest'
import { broadcast } from '../../agents/direct-messages'
import { readComms } from '../../agents/read-comms'
import { assertWrites } from '../gate'
import { byOf, crewFor } from '../principal'
import { param, route, type RoutePorts } from './route'
import { validated } from '../validate'

/** What was said outside of groups, and writing to a whole crew. */
export function commsRoutes(ports: RoutePorts): Router {
  const { shard } = ports
  const router = Router()

  router.get(
    '/lead/:id/comms',
    route(ports, async (request, principal) => {
      const crew = crewFor(shard, principal, param(request, 'id'))
      const query = validated(CommsQuery, request.query)
      const page = await readComms(shard, crew, byOf(principal), {
        ...query,
        limit: query.limit ?? LIMITS.pageDefault,
      })
      return { body: page }
    }),
  )

  router.post(
    '/lead/:id/broadcast',
    route(ports, (request, principal) => {
      assertWrites(principal)
      const crew = crewFor(shard, principal, param(request, 'id'))
      const words = validated(PostDirectMessage, request.body)
      const { message, recipients, repeated } = broadcast(shard, crew, byOf(principal), words)
      return {
        status: repeated ? 200 : 202,
        body: { messageId: message.id, message, recipients },
        leadId: crew.state.lead.id,
      }
    }),
  )

  return router
}
