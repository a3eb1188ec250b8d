import { type Request, Router } from 'express'
import {
  EditAgent,
  NoBody,
  NoQuery,
  PostDirectMessage,
  PostInterrupt,
  PostTask,
  PostTerminate,
  UpdateAgent,
} from '@crewroom/shared/protocol/rest'
import { TEXT } from '@crewroom/shared/text/catalogue'
import { whatStays } from '@crewroom/shared/text/what-stays'
import type { Crew } from '../../crew/crew'
import { interrupt, sendDirect } from '../../agents/direct-messages'
import { editAgent } from '../../agents/edit-agent'
import { terminateAgent } from '../../agents/end-agent'
import { releaseAgent } from '../../conduct/hold-agent'
import { unconfirmedIn } from '../../delivery/unconfirmed'
import { owedOf } from '../../live/agent'
import { awayHint } from '../../live/reasons'
import { readManifest } from '../../agents/manifest'
import type { PresenceBook } from '../../crew/presence'
import { resumeAgent } from '../../agents/revive'
import { completeTask, delegate } from '../../agents/tasks'
import { renewAgentToken } from '../../agents/tokens'
import { CrewViews } from '../crew-views'
import { assertWrites } from '../gate'
import { byOf, crewOfAgentFor, type Principal } from '../principal'
import { POSTS } from '../retries/posts'
import { type Answer, param, route, type RoutePorts } from './route'
import { validated } from '../validate'

export interface AgentRoutePorts extends RoutePorts {
  readonly presence: PresenceBook
  /** Starts an agent's program when it does not run. */
  readonly start: (agentId: string) => void
}

/** One agent: what it is owed, writing to it, interrupting, ending and resuming it. */
export function agentRoutes(ports: AgentRoutePorts): Router {
  const { shard, presence } = ports
  const views = new CrewViews(shard, presence)
  const router = Router()

  const target = (request: Request, principal: Principal) => {
    const agentId = param(request, 'agentId')
    return { agentId, crew: crewOfAgentFor(shard, principal, agentId) }
  }
  const shown = (crew: Crew, agentId: string, more: object = {}): Answer => ({
    body: { agent: views.agent(crew, agentId), ...more },
    leadId: crew.state.lead.id,
  })

  /** What is said where the agent does not read something now. */
  const hintOf = ({ state }: Crew, agentId: string): { hint?: string } => {
    const hint = awayHint(presence, [agentId], (id) => state.agents[id]?.name ?? id)
    return hint === null ? {} : { hint }
  }

  router.get(
    '/:agentId',
    route(ports, (request, principal) => {
      validated(NoQuery, request.query)
      const { crew, agentId } = target(request, principal)
      return shown(crew, agentId)
    }),
  )

  router.get(
    '/:agentId/owed',
    route(ports, (request, principal) => {
      validated(NoQuery, request.query)
      const { crew, agentId } = target(request, principal)
      return {
        body: {
          ...owedOf(shard, crew, agentId),
          unconfirmed: unconfirmedIn(crew, agentId),
        },
        leadId: crew.state.lead.id,
      }
    }),
  )

  router.get(
    '/:agentId/manifest',
    route(ports, (request, principal) => {
      validated(NoQuery, request.query)
      const { crew, agentId } = target(request, principal)
      const text = readManifest(shard, crew, byOf(principal), agentId)
      return {
        body: { text, asOf: crew.state.seq },
        leadId: crew.state.lead.id,
      }
    }),
  )

  router.post(
    '/:agentId/token',
    route(ports, (request, principal) => {
      const { crew, agentId } = target(request, principal)
      return {
        status: 201,
        body: { token: renewAgentToken(shard, crew, byOf(principal), agentId) },
        leadId: crew.state.lead.id,
      }
    }),
  )

  router.patch(
    '/:agentId',
    route(ports, (request, principal) => {
      assertWrites(principal)
      const { crew, agentId } = target(request, principal)
      completeTask(shard, crew, byOf(principal), agentId, validated(UpdateAgent, request.body))
      return shown(crew, agentId)
    }),
  )

  router.patch(
    '/:agentId/setup',
    route(ports, (request, principal) => {
      assertWrites(principal)
      const { crew, agentId } = target(request, principal)
      editAgent(shard, crew, byOf(principal), agentId, validated(EditAgent, request.body))
      return shown(crew, agentId)
    }),
  )

  router.post(
    '/:agentId/messages',
    route(ports, (request, principal) => {
      assertWrites(principal)
      const { crew, agentId } = target(request, principal)
      const words = validated(PostDirectMessage, request.body)
      const by = byOf(principal)
      const { message, deliveryId, repeated } = sendDirect(shard, crew, by, {
        to: agentId,
        ...words,
      })
      return {
        status: repeated ? 200 : 202,
        body: { deliveryId, message, ...hintOf(crew, agentId) },
        leadId: crew.state.lead.id,
      }
    }),
  )

  router.post(
    '/:agentId/tasks',
    route(
      ports,
      (request, principal) => {
        assertWrites(principal)
        const agentId = param(request, 'agentId')
        // A sub-lead's tasks come from its parent's crew.
        const isAbove = ({ state }: Crew) => state.lead.id !== agentId
        const crew = crewOfAgentFor(shard, principal, agentId, isAbove)
        const { task: text, ...input } = validated(PostTask, request.body)
        const { task } = delegate(shard, crew, byOf(principal), { to: agentId, text, ...input })
        const hint = task.waits ? {} : hintOf(crew, agentId)
        return { status: 201, body: { task, ...hint }, leadId: crew.state.lead.id }
      },
      { creating: POSTS['/api/agents/{agentId}/tasks'] },
    ),
  )

  router.post(
    '/:agentId/interrupt',
    route(ports, (request, principal) => {
      assertWrites(principal)
      const { crew, agentId } = target(request, principal)
      const { content } = validated(PostInterrupt, request.body ?? {})
      const { deliveryId } = interrupt(shard, crew, byOf(principal), {
        to: agentId,
        content: content ?? TEXT.stop,
      })
      const body = { deliveryId, ...hintOf(crew, agentId) }
      return { status: 202, body, leadId: crew.state.lead.id }
    }),
  )

  router.post(
    '/:agentId/terminate',
    route(ports, (request, principal) => {
      assertWrites(principal)
      const { crew, agentId } = target(request, principal)
      const { reason } = validated(PostTerminate, request.body ?? {})
      terminateAgent(shard, crew, byOf(principal), agentId, reason ?? null)
      return shown(crew, agentId, { stays: whatStays('agent') })
    }),
  )

  router.post(
    '/:agentId/resume',
    route(ports, (request, principal) => {
      assertWrites(principal)
      const { crew, agentId } = target(request, principal)
      validated(NoBody, request.body ?? {})
      resumeAgent(shard, crew, byOf(principal), agentId)
      ports.start(agentId)
      return shown(crew, agentId)
    }),
  )

  router.post(
    '/:agentId/release',
    route(ports, (request, principal) => {
      assertWrites(principal)
      const agentId = param(request, 'agentId')
      const isHeld = ({ state }: Crew) => !!state.agents[agentId]?.hold
      const crew = crewOfAgentFor(shard, principal, agentId, isHeld)
      validated(NoBody, request.body ?? {})
      releaseAgent(shard, crew, byOf(principal), agentId)
      return shown(crew, agentId)
    }),
  )

  return router
}
