import * as z from 'zod'
import { ERRORS, type ErrorCode } from './errors'
import { agentView, leadView } from './reply-shapes/agents'
import { color, id, seq, stays, time } from './reply-shapes/fields'
import { groupView, memberView } from './reply-shapes/groups'
import { MessageReply, directMessage, reactions, timelineRow } from './reply-shapes/messages'
import { crewOverview } from './reply-shapes/overview'
import { inboxDelivery as delivery, results } from './reply-shapes/inbox'
import { rolloutEntry } from './reply-shapes/rollouts'
import { crewState, liveState } from './reply-shapes/state'
import { taskRecord } from './reply-shapes/work'
import type { RouteShape } from './routes/shape'
import * as usage from './routes/usage'
import * as admissions from './routes/admissions'
import * as instructions from './routes/instructions'
import * as invites from './routes/invites'
import * as permissions from './routes/permissions'
import * as groupChats from './routes/group-chats'
import * as groupFiles from './routes/group-files'
import * as rpcFrames from './routes/rpc-frames'
import * as runs from './routes/runs'
import * as sessions from './routes/sessions'
import * as transcripts from './routes/transcripts'
import * as tree from './routes/tree'
import * as messageChanges from './routes/message-changes'
import * as pins from './routes/pins'
import * as talk from './routes/talk'
import * as workFiles from './routes/work-files'
import * as work from './routes/work'
import { EventReply } from './server-frames'

/** What the server answers, as schemas: nothing more and nothing less. Every reply in the tests goes through them. */

export const ErrorReply = z.strictObject({
  error: z.strictObject({
    code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
    message: z.string().min(1),
    details: z.record(z.string(), z.unknown()),
  }),
})

const asOf = { asOf: seq }
/** What the sender has to know, such as that the agent is not connected. */
const hint = { hint: z.string().optional() }
/** Files and pictures whose contents are not here, where there are any. */
const filesMissing = { filesMissing: seq.optional() }
/** The replies of routes that say themselves what they answer. */
function repliesOf(shapes: Readonly<Record<string, RouteShape>>): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.values(shapes).map(({ method, path, reply }) => [
      `${method.toUpperCase()} /api${path}`,
      reply,
    ]),
  )
}

/** Successful replies by method and address; `:x` stands for one segment. */
const REPLIES: Readonly<Record<string, z.ZodType>> = {
  ...repliesOf(usage),
  ...repliesOf(messageChanges),
  ...repliesOf(pins),
  ...repliesOf(talk),
  ...repliesOf(work),
  ...repliesOf({ showWorkFiles: workFiles.showWorkFiles }),
  ...repliesOf(admissions),
  ...repliesOf(permissions),
  ...repliesOf(instructions),
  ...repliesOf(invites),
  ...repliesOf(sessions),
  ...repliesOf(runs),
  ...repliesOf(rpcFrames),
  ...repliesOf(groupChats),
  ...repliesOf(groupFiles),
  ...repliesOf(transcripts),
  ...repliesOf(tree),
  'GET /api/health': z.strictObject({
    ok: z.boolean(),
    version: z.string(),
    storage: z.string().optional(),
    proof: z.string().optional(),
  }),
  'GET /api/openapi.json': z.looseObject({ openapi: z.string() }),
  'GET /api/openrpc.json': z.looseObject({ openrpc: z.string() }),
  'GET /api/me': z.union([
    z.strictObject({
      principal: z.enum(['owner', 'observer']),
      id,
      name: z.string(),
      /** Whether there is a folder of session files that this token may read. */
      transcripts: z.boolean(),
    }),
    z.strictObject({ principal: z.literal('agent'), id, leadId: id, agent: agentView }),
  ]),
  'GET /api/roles': z.strictObject({
    roles: z.array(
      /** How its agents work, as they are told it; null where they are told nothing. */
      z.strictObject({
        id,
        name: z.string(),
        color,
        prompt: z.string().nullable(),
        /** What follows is said by a file that defines the role. */
        description: z.string().optional(),
        /** Kept, and unused: an agent's program chooses its model. */
        model: z.string().optional(),
        /** Rules allow nothing else. */
        tools: z.array(z.string()).optional(),
        file: z.string().optional(),
      }),
    ),
  }),
  'GET /api/drivers/check': z.strictObject({ problem: z.string().nullable() }),
  'GET /api/drivers': z.strictObject({
    presets: z.array(
      z.strictObject({
        id,
        name: z.string().min(1),
        kind: z.enum(['remote', 'pipe', 'acp', 'model']),
        /** Null for a program that runs elsewhere. */
        command: z.string().nullable(),
        installed: z.boolean(),
        configured: z.boolean(),
        /** How its program is installed, and how a person logs in; null where that is not known. */
        install: z.string().nullable(),
        login: z.string().nullable(),
        /** What its agents can be put into; the first is what they get when nothing is chosen. */
        modes: z.array(
          z.strictObject({
            id: z.string().min(1),
            label: z.string().min(1),
            does: z.string().min(1),
            unasked: z.boolean(),
          }),
        ),
      }),
    ),
  }),
  'GET /api/machine': z.strictObject({
    data: z.string(),
    home: z.string(),
    folder: z.strictObject({
      path: z.string(),
      state: z.enum(['ok', 'missing', 'not_a_folder', 'read_only']),
      git: z.enum(['clean', 'changed', 'none', 'unknown']),
    }),
  }),
  'POST /api/session': z.strictObject({ token: z.string(), expiresAt: time }),
  'POST /api/login-codes': z.strictObject({ code: z.string() }),
  'POST /api/lead': z.strictObject({ lead: leadView, token: z.string().optional(), ...hint }),
  'GET /api/imports': z.strictObject({
    imports: z.array(
      z.strictObject({
        id: z.string(),
        phase: z.enum(['reading', 'storing', 'done', 'failed']),
        kind: z.enum(['crew', 'group']).nullable(),
        name: z.string().nullable(),
        leadId: id.nullable(),
        lines: seq,
        total: seq.nullable(),
        bytes: seq,
        problem: z.string().nullable(),
        startedAt: time,
      }),
    ),
  }),
  'POST /api/import': z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('crew'),
      leadId: id,
      name: z.string(),
      facts: seq,
      agents: seq,
      groups: seq,
      messages: seq,
      programs: z.array(
        z.strictObject({
          agentId: id,
          name: z.string(),
          runs: z.string(),
          variables: z.array(z.string()),
        }),
      ),
      ...filesMissing,
      ...asOf,
    }),
    z.strictObject({
      kind: z.literal('group'),
      leadId: id,
      group: groupView,
      ...filesMissing,
      ...asOf,
    }),
  ]),
  'POST /api/sample': z.strictObject({ lead: leadView }),
  'GET /api/lead': z.strictObject({ leads: z.array(leadView) }),
  'GET /api/lead/:id': z.strictObject({ lead: leadView, ...asOf }),
  'PATCH /api/lead/:id': z.strictObject({ lead: leadView, ...asOf }),
  'DELETE /api/lead/:id': z.strictObject({ deleted: id, stays }),
  'GET /api/lead/:id/snapshot': z.strictObject({
    seq,
    epoch: id,
    ...asOf,
    state: crewState,
    live: liveState,
  }),
  'GET /api/lead/:id/overview': crewOverview.extend({ pending: seq, ...asOf }),
  'POST /api/lead/:id/agents': z.strictObject({
    agent: agentView,
    token: z.string().optional(),
    ...hint,
  }),
  'GET /api/lead/:id/agents': z.strictObject({ agents: z.array(agentView), ...asOf }),
  'GET /api/agents/:id': z.strictObject({ agent: agentView }),
  'GET /api/agents/:id/owed': z.strictObject({
    count: seq,
    oldestAt: time.nullable(),
    unconfirmed: seq,
  }),
  'PATCH /api/agents/:id': z.strictObject({ agent: agentView }),
  'POST /api/agents/:id/messages': z.strictObject({
    deliveryId: id,
    message: directMessage,
    ...hint,
  }),
  'POST /api/agents/:id/tasks': z.strictObject({ task: taskRecord, ...hint }),
  'POST /api/agents/:id/interrupt': z.strictObject({ deliveryId: id, ...hint }),
  'PATCH /api/agents/:id/setup': z.strictObject({ agent: agentView }),
  'POST /api/agents/:id/terminate': z.strictObject({ agent: agentView, stays }),
  'POST /api/agents/:id/release': z.strictObject({ agent: agentView }),
  'POST /api/agents/:id/resume': z.strictObject({ agent: agentView }),
  'GET /api/agents/:id/manifest': z.strictObject({ text: z.string(), ...asOf }),
  'GET /api/lead/:id/comms': z.strictObject({
    messages: z.array(directMessage),
    hasMore: z.boolean(),
    ...asOf,
  }),
  'GET /api/lead/:id/mentions': z.strictObject({
    messages: z.array(MessageReply),
    /** There are earlier ones than are shown. */
    hasMore: z.boolean(),
    ...asOf,
  }),
  'POST /api/lead/:id/broadcast': z.strictObject({
    messageId: id,
    message: directMessage,
    recipients: z.array(id),
  }),
  'GET /api/lead/:id/search': z.strictObject({
    hits: z.array(
      z.strictObject({
        message: MessageReply,
        snippet: z.array(z.strictObject({ text: z.string().min(1), hit: z.boolean() })),
      }),
    ),
    hasMore: z.boolean(),
    complete: z.boolean(),
    ...asOf,
    behind: z.int().nonnegative(),
    searchedTo: time.nullable(),
  }),
  'POST /api/lead/:id/groups/:name/pause': z.strictObject({ group: groupView, ...asOf }),
  'POST /api/lead/:id/groups/:name/resume': z.strictObject({ group: groupView, ...asOf }),
  'POST /api/lead/:id/groups/:name/archive': z.strictObject({ group: groupView, ...asOf }),
  'POST /api/lead/:id/groups/:name/unarchive': z.strictObject({ group: groupView, ...asOf }),
  'POST /api/agents/:id/token': z.strictObject({ token: z.string() }),
  'POST /api/agents/:id/output': z.strictObject({
    stream: z.string(),
    offset: seq,
    safe: seq,
    epoch: id,
    results,
  }),
  'GET /api/agents/:id/inbox': z.strictObject({
    deliveries: z.array(delivery),
    cursor: z.string(),
    more: z.boolean(),
  }),
  'GET /api/agents/:id/rollout': z.strictObject({
    entries: z.array(rolloutEntry),
    hasBefore: z.boolean(),
    hasAfter: z.boolean(),
    hasMore: z.boolean(),
    /** So many older entries were removed, to keep records within the limits that were set. */
    removed: seq,
    pending: seq,
    ...asOf,
    /** Answers to its commands that the agent was not handed yet, oldest first: with the newest entries. */
    replies: z.array(z.string()),
  }),
  'POST /api/agents/:id/inbox/ack': z.strictObject({ ok: z.literal(true) }),
  'GET /api/events': z.strictObject({
    events: z.array(EventReply),
    at: seq,
    /** Further in the asked direction. */
    hasMore: z.boolean(),
    /** Where `before` was asked for: whether there are earlier ones. */
    hasBefore: z.boolean().optional(),
    ...asOf,
  }),
  'GET /api/lead/:id/groups': z.strictObject({ groups: z.array(groupView), ...asOf }),
  'POST /api/lead/:id/groups': z.strictObject({ group: groupView, ...asOf }),
  'GET /api/lead/:id/groups/:name': z.strictObject({
    group: groupView,
    members: z.array(memberView),
    ...asOf,
  }),
  'PATCH /api/lead/:id/groups/:name': z.strictObject({ group: groupView, ...asOf }),
  'POST /api/lead/:id/groups/:name/members': z.strictObject({
    added: z.array(id),
    group: groupView,
    ...asOf,
  }),
  'PATCH /api/lead/:id/groups/:name/members/:member': z.strictObject({
    group: groupView,
    ...asOf,
  }),
  'DELETE /api/lead/:id/groups/:name/members/:member': z.strictObject({
    removed: z.array(id),
    ...asOf,
  }),
  'PUT /api/lead/:id/groups/:name/read': z.strictObject({ lastSeq: seq, ...asOf }),
  'GET /api/lead/:id/groups/:name/messages': z.strictObject({
    messages: z.array(MessageReply),
    hasBefore: z.boolean(),
    hasAfter: z.boolean(),
    hasMore: z.boolean(),
    ...asOf,
  }),
  'GET /api/lead/:id/groups/:name/timeline': z.strictObject({
    rows: z.array(timelineRow),
    hasBefore: z.boolean(),
    hasAfter: z.boolean(),
    hasMore: z.boolean(),
    ...asOf,
  }),
  'POST /api/lead/:id/groups/:name/messages': z.strictObject({
    message: MessageReply,
    wakes: z.array(id),
    ...asOf,
  }),
  'POST /api/lead/:id/groups/:name/messages/:message/reactions': z.strictObject({
    reactions,
    ...asOf,
  }),
  'DELETE /api/lead/:id/groups/:name/messages/:message/reactions/:emoji': z.strictObject({
    reactions,
    ...asOf,
  }),
  'GET /api/lead/:id/groups/:name/messages/:message/receipts': z.strictObject({
    receipts: z.array(
      z.strictObject({
        agentId: id,
        state: z.enum(['waiting', 'sent', 'seen', 'gone']),
        reason: z.enum(['starting', 'disconnected', 'busy', 'paused', 'held', 'asks']).optional(),
        at: time.nullable(),
      }),
    ),
    ...asOf,
  }),
}

/** Made once: addresses are looked up with every reply. */
let forms: readonly { verb: string; form: RegExp; schema: z.ZodType }[] | null = null

/** The schema of a successful reply, or null for an address that has none. */
export function replySchema(method: string, address: string): z.ZodType | null {
  const path = address.split('?')[0] ?? ''
  // `/transcripts/search` is also what `/transcripts/:id` looks like.
  const named = REPLIES[`${method} ${path}`]
  if (named !== undefined) return named
  forms ??= Object.entries(REPLIES).map(([key, schema]) => {
    const [verb = '', pattern = ''] = key.split(' ')
    return { verb, form: new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`), schema }
  })
  return forms.find(({ verb, form }) => verb === method && form.test(path))?.schema ?? null
}
