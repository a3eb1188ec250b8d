import type { AgentRecord } from '@crewroom/shared/model/agent'
import { whatStays } from '@crewroom/shared/text/what-stays'
import { Router } from 'express'
import {
  CreateAgent,
  CreateLead,
  DeleteLead,
  NoQuery,
  UpdateLead,
} from '@crewroom/shared/protocol/rest'
import { createAgent, createLead } from '../../agents/create-agent'
import { deleteCrew } from '../../agents/delete-crew'
import { liveState } from '../../live/agent'
import type { Crew } from '../../crew/crew'
import type { PresenceBook } from '../../crew/presence'
import { listCrews } from '../../crew/seen-crews'
import { snapshotFor } from '../../crew/snapshot'
import { updateLead } from '../../agents/update-lead'
import { CrewViews } from '../crew-views'
import { assertOwner, assertWrites } from '../gate'
import { byOf, crewFor, viewerOf } from '../principal'
import { POSTS } from '../retries/posts'
import { param, route, type RoutePorts } from './route'
import { validated } from '../validate'

export interface LeadRoutePorts extends RoutePorts {
  readonly presence: PresenceBook
  /** Resolves when the programs of these agents, which were told to end, are gone. */
  readonly programsEnded: (agentIds: readonly string[]) => Promise<void>
  /** Why the program of an agent could not be started on this machine now; null if no reason is found. */
  readonly agentProblem: (agent: AgentRecord) => string | null
}

/** Crews, their agents and snapshots. */
export function leadRoutes(ports: LeadRoutePorts): Router {
  const { shard, presence } = ports
  const router = Router()
  const views = new CrewViews(shard, presence)
  /** Whoever creates an agent learns at once that its program is not there. */
  const hintOf = ({ state }: Crew, agentId: string): { hint?: string } => {
    const agent = state.agents[agentId]
    const problem = agent ? ports.agentProblem(agent) : null
    return problem === null
      ? {}
      : { hint: `${problem} The agent cannot start. Mend that, and resume it.` }
  }

  router.post(
    '/lead',
    route(
      ports,
      (request, principal) => {
        assertOwner(principal)
        const { crew, token } = createLead(
          shard,
          byOf(principal),
          validated(CreateLead, request.body),
        )
        return {
          status: 201,
          body: {
            lead: views.lead(crew),
            ...(token === null ? {} : { token }),
            ...hintOf(crew, crew.state.lead.id),
          },
          leadId: crew.state.lead.id,
        }
      },
      { creating: POSTS['/api/lead'] },
    ),
  )

  router.get(
    '/lead',
    route(ports, async (request, principal) => {
      validated(NoQuery, request.query)
      const crews = listCrews(shard, byOf(principal))
      const body = { leads: crews.map((crew) => views.lead(crew)) }
      // Also that a crew is not in it any more may be something that is not durable yet.
      await shard.journal.allDurable()
      return { body }
    }),
  )

  router.get(
    '/lead/:id',
    route(ports, (request, principal) => {
      validated(NoQuery, request.query)
      const crew = crewFor(shard, principal, param(request, 'id'))
      return { body: { lead: views.lead(crew), asOf: crew.state.seq }, leadId: crew.state.lead.id }
    }),
  )

  router.patch(
    '/lead/:id',
    route(ports, (request, principal) => {
      assertWrites(principal)
      const crew = crewFor(shard, principal, param(request, 'id'))
      updateLead(shard, crew, byOf(principal), validated(UpdateLead, request.body))
      return { body: { lead: views.lead(crew), asOf: crew.state.seq }, leadId: crew.state.lead.id }
    }),
  )

  router.delete(
    '/lead/:id',
    route(ports, async (request, principal) => {
      assertOwner(principal)
      const crew = crewFor(shard, principal, param(request, 'id'))
      const { confirm } = validated(DeleteLead, request.body)
      const leadId = crew.state.lead.id
      const { agentIds } = deleteCrew(shard, crew, byOf(principal), confirm)
      await shard.journal.durable(leadId)
      await ports.programsEnded(agentIds)
      return { body: { deleted: leadId, stays: whatStays('crew') } }
    }),
  )

  router.get(
    '/lead/:id/snapshot',
    route(ports, (request, principal) => {
      validated(NoQuery, request.query)
      const crew = crewFor(shard, principal, param(request, 'id'))
      const state = snapshotFor(crew, viewerOf(principal))
      return {
        body: {
          seq: crew.state.seq,
          epoch: shard.journal.epoch,
          asOf: crew.state.seq,
          state,
          live: liveState(shard, crew, presence, state.groups),
        },
        leadId: crew.state.lead.id,
      }
    }),
  )

  router.post(
    '/lead/:id/agents',
    route(
      ports,
      (request, principal) => {
        // A token in the reply, and a command that this machine runs: for the person alone.
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
          body: {
            agent: views.agent(crew, agent.id),
            ...(token === null ? {} : { token }),
            ...hintOf(crew, agent.id),
          },
          leadId: crew.state.lead.id,
        }
      },
      { creating: POSTS['/api/lead/{id}/agents'] },
    ),
  )

  router.get(
    '/lead/:id/agents',
    route(ports, (request, principal) => {
      validated(NoQuery, request.query)
      const crew = crewFor(shard, principal, param(request, 'id'))
      return {
        body: {
          agents: Object.keys(crew.state.agents).map((id) => views.agent(crew, id)),
          asOf: crew.state.seq,
        },
        leadId: crew.state.lead.id,
      }
    }),
  )

  return router
}
