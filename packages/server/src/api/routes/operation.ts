import type * as z from 'zod'
import type { ErrorCode } from '@crewroom/shared/protocol/errors'
import { NoQuery } from '@crewroom/shared/protocol/rest'
import { creatingAt } from '../retries/posts'

/** Who may ask; `anyone` needs no token. */
type Who = 'anyone' | 'reader' | 'people' | 'writer' | 'self' | 'owner'

export const TAGS = {
  Server: 'The server itself, signing in, and who you are.',
  Crews: 'Crews, their agents, snapshots and events.',
  Agents: 'One agent: writing to it, stopping it, what it did.',
  'Remote agents': 'Any program can be an agent: it sends its output and reads its inbox.',
  Groups: 'Chat groups and their members.',
  Messages: 'What is said in a group, reactions and receipts.',
  Sessions: 'Conversations of their own in a group: a person writes, agents answer in rounds.',
  Discussions:
    'Rounds that a policy opens: who speaks next, the person’s turns, limits and results.',
  'Group chats':
    'Groups, agents and sessions as other programs know them: workspaces, handles, snake case.',
  Work: 'Tasks, what waits for a person, pausing.',
  Transcripts: 'What agents did, as conversations: session files of coding agents on this machine.',
} as const

/**
 * A request that shows what an operation is for. `{dora}` stands for the id of whatever has that name in the crew of the
 * examples (`test/harness/example-crew.ts`), or for a field of an answer that came before.
 */
export interface Sample {
  /** Parameters of the path that are others than usual. */
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number>>
  readonly body?: unknown
  /** Operations whose samples were sent before. */
  readonly after?: readonly string[]
  /** An agent that asks instead of the person. */
  readonly as?: string
}

/** One route as the document tells it. What every route has in common is added in `errorsOf`. */
export interface Operation {
  readonly id: string
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** Below /api, as express has it. */
  readonly path: string
  readonly tag: keyof typeof TAGS
  readonly summary: string
  readonly who: Who
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** Statuses of success; the first is the usual one. */
  readonly status?: readonly number[]
  /** What this route refuses beside what its kind does. */
  readonly errors?: readonly ErrorCode[]
  /** What it answers, if that is not JSON. */
  readonly text?:
    | 'text/html'
    | 'text/plain'
    | 'text/markdown'
    | 'application/x-ndjson'
    | 'application/octet-stream'
  /** What it takes, if that is not JSON. */
  readonly file?: 'application/x-ndjson' | 'application/octet-stream'
  /** Needed where the operation takes a query or a body. */
  readonly sample?: Sample
}

type Row = Omit<Operation, 'tag' | 'method' | 'path'>

/** `row('post /lead', …)`: rows of one tag. */
export const rows = (tag: Operation['tag'], table: Readonly<Record<string, Row>>): Operation[] =>
  Object.entries(table).map(([address, row]) => {
    const [method, path] = address.split(' ') as [Operation['method'], string]
    return { method, path, tag, ...row }
  })

/** A route that reads, without parameters in its query. */
export const QUIET = { who: 'reader', query: NoQuery } as const

/** The parameters in a path, in their order. */
export function parametersOf(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')
}

/** What every address may answer: told once, as the default reply. */
export const ERRORS_EVERYWHERE: readonly ErrorCode[] = [
  'malformed',
  'not_found',
  // A body where none is read, or an address of many kilobytes.
  'too_large',
  'unsupported_media_type',
  'host_not_allowed',
  'origin_not_allowed',
  'internal',
]

/** What only a request with a key is refused with. */
export const KEY_CODES: readonly ErrorCode[] = ['request_under_way', 'answer_gone']

/** Every refusal of a route but those that every address has. */
export function errorsOf({
  method,
  path,
  who,
  query,
  body,
  file,
  errors = [],
}: Operation): ErrorCode[] {
  const found = new Set<ErrorCode>(errors)
  const add = (...codes: ErrorCode[]) => codes.forEach((code) => found.add(code))
  if (creatingAt(method, path)) add('validation', ...KEY_CODES)
  if (body || query) add('validation')
  if (body || file) add('too_large', 'unsupported_media_type')
  if (who === 'anyone') return [...found]
  add('unauthorized', 'rate_limited')
  if (who === 'people') return [...found, 'forbidden']
  add('agent_terminal', 'storage_failed')
  if (who !== 'reader') add('forbidden')
  if (method !== 'get') add('busy')
  const parameters = parametersOf(path)
  if (path.startsWith('/lead/:id')) add('lead_not_found', 'busy')
  if (parameters.includes('agentId')) add('agent_not_found', 'busy')
  if (parameters.includes('name')) add('group_not_found')
  if (parameters.includes('workspaceId') && method !== 'post') add('workspace_not_found')
  if (parameters.includes('chatId')) add('group_not_found', 'not_a_member')
  if (parameters.includes('sid')) add('session_not_found', 'not_a_member')
  if (parameters.includes('messageId')) add('message_not_found')
  if (parameters.includes('fileName') && method !== 'post') add('file_not_found')
  return [...found]
}
