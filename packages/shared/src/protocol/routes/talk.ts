import * as z from 'zod'
import type { TalkLine, TalkStep, TalkWords } from '../../model/talk'
import { id, seq } from '../reply-shapes/fields'
import { textField } from '../text-field'
import { shape } from './shape'

/** Who writes to whom. */

const count = z.number().int().min(0)
const counts = z.record(z.string(), count)
const instant = z.string()

const line = z.strictObject({ from: id, to: id, direct: count, inGroups: count })
line satisfies z.ZodType<TalkLine>

const step = z.strictObject({
  seq,
  at: instant,
  from: id,
  to: z.array(id),
  group: z.string().nullable(),
})
step satisfies z.ZodType<TalkStep>

const words = z.strictObject({
  messageId: id,
  from: id,
  at: instant,
  group: z.string().nullable(),
  sessionId: id.nullable(),
  text: z.string(),
})
words satisfies z.ZodType<TalkWords>

const since = z.iso.datetime({ offset: true }).optional()

export const readTalk = shape({
  method: 'get',
  path: '/lead/:id/talk',
  query: z.strictObject({ since }),
  reply: z.strictObject({
    lines: z.array(line),
    byWriter: counts,
    byGroup: counts,
    messages: count,
    since: instant.nullable(),
    isPart: z.boolean(),
    asOf: seq,
  }),
})

export const listTalkSteps = shape({
  method: 'get',
  path: '/lead/:id/talk/steps',
  query: z.strictObject({ since }),
  reply: z.strictObject({
    /** Ascending: the newest of them, if there are more than one answer holds. */
    steps: z.array(step),
    isPart: z.boolean(),
    asOf: seq,
  }),
})

export const listTalkWords = shape({
  method: 'get',
  path: '/lead/:id/talk/words',
  query: z.strictObject({
    /** Ids of two participants. */
    a: textField().min(1).max(64),
    b: textField().min(1).max(64),
    since,
  }),
  reply: z.strictObject({
    /** Ascending: the newest between the two. */
    words: z.array(words),
    asOf: seq,
  }),
})
