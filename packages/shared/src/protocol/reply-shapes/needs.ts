import * as z from 'zod'
import {
  type NeedRecord,
  PERMISSION_ACTIONS,
  PERMISSION_ANSWERERS,
  PERMISSION_OPTION_KINDS,
  type PermissionAnswer,
  type PermissionAsk,
  type PermissionRule,
  TOOL_KINDS,
} from '../../model/need'
import { LIMITS } from '../limits'
import { id, time } from './fields'

const toolKind = z.enum(TOOL_KINDS)
const prefix = z.string().max(LIMITS.permissionPrefix).nullable()
const permissionAsk = z.strictObject({
  toolKind,
  title: z.string().max(LIMITS.permissionTitle),
  command: z.string().nullable(),
  diffs: z.array(
    z.strictObject({ path: z.string(), oldText: z.string().nullable(), newText: z.string() }),
  ),
  cut: z.boolean(),
  options: z.array(
    z.strictObject({
      optionId: z.string(),
      name: z.string(),
      kind: z.enum(PERMISSION_OPTION_KINDS),
    }),
  ),
  rule: z.strictObject({ toolKind, prefix }),
  until: time.nullable(),
})
permissionAsk satisfies z.ZodType<PermissionAsk>
export const permissionAnswer = z.strictObject({
  by: z.enum(PERMISSION_ANSWERERS),
  optionId: z.string().nullable(),
  name: z.string().nullable(),
})
permissionAnswer satisfies z.ZodType<PermissionAnswer>
export const permissionRule = z.strictObject({
  id,
  leadId: id,
  role: z.string().max(LIMITS.roleId).nullable(),
  toolKind,
  prefix,
  action: z.enum(PERMISSION_ACTIONS),
  /** In which an allowed command may run; null: in every one; left out in rules of earlier versions, and where nothing is allowed. */
  folder: z.string().max(4_096).nullable().optional(),
  createdBy: id,
  createdAt: time,
})
permissionRule satisfies z.ZodType<PermissionRule>
export const needRecord = z.strictObject({
  id,
  leadId: id,
  kind: z.enum([
    'question',
    'failed',
    'held',
    'stalled',
    'permission',
    'refused',
    'budget',
    'files',
    'turn',
    'rules',
    'mention',
  ]),
  agentId: id,
  text: z.string().max(500),
  messageId: id.nullable(),
  groupName: id.nullable(),
  permission: permissionAsk.nullable(),
  /** The turn of a discussion that it is about. */
  turn: z
    .strictObject({
      sessionId: id,
      runId: id,
      asks: z.enum(['answer', 'choose']),
      until: time.nullable(),
    })
    .optional(),
  createdAt: time,
})
needRecord satisfies z.ZodType<NeedRecord>
