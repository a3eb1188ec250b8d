import * as z from 'zod'
import { LIMITS } from '../limits'
import { admissionRecord } from '../reply-shapes/admissions'
import { seq } from '../reply-shapes/fields'
import { groupView } from '../reply-shapes/groups'
import { NoBody, whole } from '../rest'
import { textField } from '../text-field'
import { membersFull } from '../../text/members-full'
import { shape } from './shape'

/** Admissions: agents of a crew that may talk together, and their conversations. */

const asOf = { asOf: seq }
const ALL = '/lead/:id/admissions'
const ONE = `${ALL}/:admissionId` as const

/** An id, short id or name of an agent. */
const reference = textField().trim().min(1).max(LIMITS.displayName)
const references = z.array(reference).max(LIMITS.agentsPerLead)
const conversationName = textField().trim().min(1).max(LIMITS.conversationName)
const participants = z
  .array(reference)
  .min(1)
  .max(LIMITS.members, membersFull({ at: 'field' }))

const oneAdmission = z.strictObject({ admission: admissionRecord, ...asOf })

export const listAdmissions = shape({
  method: 'get',
  path: ALL,
  query: z.strictObject({
    /** `nextCursor` of the page before. */
    cursor: textField().min(1).max(LIMITS.cursor).optional(),
    limit: whole(1, LIMITS.page).optional(),
  }),
  /** That of the crew itself first, then the newest first; closed ones too. */
  reply: z.strictObject({
    admissions: z.array(admissionRecord),
    nextCursor: z.string().optional(),
    ...asOf,
  }),
})

export const createAdmission = shape({
  method: 'post',
  path: ALL,
  body: z.strictObject({
    /** Kept as it is told; it names the app that manages the circle, where that is one. */
    appId: textField().trim().min(1).max(LIMITS.appId).optional(),
    admitted: references,
    /** A first conversation; without `participants` all who are admitted are in it. */
    conversation: z
      .strictObject({ name: conversationName.optional(), participants: participants.optional() })
      .optional(),
  }),
  reply: z.strictObject({ admission: admissionRecord, group: groupView.nullable(), ...asOf }),
})

export const closeAdmission = shape({
  method: 'post',
  path: `${ONE}/close`,
  body: NoBody,
  reply: oneAdmission,
})

export const leaveAdmission = shape({
  method: 'post',
  path: `${ONE}/leave`,
  body: NoBody,
  reply: oneAdmission,
})

export const admit = shape({
  method: 'post',
  path: `${ONE}/admitted`,
  body: z.strictObject({ agentId: reference }),
  reply: oneAdmission,
})

export const dismiss = shape({
  method: 'delete',
  path: `${ONE}/admitted/:agentId`,
  body: NoBody,
  reply: oneAdmission,
})

export const createConversation = shape({
  method: 'post',
  path: `${ONE}/conversations`,
  body: z.strictObject({ name: conversationName.optional(), participants }),
  reply: z.strictObject({ group: groupView, ...asOf }),
})
