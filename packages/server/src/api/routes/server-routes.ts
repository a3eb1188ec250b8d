import { Router } from 'express'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { EventsQuery, NoQuery } from '@crewroom/shared/protocol/rest'
import type { InstructedRole } from '../../crew/roles'
import type { PresenceBook } from '../../crew/presence'
import { readEventsBefore, readEventsSince } from '../../crew/read-events'
import { CrewViews } from '../crew-views'
import { crewFor, crewOfAgentFor, viewerOf } from '../principal'
import { route, type RoutePorts } from './route'
import { validated } from '../validate'

export interface ServerRoutePorts extends RoutePorts {
  readonly presence: PresenceBook
  readonly personName: string
  /** Whether there is a folder of session files to show. */
  readonly hasTranscripts: () => boolean
}

/** Its tools are shown by the names that its file has. */
function roleView({ tools, ...role }: InstructedRole) {
  return { ...role, ...(tools === undefined ? {} : { tools: tools.listed }) }
}

/** Whose token this is, all roles, and the events of a crew. */
export function serverRoutes(ports: ServerRoutePorts): Router {
  const { shard, presence } = ports
  const router = Router()
  const views = new CrewViews(shard, presence)

  router.get(
    '/me',
    route(ports, (request, principal) => {
      validated(NoQuery, request.query)
      if (principal.kind !== 'agent') {
        const { kind } = principal
        const transcripts = kind === 'owner' && ports.hasTranscripts()
        return { body: { principal: kind, id: 'human', name: ports.personName, transcripts } }
      }
      const crew = crewOfAgentFor(shard, principal, principal.agentId)
      return {
        body: {
          principal: 'agent',
          id: principal.agentId,
          leadId: crew.state.lead.id,
          agent: views.agent(crew, principal.agentId),
        },
        leadId: crew.state.lead.id,
      }
    }),
  )

  router.get(
    '/roles',
    route(ports, (request) => {
      validated(NoQuery, request.query)
      return { body: { roles: shard.ports.roles.all().map(roleView) } }
    }),
  )

  router.get(
    '/events',
    route(ports, async (request, principal) => {
      const query = validated(EventsQuery, request.query)
      const crew = crewFor(shard, principal, query.lead)
      const viewer = viewerOf(principal)
      const { since = 0, before, limit = LIMITS.page } = query
      return {
        body:
          before === undefined
            ? await readEventsSince(shard, crew, viewer, { since, limit })
            : await readEventsBefore(shard, crew, viewer, { before, limit }),
      }
    }),
  )

  return router
}
