import * as z from 'zod'
import { id, seq, stays, time } from '../reply-shapes/fields'
import { MessageReply, part } from '../reply-shapes/messages'
import { CONTENT_OR_PARTS, hasContentOrParts, NoBody, NoQuery, writtenFields } from '../rest'
import { shape } from './shape'

const ONE = '/lead/:id/groups/:name/messages/:messageId'
const changed = z.strictObject({
  message: MessageReply,
  /** Agents that were handed it as it was before, and are told. */
  told: z.array(id),
  asOf: seq,
})

/** Changing and deleting what one wrote. */
export const editMessage = shape({
  method: 'patch',
  path: ONE,
  body: z
    .strictObject({ content: writtenFields.content, parts: writtenFields.parts })
    .refine(hasContentOrParts, CONTENT_OR_PARTS),
  reply: changed,
})

export const deleteMessage = shape({
  method: 'delete',
  path: ONE,
  body: NoBody,
  reply: changed.extend({ stays }),
})

export const listVersions = shape({
  method: 'get',
  path: `${ONE}/versions`,
  query: NoQuery,
  reply: z.strictObject({
    /** What it has said, oldest first, with what it says now; none of a deleted one. */
    versions: z.array(
      z.strictObject({ at: time, content: z.string(), parts: z.array(part).optional() }),
    ),
    asOf: seq,
  }),
})
