import { Router } from 'express'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import {
  CommsQuery,
  NoBody,
  NoQuery,
  PostDirectMessage,
  PostNeed,
  TasksQuery,
  TurnsQuery,
} from '@crewroom/shared/protocol/rest'
import { broadcast } from '../../agents/direct-messages'
import { listNeeds } from '../../crew/needs'
import { pauseCrew, pauseServer } from '../../agents/pause'
import type { PresenceBook } from '../../crew/presence'
import { readComms } from '../../agents/read-comms'
import { readTasks } from '../../agents/read-tasks'
import { readTurns } from '../../agents/read-turns'
import { readMentions } from '../../groups/read-mentions'
import { closeNeed } from '../../groups/close-need'
import { SHARD_SCOPE } from '../../journal/facts'
import { CrewViews } from '../crew-views'
import { assertOwner, assertWrites } from '../gate'
import { byOf, crewFor } from '../principal'
import { param, route, type RoutePorts } from './route'
import { validated } from '../validate'

export interface WorkRoutePorts extends RoutePorts {
  readonly presence: PresenceBook
}

/** Tasks and turns, what was said outside of groups, what waits for a person, and pausing. */
export function workRoutes(ports: WorkRoutePorts): Router {
  const { shard } = ports
  const views = new CrewViews(shard, ports.presence)
  const router = Router()

  router.get(
    '/lead/:id/tasks',
    route(ports, async (request, principal) => {
      const crew = crewFor(shard, principal, param(request, 'id'))
      return { body: await readTasks(shard, crew, validated(TasksQuery, request.query)) }
    }),
  )

  router.get(
    '/lead/:id/turns',
    route(ports, async (request, principal) => {
      const crew = crewFor(shard, principal, param(request, 'id'))
      const query = validated(TurnsQuery, request.query)
      const limit = query.limit ?? LIMITS.turnsDefault
      return { body: await readTurns(shard, crew, { ...query, limit }) }
    }),
  )

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

  router.get(
    '/lead/:id/mentions',
    route(ports, async (request, principal) => {
      validated(NoQuery, request.query)
      const crew = crewFor(shard, principal, param(request, 'id'))
      return { body: await readMentions(shard, crew, byOf(principal)) }
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

  router.get(
    '/lead/:id/needs',
    route(ports, (request, principal) => {
      validated(NoQuery, request.query)
      const crew = crewFor(shard, principal, param(request, 'id'))
      return {
        body: { needs: listNeeds(crew, byOf(principal)), asOf: crew.state.seq },
        leadId: crew.state.lead.id,
      }
    }),
  )

  router.post(
    '/needs/:id',
    route(ports, (request, principal) => {
      assertOwner(principal)
      const { action } = validated(PostNeed, request.body)
      const { crew, need } = closeNeed(shard, byOf(principal), param(request, 'id'), action)
      return { body: { need }, leadId: crew.state.lead.id }
    }),
  )

  for (const paused of [true, false]) {
    const verb = paused ? 'pause' : 'resume'
    router.post(
      `/lead/:id/${verb}`,
      route(ports, (request, principal) => {
        assertWrites(principal)
        validated(NoBody, request.body ?? {})
        const crew = crewFor(shard, principal, param(request, 'id'))
        pauseCrew(shard, crew, byOf(principal), paused)
        return {
          body: { lead: views.lead(crew), asOf: crew.state.seq },
          leadId: crew.state.lead.id,
        }
      }),
    )
    router.post(
      `/${verb}`,
      route(ports, (request, principal) => {
        assertOwner(principal)
        validated(NoBody, request.body ?? {})
        pauseServer(shard, byOf(principal), paused)
        return { body: { paused: shard.paused }, leadId: SHARD_SCOPE }
      }),
    )
  }

  return router
}
