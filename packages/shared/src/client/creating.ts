import type { paths } from './api-types'

/** The header by which the server knows a request that is sent again. */
export const KEY_HEADER = 'Idempotency-Key'

/** Requests that create something, and do so once for a key, by their paths: a POST each. */
export const CREATING = [
  '/api/lead',
  '/api/sample',
  '/api/lead/{id}/agents',
  '/api/lead/{id}/invites',
  '/api/lead/{id}/groups',
  '/api/lead/{id}/admissions',
  '/api/lead/{id}/admissions/{admissionId}/conversations',
  '/api/lead/{id}/groups/{name}/sessions',
  '/api/lead/{id}/groups/{name}/discussions',
  '/api/lead/{id}/permission-rules',
  '/api/lead/{id}/tasks/{taskId}/reassign',
  '/api/agents/{agentId}/tasks',
  '/api/workspaces/{workspaceId}/group-chats',
  '/api/group-chats/{chatId}/members',
  '/api/group-chats/{chatId}/sessions',
  '/api/group-chats/{chatId}/sessions/{sid}/messages',
  '/api/v1/auth/register',
  '/api/v1/apps/register',
] as const satisfies readonly (keyof paths)[]

export type CreatingPath = (typeof CREATING)[number]

export function isCreating(path: string): path is CreatingPath {
  return CREATING.some((one) => one === path)
}

/** A new key: 128 bits of chance. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A key as the header has it: in quotes, so that it may have spaces. */
export const quoted = (key: string): string => `"${key.replace(/["\\]/g, '\\$&')}"`
