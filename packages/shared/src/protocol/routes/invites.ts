import * as z from 'zod'
import type { InviteView } from '../../model/invite'
import { LIMITS } from '../limits'
import { id, type Loose, seq, time } from '../reply-shapes/fields'
import { agentLabel, instructions, NoBody, NoQuery, roleId } from '../rest'
import { textField } from '../text-field'
import { shape } from './shape'

/** Codes with which agents register themselves in a crew. */

const invite = z.strictObject({
  id,
  leadId: id,
  roleId: z.string().nullable(),
  uses: z.number().int().min(1),
  used: z.number().int().min(0),
  createdBy: id,
  createdAt: time,
  expiresAt: time,
  revokedAt: time.nullable(),
})
invite satisfies z.ZodType<Loose<InviteView>>

export const createInvite = shape({
  method: 'post',
  path: '/lead/:id/invites',
  body: z.strictObject({
    /** What the agents will be; left out: they say so themselves. */
    role: roleId.optional(),
    /** How they are to work, beside what their role says. */
    instructions: instructions.optional(),
    /** How many agents may register with it; left out: one. */
    uses: z.number().int().min(1).max(LIMITS.inviteUses).optional(),
    /** For how long; left out: a day. */
    minutes: z.number().int().min(1).max(LIMITS.inviteMinutes).optional(),
  }),
  /** The code is shown only here. */
  reply: z.strictObject({ invite, code: z.string(), asOf: seq }),
})

export const listInvites = shape({
  method: 'get',
  path: '/lead/:id/invites',
  query: NoQuery,
  reply: z.strictObject({ invites: z.array(invite), asOf: seq }),
})

export const revokeInvite = shape({
  method: 'delete',
  path: '/lead/:id/invites/:inviteId',
  body: NoBody,
  reply: z.strictObject({ invite, asOf: seq }),
})

/** Programs register as their own README says first, and know of no invitations. */
const NEEDS_INVITE =
  'agents register with the code of an invitation; whoever runs the crew makes one with "crewroom invite", or with Invite on the page of the crew'
const inviteCode = z
  .string({ error: ({ input }) => (input === undefined ? NEEDS_INVITE : undefined) })
  .overwrite((value) => value.toWellFormed())
  .min(1)
  .max(200)

export const registerAgent = shape({
  method: 'post',
  path: '/v1/auth/register',
  body: z.strictObject({
    name: agentLabel,
    /** What it is for; its role, where the invitation names none. */
    description: textField().trim().min(1).max(LIMITS.purpose).optional(),
    inviteCode,
  }),
  /** The key is shown only here. */
  reply: z.strictObject({ agentId: id, apiKey: z.string() }),
})

export const registerApp = shape({
  method: 'post',
  path: '/v1/apps/register',
  body: z.strictObject({ name: agentLabel, inviteCode }),
  reply: z.strictObject({ appId: id, appKey: z.string() }),
})
