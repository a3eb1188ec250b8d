import { type CreatingPath, isCreating } from '@crewroom/shared/client/creating'
import type { PathWith } from '@crewroom/shared/client/http'

/** A route that creates something: the header Idempotency-Key makes it do so once. */
export interface Creating {
  /** Fields of its answer, at any depth, that must be in no journal. */
  readonly secrets?: readonly string[]
  /** It may found a crew. */
  readonly founds?: true
}

const CREATES: Creating = {}
const CLIENT_ID = 'its clientId makes it be written once'
const STATE = 'done twice it is as if it was done once'

/**
 * Every POST of the API: what it creates takes a key, or why it needs none. A route without a row is a type error, as soon
 * as the client's types are made of the document.
 */
export const POSTS = {
  '/api/lead': { secrets: ['token'], founds: true },
  '/api/sample': { founds: true },
  '/api/lead/{id}/agents': { secrets: ['token'] },
  '/api/lead/{id}/invites': { secrets: ['code'] },
  '/api/lead/{id}/groups': CREATES,
  '/api/lead/{id}/admissions': CREATES,
  '/api/lead/{id}/admissions/{admissionId}/conversations': CREATES,
  '/api/lead/{id}/groups/{name}/sessions': CREATES,
  '/api/lead/{id}/groups/{name}/discussions': CREATES,
  '/api/lead/{id}/permission-rules': CREATES,
  '/api/lead/{id}/tasks/{taskId}/reassign': CREATES,
  '/api/agents/{agentId}/tasks': CREATES,
  '/api/workspaces/{workspaceId}/group-chats': { secrets: ['agent_token'], founds: true },
  '/api/group-chats/{chatId}/members': { secrets: ['agent_token'] },
  '/api/group-chats/{chatId}/sessions': CREATES,
  '/api/group-chats/{chatId}/sessions/{sid}/messages': CREATES,
  '/api/v1/auth/register': { secrets: ['apiKey'] },
  '/api/v1/apps/register': { secrets: ['appKey'] },

  '/api/lead/{id}/broadcast': CLIENT_ID,
  '/api/agents/{agentId}/messages': CLIENT_ID,
  '/api/lead/{id}/groups/{name}/messages': CLIENT_ID,
  '/api/lead/{id}/groups/{name}/sessions/{sid}/messages': CLIENT_ID,
  '/api/agents/{agentId}/output': 'its offset makes it be taken once',
  '/api/agents/{agentId}/inbox/ack': STATE,
  '/api/agents/{agentId}/answer': 'an item is answered once, and then refused with round_over',
  '/api/import': 'a crew or group that is here already is refused, with its id or name',
  '/api/group-chats/{chatId}/files/{fileName}':
    'GET lists the files, and the body may be megabytes',
  '/api/group-chats/{chatId}/pictures/{fileName}': 'GET lists them, and the body may be megabytes',
  '/api/session': 'a code opens one session, and the next code another',
  '/api/login-codes': 'a code that nobody uses ends within minutes',
  '/api/agents/{agentId}/token':
    'sent again it gives a newer token, and the one that was lost ends',
  '/api/lead/{id}/groups/{name}/members': STATE,
  '/api/lead/{id}/admissions/{admissionId}/admitted': STATE,
  '/api/lead/{id}/admissions/{admissionId}/leave': STATE,
  '/api/lead/{id}/admissions/{admissionId}/close': STATE,
  '/api/lead/{id}/tasks/{taskId}/start': 'a task that was given is refused with task_given',
  '/api/lead/{id}/tasks/{taskId}/cancel': 'a task that has ended is refused',
  '/api/needs/{id}': 'what was answered is refused with already_answered, or stays as it is',
  '/api/lead/{id}/needs/{needId}/budget': 'what was answered is refused with already_answered',
  '/api/lead/{id}/needs/{needId}/permission': 'what was answered is refused with already_answered',
  '/api/lead/{id}/pause': STATE,
  '/api/lead/{id}/resume': STATE,
  '/api/pause': STATE,
  '/api/resume': STATE,
  '/api/lead/{id}/groups/{name}/archive': STATE,
  '/api/lead/{id}/groups/{name}/unarchive': STATE,
  '/api/lead/{id}/groups/{name}/pause': STATE,
  '/api/lead/{id}/groups/{name}/resume': STATE,
  '/api/lead/{id}/groups/{name}/messages/{messageId}/reactions': STATE,
  '/api/lead/{id}/groups/{name}/sessions/{sid}/messages/{messageId}/reactions': STATE,
  '/api/lead/{id}/groups/{name}/sessions/{sid}/rounds/{n}/retry': 'an agent that thinks is refused',
  '/api/lead/{id}/groups/{name}/sessions/{sid}/answers/{agentId}/interrupt': STATE,
  '/api/runs/{runId}/pause': STATE,
  '/api/runs/{runId}/resume': STATE,
  '/api/runs/{runId}/next': STATE,
  '/api/runs/{runId}/skip': 'a turn that is over is refused with no_turn',
  '/api/runs/{runId}/stop': STATE,
  '/api/runs/{runId}/continue': 'a discussion that goes on is refused with run_active',
  '/api/agents/{agentId}/interrupt': 'stopping twice stops once',
  '/api/agents/{agentId}/terminate': STATE,
  '/api/agents/{agentId}/resume': STATE,
  '/api/agents/{agentId}/release': STATE,
  '/api/files/rebuild': STATE,
} as const satisfies Readonly<Record<CreatingPath, Creating>> &
  Readonly<Record<Exclude<PathWith<'post'>, CreatingPath>, string>>

/** A path as the document has it, of one as express has it. */
export const asDocumented = (path: string): string => `/api${path.replace(/:(\w+)/g, '{$1}')}`

/** The row of a route that takes a key; null: it takes none. */
export function creatingAt(method: string, path: string): Creating | null {
  const address = asDocumented(path)
  return method === 'post' && isCreating(address) ? POSTS[address] : null
}
