import * as z from 'zod'
import { LIMITS } from '../limits'
import { id, seq, stays } from '../reply-shapes/fields'
import { MessageReply, reactions } from '../reply-shapes/messages'
import { rolloutEntry } from '../reply-shapes/rollouts'
import { roundRecord, roundResponse, sessionView } from '../reply-shapes/sessions'
import {
  AddReaction,
  CONTENT_OR_PARTS,
  hasContentOrParts,
  MessagesQuery,
  NoBody,
  NoQuery,
  PutRead,
  RolloutPageQuery,
  whole,
  writtenFields,
} from '../rest'
import { nameField, textField } from '../text-field'
import { membersFull } from '../../text/members-full'
import { shape } from './shape'

/** Sessions of a group, their rounds, and what agents answer. `main` is a session that can only be read here. */

const asOf = { asOf: seq }
const OF_GROUP = '/lead/:id/groups/:name/sessions'
const ONE = `${OF_GROUP}/:sid` as const

const title = nameField().min(1).max(LIMITS.sessionTitle)
/** Ids, short ids or names of agents. */
const agents = z
  .array(textField().trim().min(1).max(LIMITS.displayName))
  .max(LIMITS.members, membersFull({ at: 'field' }))
const oneSession = z.strictObject({ session: sessionView, ...asOf })
const page = { hasBefore: z.boolean(), hasAfter: z.boolean(), hasMore: z.boolean(), ...asOf }

export const listSessions = shape({
  method: 'get',
  path: OF_GROUP,
  query: z.strictObject({
    status: z.enum(['active', 'archived', 'all']).optional(),
    /** The id of a session: those opened before it. */
    before: textField().min(1).max(64).optional(),
    limit: whole(1, LIMITS.page).optional(),
  }),
  /** Newest first. `hasMore`: ask for those before the last. */
  reply: z.strictObject({ sessions: z.array(sessionView), ...asOf, hasMore: z.boolean() }),
})

export const createSession = shape({
  method: 'post',
  path: OF_GROUP,
  /** Without `agents` all of the group's agents take part but the lead, those who join later too. */
  body: z.strictObject({ title: title.optional(), agents: agents.nullable().optional() }),
  reply: oneSession,
})

export const getSession = shape({
  method: 'get',
  path: ONE,
  query: NoQuery,
  /** With its newest round, and older ones in which somebody still thinks. */
  reply: z.strictObject({ session: sessionView, rounds: z.array(roundRecord), ...asOf }),
})

export const updateSession = shape({
  method: 'patch',
  path: ONE,
  body: z
    .strictObject({
      title: title.optional(),
      status: z.enum(['active', 'archived']).optional(),
      /** Null: nobody is chosen any more, as without `agents` when a session is opened. */
      agents: agents.nullable().optional(),
    })
    .refine((value) => Object.keys(value).length > 0, 'give title, status or agents'),
  reply: oneSession,
})

export const deleteSession = shape({
  method: 'delete',
  path: ONE,
  body: NoBody,
  reply: z.strictObject({ deleted: id, ...asOf, stays }),
})

export const listSessionMessages = shape({
  method: 'get',
  path: `${ONE}/messages`,
  query: MessagesQuery,
  reply: z.strictObject({ messages: z.array(MessageReply), ...page }),
})

export const postToSession = shape({
  method: 'post',
  path: `${ONE}/messages`,
  /** `asks`: only these agents; without it those whom the group's setting names. */
  body: z
    .strictObject({
      ...writtenFields,
      clientId: textField().min(1).max(LIMITS.clientId).optional(),
      asks: agents.min(1).optional(),
    })
    .refine(hasContentOrParts, CONTENT_OR_PARTS),
  reply: z.strictObject({
    message: MessageReply,
    /** The round that it opened; null when it asked nobody. */
    round: roundRecord.nullable(),
    asks: z.array(id),
    /** What its sender has to know, such as that an agent that it mentions is not asked, and what helps. */
    hint: z.string().optional(),
    ...asOf,
  }),
})

export const addSessionReaction = shape({
  method: 'post',
  path: `${ONE}/messages/:messageId/reactions`,
  body: AddReaction,
  reply: z.strictObject({ reactions, ...asOf }),
})

export const removeSessionReaction = shape({
  method: 'delete',
  path: `${ONE}/messages/:messageId/reactions/:emoji`,
  body: NoBody,
  reply: z.strictObject({ reactions, ...asOf }),
})

export const listRounds = shape({
  method: 'get',
  path: `${ONE}/rounds`,
  query: z.strictObject({
    /** Number of a round: those before it. */
    before: whole(1, Number.MAX_SAFE_INTEGER).optional(),
    limit: whole(1, LIMITS.roundsPage).optional(),
  }),
  /** Ascending. */
  reply: z.strictObject({ rounds: z.array(roundRecord), hasMore: z.boolean(), ...asOf }),
})

export const retryAnswer = shape({
  method: 'post',
  path: `${ONE}/rounds/:n/retry`,
  body: z.strictObject({ agentId: textField().trim().min(1).max(LIMITS.displayName) }),
  reply: z.strictObject({ round: roundRecord, ...asOf }),
})

export const interruptAnswer = shape({
  method: 'post',
  path: `${ONE}/answers/:agentId/interrupt`,
  body: NoBody,
  reply: z.strictObject({ round: roundRecord, ...asOf }),
})

export const getSessionRollout = shape({
  method: 'get',
  path: `${ONE}/agents/:agentId/rollout`,
  query: RolloutPageQuery,
  reply: z.strictObject({
    /** Each with the number of the round that it belongs to. */
    entries: z.array(rolloutEntry.extend({ round: z.number().int().min(1) })),
    removed: seq,
    pending: seq,
    ...page,
  }),
})

export const readSession = shape({
  method: 'put',
  path: `${ONE}/read`,
  body: PutRead,
  reply: z.strictObject({ lastSeq: seq, ...asOf }),
})

export const answerRound = shape({
  method: 'post',
  path: '/agents/:agentId/answer',
  /** Empty content: the agent passes. */
  body: z.strictObject({
    deliveryId: textField().min(1).max(64),
    content: textField().max(LIMITS.content),
  }),
  reply: z.strictObject({ response: roundResponse, message: MessageReply.nullable() }),
})
