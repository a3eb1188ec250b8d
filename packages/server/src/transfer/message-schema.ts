import * as z from 'zod'
import { QUOTE_LENGTH } from '@crewroom/shared/model/reply'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { partUrl } from '@crewroom/shared/protocol/part-fields'
import { directMessage, replyTo } from '@crewroom/shared/protocol/reply-shapes/messages'
import { count, uuid } from './export-file'
import { person, recordId } from './file-fields'

/** What messages and direct messages of a file have. */
const messagePart = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string().max(LIMITS.partText) }),
  z.strictObject({
    type: z.literal('image'),
    url: partUrl,
    altText: z.string().max(LIMITS.partAltText).optional(),
  }),
  z.strictObject({
    type: z.literal('file'),
    url: partUrl,
    name: z.string().min(1).max(LIMITS.partName),
    mimeType: z.string().max(LIMITS.partType).optional(),
    size: count.optional(),
  }),
])
export const messageParts = z.array(messagePart).min(1).max(LIMITS.parts)
export const messageReplyTo = replyTo.extend({
  id: recordId,
  from: person,
  fromRole: z.string().max(200),
  text: z.string().max(QUOTE_LENGTH),
})
export const direct = directMessage.extend({
  id: recordId,
  leadId: uuid,
  from: person,
  to: person.nullable(),
  content: z.string().max(LIMITS.content),
  clientId: z.string().max(LIMITS.clientId).optional(),
})
