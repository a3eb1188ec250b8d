import type * as permissions from '@crewroom/shared/protocol/routes/permissions'
import type { BodyOf, ReplyOf } from '@crewroom/shared/protocol/routes/shape'
import type * as work from '@crewroom/shared/protocol/routes/work'
import { request } from '../request'
import { at, lead } from './paths'

/** What waits for a person, and the rules that answer requests for permission. */
export const needs = {
  answerNeed: (needId: string, action: BodyOf<typeof work.closeNeed>['action']) =>
    request<ReplyOf<typeof work.closeNeed>>('POST', `/api/needs/${at(needId)}`, {
      body: { action },
    }),
  answerPermission: (
    leadId: string,
    needId: string,
    body: BodyOf<typeof permissions.answerPermission>,
  ) =>
    request<ReplyOf<typeof permissions.answerPermission>>(
      'POST',
      `${lead(leadId)}/needs/${at(needId)}/permission`,
      { body },
    ),
  permissionRules: (leadId: string, signal?: AbortSignal) =>
    request<ReplyOf<typeof permissions.listPermissionRules>>(
      'GET',
      `${lead(leadId)}/permission-rules`,
      { signal },
    ),
  createPermissionRule: (leadId: string, body: BodyOf<typeof permissions.createPermissionRule>) =>
    request<ReplyOf<typeof permissions.createPermissionRule>>(
      'POST',
      `${lead(leadId)}/permission-rules`,
      { body },
    ),
  deletePermissionRule: (leadId: string, ruleId: string) =>
    request<ReplyOf<typeof permissions.deletePermissionRule>>(
      'DELETE',
      `${lead(leadId)}/permission-rules/${at(ruleId)}`,
      { body: {} },
    ),
}
