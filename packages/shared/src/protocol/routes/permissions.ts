import * as z from 'zod'
import { PERMISSION_ACTIONS, TOOL_KINDS } from '../../model/need'
import { LIMITS } from '../limits'
import { needRecord, permissionRule } from '../reply-shapes/needs'
import { NoBody, NoQuery, roleId } from '../rest'
import { textField } from '../text-field'
import { shape } from './shape'

/** Requests for permission that people answer, and rules that answer in their place. */

export const answerPermission = shape({
  method: 'post',
  path: '/lead/:id/needs/:needId/permission',
  body: z.strictObject({
    /** One of those that the agent offers. */
    optionId: z.string().max(LIMITS.permissionOption),
    /** Also for everything else that the request's `rule` names, from now on. */
    always: z.boolean().optional(),
  }),
  reply: z.strictObject({ need: needRecord, rule: permissionRule.nullable() }),
})

export const listPermissionRules = shape({
  method: 'get',
  path: '/lead/:id/permission-rules',
  query: NoQuery,
  reply: z.strictObject({ rules: z.array(permissionRule) }),
})

export const createPermissionRule = shape({
  method: 'post',
  path: '/lead/:id/permission-rules',
  body: z.strictObject({
    /** Left out: every role. */
    role: roleId.nullable().optional(),
    toolKind: z.enum(TOOL_KINDS),
    /** How the command begins, in whole words; only of commands. Left out: whatever the tool does. */
    prefix: textField().trim().min(1).max(LIMITS.permissionPrefix).nullable().optional(),
    action: z.enum(PERMISSION_ACTIONS),
  }),
  reply: z.strictObject({ rule: permissionRule }),
})

export const deletePermissionRule = shape({
  method: 'delete',
  path: '/lead/:id/permission-rules/:ruleId',
  body: NoBody,
  reply: z.strictObject({ rule: permissionRule }),
})
