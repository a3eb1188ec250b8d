import type { ErrorCode } from '@crewroom/shared/protocol/errors'

const GROUP = '/api/lead/{atlas}/groups/config-team'

/** Requests about the examples' crew that are refused, each with its code: the request, its body, who asks. */
export const EXAMPLE_REFUSALS: Readonly<
  Partial<Record<ErrorCode, readonly [request: string, body?: unknown, as?: string]>>
> = {
  not_found: ['GET /api/groups'],
  unauthorized: ['GET /api/me', undefined, 'nobody'],
  forbidden: ['POST /api/pause', {}, 'dora'],
  validation: [`POST ${GROUP}/messages`, { text: 'hello' }],
  lead_not_found: ['GET /api/lead/{dora}'],
  agent_not_found: ['GET /api/agents/dora'],
  group_not_found: ['GET /api/lead/{atlas}/groups/configs'],
  message_not_found: [`GET ${GROUP}/messages/{atlas}/receipts`],
  need_not_found: ['POST /api/needs/{dora}', { action: 'dismiss' }],
  task_not_found: ['POST /api/lead/{atlas}/tasks/none/start', {}],
  task_given: ['POST /api/lead/{atlas}/tasks/{task}/start', {}],
  transcript_not_found: ['GET /api/transcripts/none'],
  not_a_member: [`POST ${GROUP}/messages`, { content: 'May I?' }, 'cleo'],
  group_exists: ['POST /api/lead/{atlas}/groups', { name: 'Config Team' }],
  group_archived: [
    'POST /api/lead/{atlas}/groups/release-notes/messages',
    { content: 'One more thing' },
  ],
  lead_cannot_leave: [`DELETE ${GROUP}/members/{atlas}`],
  no_open_task: ['PATCH /api/agents/{cleo}', { status: 'completed' }],
  offset_conflict: [
    'POST /api/agents/{dora}/output',
    { text: 'and so on', stream: 'second-run', offset: 40 },
    'dora',
  ],
}
