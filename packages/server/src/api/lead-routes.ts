import { Router } from 'express'
import { ROLES } from '@crewroom/shared/model/role'
import { CreateAgent, CreateLead, EventsQuery, NoQuery } from '@crewroom/shared/protocol/rest'
import { type AgentView, agentView, type LeadView } from '@crewroom/shared/protocol/views'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { createAgent, createLead } from '../crew/create-agent'
import type { Crew } from '../crew/crew'
import { agentOf } from '../crew/directory'
import { liveAgent, liveState, owedOf } from '../crew/live'
import type { PresenceBook } from '../crew/presence'
import { snapshotFor } from '../crew/snapshot'
import { renewAgentToken } from '../crew/tokens'
import { eventFor } from '../journal/visibility'
import { assertOwner, assertSelf, byOf, crewFor, crewOfAgentFor, viewerOf } from './principal'
import { param, route, type RoutePorts } from './route'
import { validated } from './validate'

export interface LeadRoutePorts extends RoutePorts {
  readonly presence: PresenceBook
  readonly personName: string
}

/** Crews, their agents, snapshots and events. */
export function leadRoutes(ports: LeadRoutePorts): Router {
  const { shard, presence } = ports
  const router = Router()
  const viewOf = (crew: Crew, agentId: string): AgentView =>
    agentView(agentOf(crew, agentId), liveAgent(shard, crew, presence, agentId))
  const leadView = (crew: Crew): LeadView => {
    const { lead, agents, groups } = crew.state
    return {
      ...viewOf(crew, lead.id),
      name: lead.name,
      parentId: lead.parentId,
      agentCount: Object.keys(agents).length,
      groupCount: Object.keys(groups).length,
    }
  }

  router.get(
    '/me',
    route(ports, (request, principal) => {
      validated(NoQuery, request.query)
      if (principal.kind !== 'agent') {
        return { body: { principal: principal.kind, id: 'human', name: ports.personName } }
      }
      const crew = crewOfAgentFor(shard, principal, principal.agentId)
      return {
        body: {
          principal: 'agent',
          id: principal.agentId,
          leadId: crew.state.lead.id,
          agent: viewOf(crew, principal.agentId),
        },
        leadId: crew.state.lead.id,
      }
    }),
  )

  router.get(
    '/roles',
    route(ports, (request) => {
      validated(NoQuery, request.query)
      return { body: { roles: ROLES } }
    }),
  )

  router.post(
    '/lead',
    route(ports, (request, principal) => {
      assertOwner(principal)
      const { crew, token } = createLead(
        shard,
        byOf(principal),
        validated(CreateLead, request.body),
      )
      return {
        status: 201,
        body: { lead: leadView(crew), ...(token === null ? {} : { token }) },
        leadId: crew.state.lead.id,
      }
    }),
  )

  router.get(
    '/lead',
    route(ports, async (request, principal) => {
      validated(NoQuery, request.query)
      const viewer = viewerOf(principal)
      const crews = [...shard.crews()].filter(
        (crew) => viewer === null || shard.crewOf(viewer) === crew,
      )
      const body = { leads: crews.map(leadView) }
      await Promise.all(crews.map((crew) => shard.journal.durable(crew.state.lead.id)))
      return { body }
    }),
  )

  router.get(
    '/lead/:id',
    route(ports, (request, principal) => {
      validated(NoQuery, request.query)
      const crew = crewFor(shard, principal, param(request, 'id'))
      return { body: { lead: leadView(crew), asOf: crew.state.seq }, leadId: crew.state.lead.id }
    }),
  )

  router.get(
    '/lead/:id/snapshot',
    route(ports, (request, principal) => {
      validated(NoQuery, request.query)
      const crew = crewFor(shard, principal, param(request, 'id'))
      return {
        body: {
          seq: crew.state.seq,
          epoch: shard.journal.epoch,
          asOf: crew.state.seq,
          state: snapshotFor(crew, viewerOf(principal)),
          live: liveState(shard, crew, presence),
        },
        leadId: crew.state.lead.id,
      }
    }),
  )

  router.post(
    '/lead/:id/agents',
    route(ports, (request, principal) => {
      assertOwner(principal)
      const crew = crewFor(shard, principal, param(request, 'id'))
      const { agent, token } = createAgent(
        shard,
        crew,
        byOf(principal),
        validated(CreateAgent, request.body),
      )
      return {
        status: 201,
        body: { agent: viewOf(crew, agent.id), ...(token === null ? {} : { token }) },
        leadId: crew.state.lead.id,
      }
    }),
  )

  router.get(
    '/lead/:id/agents',
    route(ports, (request, principal) => {
      validated(NoQuery, request.query)
      const crew = crewFor(shard, principal, param(request, 'id'))
      return {
        body: {
          agents: Object.keys(crew.state.agents).map((id) => viewOf(crew, id)),
          asOf: crew.state.seq,
        },
        leadId: crew.state.lead.id,
      }
    }),
  )

  router.get(
    '/agents/:agentId',
    route(ports, (request, principal) => {
      validated(NoQuery, request.query)
      const crew = crewOfAgentFor(shard, principal, param(request, 'agentId'))
      return {
        body: { agent: viewOf(crew, param(request, 'agentId')) },
        leadId: crew.state.lead.id,
      }
    }),
  )

  router.get(
    '/agents/:agentId/owed',
    route(ports, (request, principal) => {
      validated(NoQuery, request.query)
      const agentId = param(request, 'agentId')
      const crew = crewOfAgentFor(shard, principal, agentId)
      const { turns } = crew.owed(agentId)
      return {
        body: {
          ...owedOf(shard, crew, agentId),
          unconfirmed: turns.reduce((sum, turn) => sum + turn.count - turn.acked, 0),
        },
        leadId: crew.state.lead.id,
      }
    }),
  )

  router.post(
    '/agents/:agentId/token',
    route(ports, (request, principal) => {
      const agentId = param(request, 'agentId')
      const crew = crewOfAgentFor(shard, principal, agentId)
      assertSelf(principal, agentId)
      if (agentOf(crew, agentId).driver.kind !== 'remote') {
        throw new CrewError(
          'wrong_driver',
          'Only agents of driver remote have tokens; the server runs this one itself.',
        )
      }
      return {
        status: 201,
        body: { token: renewAgentToken(shard, crew, byOf(principal), agentId) },
        leadId: crew.state.lead.id,
      }
    }),
  )

  router.get(
    '/events',
    route(ports, async (request, principal) => {
      const query = validated(EventsQuery, request.query)
      const crew = crewFor(shard, principal, query.lead)
      await shard.journal.durable(query.lead)
      const { events, last } = shard.ports.reader.events(
        query.lead,
        query.since ?? 0,
        query.limit ?? LIMITS.page,
      )
      const viewer = viewerOf(principal)
      return {
        body: {
          events: events.flatMap((event) => eventFor(event, viewer, crew.memberships) ?? []),
          at: last,
          asOf: last,
        },
      }
    }),
  )

  return router
}
