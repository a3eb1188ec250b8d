import { Router } from 'express'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { AddReaction, MessagesQuery, NoQuery, PostMessage } from '@crewroom/shared/protocol/rest'
import type { PresenceBook } from '../../crew/presence'
import { react } from '../../groups/react'
import { readReceipts } from '../../groups/receipts'
import { readMessages, readTimeline } from '../../groups/read-history'
import { sendMessage } from '../../groups/send-message'
import { assertWrites } from '../gate'
import { byOf, crewFor } from '../principal'
import { param, route, type RoutePorts } from './route'
import { validated } from '../validate'

export interface MessageRoutePorts extends RoutePorts {
  readonly presence: PresenceBook
}

/** Messages, reactions and receipts of a group. */
export function messageRoutes(ports: MessageRoutePorts): Router {
  const { shard } = ports
  const router = Router({ mergeParams: true })

  router.get(
    '/:name/messages',
    route(ports, async (request, principal) => {
      const crew = crewFor(shard, principal, param(request, 'id'))
      const query = validated(MessagesQuery, request.query)
      const page = await readMessages(shard, crew, byOf(principal), {
        ...query,
        group: param(request, 'name'),
        limit: query.limit ?? LIMITS.pageDefault,
      })
      return {
        body: {
          messages: page.messages,
          hasBefore: page.hasBefore,
          hasAfter: page.hasAfter,
          // Further in the asked direction: older ones unless newer were asked for.
          hasMore: query.after === undefined ? page.hasBefore : page.hasAfter,
          asOf: page.asOf,
        },
      }
    }),
  )

  router.get(
    '/:name/timeline',
    route(ports, async (request, principal) => {
      const crew = crewFor(shard, principal, param(request, 'id'))
      const query = validated(MessagesQuery, request.query)
      const page = await readTimeline(shard, crew, byOf(principal), {
        ...query,
        group: param(request, 'name'),
        limit: query.limit ?? LIMITS.pageDefault,
      })
      return {
        body: { ...page, hasMore: query.after === undefined ? page.hasBefore : page.hasAfter },
      }
    }),
  )

  router.post(
    '/:name/messages',
    route(ports, (request, principal) => {
      assertWrites(principal)
      const crew = crewFor(shard, principal, param(request, 'id'))
      const input = validated(PostMessage, request.body)
      const { message, wakes, repeated } = sendMessage(shard, crew, byOf(principal), {
        ...input,
        group: param(request, 'name'),
      })
      return {
        status: repeated ? 200 : 201,
        body: { message, wakes, asOf: crew.state.seq },
        leadId: crew.state.lead.id,
      }
    }),
  )

  router.get(
    '/:name/messages/:messageId/receipts',
    route(ports, (request, principal) => {
      validated(NoQuery, request.query)
      const crew = crewFor(shard, principal, param(request, 'id'))
      const receipts = readReceipts(shard, crew, byOf(principal), ports.presence, {
        group: param(request, 'name'),
        messageId: param(request, 'messageId'),
      })
      return {
        body: { receipts, asOf: crew.state.seq },
        leadId: crew.state.lead.id,
      }
    }),
  )

  const reaction = (action: 'add' | 'remove') =>
    route(ports, (request, principal) => {
      assertWrites(principal)
      const crew = crewFor(shard, principal, param(request, 'id'))
      const emoji =
        action === 'add' ? validated(AddReaction, request.body).emoji : param(request, 'emoji')
      const { reactions } = react(shard, crew, byOf(principal), {
        group: param(request, 'name'),
        messageId: param(request, 'messageId'),
        emoji,
        action,
      })
      return { body: { reactions, asOf: crew.state.seq }, leadId: crew.state.lead.id }
    })
  router.post('/:name/messages/:messageId/reactions', reaction('add'))
  router.delete('/:name/messages/:messageId/reactions/:emoji', reaction('remove'))

  return router
}
