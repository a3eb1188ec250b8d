import { givenItems } from '../../delivery/given'
import { Router } from 'express'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { InboxQuery, PostAck, PostOutput } from '@crewroom/shared/protocol/rest'
import { remoteAgentFor } from '../../agents/remote-agent'
import { leaves } from '../../delivery/attach'
import type { RemoteInbox } from '../../delivery/remote-inbox'
import type { Intake } from '../../intake/intake'
import type { RemoteRollouts } from '../../rollouts/remote-rollouts'
import { byOf, type Principal } from '../principal'
import { param, route, type RoutePorts } from './route'
import type { Unanswered } from '../unanswered'
import { validated } from '../validate'

export interface RemoteRoutePorts extends RoutePorts {
  readonly intake: Intake
  readonly inbox: RemoteInbox
  readonly remoteRollouts: RemoteRollouts
  readonly unanswered: Unanswered
}

/** Any program can be an agent: it sends its output and reads its inbox. */
export function remoteRoutes(ports: RemoteRoutePorts): Router {
  const { shard, intake, inbox, remoteRollouts, unanswered } = ports
  const router = Router({ mergeParams: true })

  const remoteAgent = (principal: Principal, agentId: string) =>
    remoteAgentFor(shard, byOf(principal), agentId)

  router.post(
    '/:agentId/output',
    route(ports, async (request, principal) => {
      const agentId = param(request, 'agentId')
      const crew = remoteAgent(principal, agentId)
      const input = validated(PostOutput, request.body)
      inbox.heard(agentId)
      if (unanswered.isFull(agentId)) {
        throw new CrewError(
          'busy',
          'Too much of this agent’s output still waits to be answered. Wait for the answers, then send this again.',
          { retryAfter: 1 },
        )
      }
      const answered = unanswered.begin(agentId, input.text.length)
      try {
        const before = crew.stream(agentId, input.stream)?.offset ?? 0
        const turnId = input.answers === undefined ? intake.asked(agentId) : input.answers
        const taken = await intake.output(crew, agentId, input)
        remoteRollouts.output(agentId, input, before, taken.offset, turnId)
        if (input.replies === 'inline') remoteRollouts.answered(agentId, taken.results)
        return { body: taken }
      } finally {
        answered()
      }
    }),
  )

  router.get(
    '/:agentId/inbox',
    route(
      ports,
      async (request, principal) => {
        const agentId = param(request, 'agentId')
        remoteAgent(principal, agentId)
        const query = validated(InboxQuery, request.query)
        const gone = new AbortController()
        request.once('close', () => gone.abort())
        inbox.heard(agentId, true)
        try {
          const page = await inbox.fetch(agentId, {
            door: '/api/agents/:agentId/inbox',
            ...(query.limit === undefined ? {} : { limit: query.limit }),
            waitMs: (query.wait ?? 0) * 1000,
            ...(query.for === undefined ? {} : { for: query.for }),
            signal: gone.signal,
          })
          intake.inboxRead(agentId)
          remoteRollouts.handed(
            agentId,
            givenItems(ports.shard, agentId, page),
            inbox.newestHeld(agentId),
          )
          return { body: page, leaving: () => leaves(ports.shard, agentId) }
        } finally {
          inbox.heard(agentId)
        }
      },
      { waits: true },
    ),
  )

  router.post(
    '/:agentId/inbox/ack',
    route(ports, async (request, principal) => {
      const agentId = param(request, 'agentId')
      remoteAgent(principal, agentId)
      const { cursor } = validated(PostAck, request.body)
      inbox.heard(agentId)
      await inbox.ack(agentId, cursor)
      return { body: { ok: true } }
    }),
  )

  return router
}
