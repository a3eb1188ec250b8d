import * as z from 'zod'
import {
  CONTEXT_PARTS,
  type ContextView,
  type FoundTexts,
  type TimelineView,
  type TranscriptPage,
  type TranscriptSession,
} from '../../transcript/views'
import type { TranscriptSums } from '../../transcript/sums'
import { id, seq, time } from '../reply-shapes/fields'
import { metrics, modelInfo, transcriptItem } from './transcript-item-shapes'

/** A page of a transcript, and pictures of the whole, as strict schemas; the compiler keeps them equal to views.ts. */

const text = z.string()

const transcriptSession = z.strictObject({
  id,
  title: text,
  model: modelInfo.nullable(),
  branch: text.nullable(),
  cwd: text.nullable(),
  startedAt: time.nullable(),
  updatedAt: time.nullable(),
  ongoing: z.boolean(),
  file: z.strictObject({ name: text, bytes: seq }).nullable(),
  agentId: id.nullable(),
})
transcriptSession satisfies z.ZodType<TranscriptSession>

const tokenSum = z.strictObject({
  totalTokens: seq,
  inputTokens: seq,
  outputTokens: seq,
  cacheReadTokens: seq,
  cacheCreationTokens: seq,
  dollars: z.number().min(0).nullable(),
  unpricedTokens: seq,
})
export const transcriptSums = z.strictObject({
  own: tokenSum,
  subagents: tokenSum,
  together: tokenSum,
})
transcriptSums satisfies z.ZodType<TranscriptSums>

export const transcriptPage = z.strictObject({
  session: transcriptSession,
  items: z.array(transcriptItem),
  totals: z.strictObject({
    user: seq,
    system: seq,
    ai: seq,
    compact: seq,
    tools: seq,
    errors: seq,
    orphans: seq,
    subagents: seq,
    unreadable: seq,
    unknown: seq,
  }),
  metrics,
  hasBefore: z.boolean(),
  revision: seq,
  sums: transcriptSums,
})
transcriptPage satisfies z.ZodType<TranscriptPage>

const contextPart = z.enum(CONTEXT_PARTS)
export const contextView = z.strictObject({
  phases: z.array(
    z.strictObject({
      number: z.number().int().min(1),
      startTime: time,
      endTime: time,
      points: z.array(z.strictObject({ at: time, tokens: seq, itemId: id })),
      parts: z.array(z.strictObject({ part: contextPart, tokens: seq })),
      largest: z.array(
        z.strictObject({
          label: text,
          part: contextPart,
          tokens: seq,
          itemId: id,
          displayItemId: id.nullable(),
        }),
      ),
    }),
  ),
  limit: seq.nullable(),
  errors: z.array(
    z.strictObject({ at: time, label: text, itemId: id, displayItemId: id.nullable() }),
  ),
  revision: seq,
})
contextView satisfies z.ZodType<ContextView>

export const timelineView = z.strictObject({
  startTime: time.nullable(),
  endTime: time.nullable(),
  lanes: z.array(
    z.strictObject({
      id,
      label: text,
      kind: z.enum(['main', 'subagent']),
      bars: z.array(
        z.strictObject({
          startTime: time,
          endTime: time,
          label: text,
          itemId: id,
          displayItemId: id.nullable(),
          hasError: z.boolean(),
        }),
      ),
      joined: seq,
    }),
  ),
  marks: z.array(
    z.strictObject({
      at: time,
      kind: z.enum(['user', 'compact', 'interruption', 'error']),
      itemId: id,
    }),
  ),
  revision: seq,
})
timelineView satisfies z.ZodType<TimelineView>

export const foundTexts = z.strictObject({
  hits: z.array(
    z.strictObject({
      itemId: id,
      displayItemId: id.nullable(),
      subagentIds: z.array(id),
      before: text,
      match: text,
      after: text,
    }),
  ),
  hasMore: z.boolean(),
  revision: seq,
})
foundTexts satisfies z.ZodType<FoundTexts>
