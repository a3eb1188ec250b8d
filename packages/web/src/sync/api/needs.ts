import type { BodyOf } from '@crewroom/shared/client/http'
import { client } from '../request'

const RULES = '/api/lead/{id}/permission-rules'
const PERMISSION = '/api/lead/{id}/needs/{needId}/permission'

/** What waits for a person, and the rules that answer requests for permission. */
export const needs = {
  answerNeed: (id: string, action: BodyOf<'post', '/api/needs/{id}'>['action']) =>
    client.post('/api/needs/{id}', { path: { id }, body: { action } }),
  answerPermission: (id: string, needId: string, body: BodyOf<'post', typeof PERMISSION>) =>
    client.post(PERMISSION, { path: { id, needId }, body }),
  permissionRules: (id: string, signal?: AbortSignal) =>
    client.get(RULES, { path: { id }, signal }),
  createPermissionRule: (id: string, body: BodyOf<'post', typeof RULES>) =>
    client.post(RULES, { path: { id }, body }),
  deletePermissionRule: (id: string, ruleId: string) =>
    client.delete(`${RULES}/{ruleId}`, { path: { id, ruleId } }),
}
