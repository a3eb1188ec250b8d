import * as z from 'zod'
import { seq } from '../reply-shapes/fields'
import { MessageReply } from '../reply-shapes/messages'
import { NoQuery } from '../rest'
import { shape } from './shape'

/** What was pinned in a group, in its main talk and its sessions. */
export const listPinned = shape({
  method: 'get',
  path: '/lead/:id/groups/:name/pinned',
  query: NoQuery,
  reply: z.strictObject({
    /** Ascending: the newest of them, if there are more than one answer holds. */
    messages: z.array(MessageReply),
    hasMore: z.boolean(),
    asOf: seq,
  }),
})
