import * as z from 'zod'
import { LIMITS } from '../limits'
import { id, seq, time } from '../reply-shapes/fields'
import { NoQuery, whole } from '../rest'
import { textField } from '../text-field'
import { shape } from './shape'
import { itemDetails, modelInfo } from './transcript-item-shapes'
import {
  contextView,
  foundTexts,
  timelineView,
  transcriptPage,
  transcriptSums,
} from './transcript-shapes'

/** Transcripts: session files below the configured folders, and agents' records. */

const itemId = textField().min(1).max(LIMITS.transcriptItemId)
const words = textField()
  .max(LIMITS.searchQuery)
  .refine((value) => value.trim().length > 0, 'must not be blank')
const pageQuery = z.strictObject({
  /** The id of an item. */
  before: itemId.optional(),
  limit: whole(1, LIMITS.page).optional(),
})
const detailsQuery = z
  .strictObject({
    /** A display item, which comes alone and uncut. */
    piece: itemId.optional(),
    /** A display item: those that follow it. */
    after: itemId.optional(),
  })
  .refine(
    (value) => value.piece === undefined || value.after === undefined,
    'give only one of piece and after',
  )
const findQuery = z.strictObject({ q: words, limit: whole(1, LIMITS.transcriptHits).optional() })

export const listTranscripts = shape({
  method: 'get',
  path: '/transcripts',
  query: NoQuery,
  reply: z.strictObject({
    roots: z.array(
      z.strictObject({
        path: z.string().min(1),
        /** Why nothing of it can be shown; null: it can. */
        problem: z.string().nullable(),
      }),
    ),
    /** Why there is nothing to show, and what to do; null: there is something. */
    why: z.string().nullable(),
    /** Sessions that are older than all of these and not listed. */
    more: seq,
    projects: z.array(
      z.strictObject({
        id,
        path: z.string(),
        sessions: z.array(
          z.strictObject({
            id,
            /** Its name in the project's folder. */
            file: z.string().min(1),
            bytes: seq,
            updatedAt: time,
            /** What is null is not known yet: the file was not read. */
            title: z.string().nullable(),
            model: modelInfo.nullable(),
            branch: z.string().nullable(),
            items: seq.nullable(),
            tokens: seq.nullable(),
            durationMs: z.number().min(0).nullable(),
            subagents: seq.nullable(),
            errors: seq.nullable(),
            ongoing: z.boolean().nullable(),
            /** `tokens` are those of its own conversation. */
            sums: transcriptSums.nullable(),
          }),
        ),
      }),
    ),
  }),
})

export const searchTranscripts = shape({
  method: 'get',
  path: '/transcripts/search',
  query: findQuery,
  reply: z.strictObject({
    hits: z.array(
      z.strictObject({
        id,
        count: seq,
        before: z.string(),
        match: z.string(),
        after: z.string(),
      }),
    ),
    hasMore: z.boolean(),
    /** Sessions that were not looked through: what is found is of the others. */
    unreached: seq,
  }),
})

export const readTranscript = shape({
  method: 'get',
  path: '/transcripts/:id',
  query: pageQuery,
  reply: transcriptPage,
})
export const readTranscriptItem = shape({
  method: 'get',
  path: '/transcripts/:id/items/:itemId',
  query: detailsQuery,
  reply: itemDetails,
})
export const readTranscriptContext = shape({
  method: 'get',
  path: '/transcripts/:id/context',
  query: NoQuery,
  reply: contextView,
})
export const readTranscriptTimeline = shape({
  method: 'get',
  path: '/transcripts/:id/timeline',
  query: NoQuery,
  reply: timelineView,
})
export const findInTranscript = shape({
  method: 'get',
  path: '/transcripts/:id/find',
  query: findQuery,
  reply: foundTexts,
})

/** What of an agent's record belongs to one session. */
export const readSessionTranscript = shape({
  method: 'get',
  path: '/lead/:id/groups/:name/sessions/:sid/agents/:agentId/transcript',
  query: pageQuery,
  reply: transcriptPage.extend({
    /** Ids of items name the entry that they begin with: an item belongs to the last round that begins before it. */
    rounds: z.array(z.strictObject({ n: z.number().int().min(1), entry: z.number().int().min(1) })),
  }),
})
export const readSessionTranscriptItem = shape({
  method: 'get',
  path: '/lead/:id/groups/:name/sessions/:sid/agents/:agentId/transcript/items/:itemId',
  query: detailsQuery,
  reply: itemDetails,
})

export const readAgentTranscript = shape({
  method: 'get',
  path: '/agents/:agentId/transcript',
  query: pageQuery,
  reply: transcriptPage,
})
export const readAgentTranscriptItem = shape({
  method: 'get',
  path: '/agents/:agentId/transcript/items/:itemId',
  query: detailsQuery,
  reply: itemDetails,
})
export const readAgentTranscriptContext = shape({
  method: 'get',
  path: '/agents/:agentId/transcript/context',
  query: NoQuery,
  reply: contextView,
})
export const readAgentTranscriptTimeline = shape({
  method: 'get',
  path: '/agents/:agentId/transcript/timeline',
  query: NoQuery,
  reply: timelineView,
})
export const findInAgentTranscript = shape({
  method: 'get',
  path: '/agents/:agentId/transcript/find',
  query: findQuery,
  reply: foundTexts,
})
/** The session file that an agent's program keeps itself; null where there is none below the configured folders. */
export const readAgentSession = shape({
  method: 'get',
  path: '/agents/:agentId/transcript/session',
  query: NoQuery,
  reply: z.strictObject({ id: id.nullable() }),
})
