import * as z from 'zod'
import { TIMELINE_EVENTS } from '@crewroom/shared/model/timeline'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { time } from '@crewroom/shared/protocol/reply-shapes/fields'
import { count } from './export-file'
import { emoji, person, recordId } from './file-fields'
import { messageParts, messageReplyTo } from './message-schema'

const content = z.string().max(LIMITS.content)
const label = z.string().max(LIMITS.agentName)

/** The lines of a group's file, and what an imported group was elsewhere. */
export const historyShapes = {
  group: {
    displayName: z.string().max(LIMITS.displayName),
    purpose: z.string().max(LIMITS.purpose).nullable(),
    createdAt: time,
    createdBy: person,
  },
  author: {
    id: person,
    name: label.nullable(),
    role: z.string().max(LIMITS.roleId).nullable(),
    roleName: z.string().max(200).nullable(),
  },
  message: {
    id: recordId,
    n: count.min(1),
    kind: z.enum(['message', 'system']),
    from: person,
    fromRole: z.string().max(200),
    content,
    timestamp: time,
    mentions: z.array(person).max(LIMITS.members),
    hop: count,
    parts: messageParts.optional(),
    replyTo: messageReplyTo.omit({ id: true }).optional(),
  },
  reaction: { n: count.min(1), emoji, from: person, action: z.enum(['add', 'remove']) },
  edit: {
    n: count.min(1),
    at: time,
    content,
    mentions: z.array(person).max(LIMITS.members),
    parts: messageParts.optional(),
  },
  deletion: { n: count.min(1), at: time },
  event: {
    at: time,
    event: z.enum(TIMELINE_EVENTS),
    by: person,
    memberIds: z.array(person).max(LIMITS.members),
    displayName: z.string().max(LIMITS.displayName).nullable(),
    purpose: z.string().max(LIMITS.purpose).nullable(),
  },
}
