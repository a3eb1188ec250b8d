import * as z from 'zod'
import {
  type Policy,
  RUN_STATUSES,
  type RunLimits,
  type RunProgress,
  type RunRecord,
  STOP_REASONS,
} from '../../model/run'
import { endRule } from '../end-rule'
import { id, type Loose, seq, time } from './fields'
import { runParent } from './run-parent'

const transitions = z.record(id, z.array(id)).optional()
const policy = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('round_robin'), transitions }),
  z.strictObject({
    kind: z.literal('selection'),
    by: id,
    repeat: z.boolean(),
    prompt: z.string().optional(),
    transitions,
  }),
  z.strictObject({ kind: z.literal('parallel'), aggregator: id.nullable() }),
  z.strictObject({ kind: z.literal('hierarchical'), manager: id }),
])
policy satisfies z.ZodType<Loose<Policy>>

export const runLimits = z.strictObject({
  rounds: seq,
  messages: seq.nullable(),
  answerSeconds: seq,
  waitSeconds: seq,
  humanSeconds: seq.nullable(),
  onHumanTimeout: z.enum(['stop', 'skip']),
  tokens: seq.nullable(),
  usd: z.number().min(0).nullable(),
  stall: seq,
  until: endRule(id).optional(),
})
runLimits satisfies z.ZodType<RunLimits>

const runUsage = z.strictObject({
  tokens: seq,
  usd: z.number().min(0),
  known: z.boolean(),
})

export const runProgress = z.strictObject({
  rounds: seq,
  messages: seq,
  usage: runUsage,
  previous: id.nullable(),
  idle: seq,
  failures: z.record(id, seq),
  again: seq,
  next: id.nullable(),
  nextBy: id.optional(),
  gap: z.strictObject({ speaker: id, behind: id }).optional(),
  upTo: seq,
  told: z.record(id, seq).optional(),
  met: z.array(seq).optional(),
  heard: seq.optional(),
  ends: z.enum(['done', 'terminated']).optional(),
})
runProgress satisfies z.ZodType<RunProgress>

export const runRole = z.strictObject({
  role: z.string(),
  description: z.string(),
  expertise: z.array(z.string()),
})

export const runRecord = z.strictObject({
  id,
  leadId: id,
  groupName: id,
  sessionId: id,
  policy,
  participants: z.array(id),
  roles: z.record(id, runRole),
  goal: z.string(),
  terminationCondition: z.string().nullable(),
  limits: runLimits,
  status: z.enum(RUN_STATUSES),
  stopReason: z.enum(STOP_REASONS).nullable(),
  progress: runProgress,
  firstRound: z.number().int().min(1),
  beginsAt: z.number().int().min(1),
  startedBy: id,
  hop: seq,
  parent: runParent.nullable(),
  depth: seq,
  summary: z.string().nullable(),
  startedAt: time,
  endedAt: time.nullable(),
})
runRecord satisfies z.ZodType<Loose<RunRecord>>

/** One message of a discussion's course, as other programs have it. */
export const historyMessage = z.strictObject({
  id,
  timestamp: time,
  role: z.enum(['user', 'agent', 'system']),
  /** The agent's handle, or its name. */
  name: z.string().optional(),
  content: z.string(),
  metadata: z
    .strictObject({
      model: z.string().optional(),
      tokens: seq.optional(),
      /** Milliseconds. */
      duration: seq.optional(),
      /** US dollars. */
      cost: z.number().min(0).optional(),
    })
    .optional(),
})

export const runResult = z.strictObject({
  conversationId: id,
  rounds: seq,
  finalState: z.string(),
  stopReason: z.string().nullable(),
  summary: z.string().nullable(),
  /** Ascending: those that fit into one answer. */
  history: z.array(historyMessage),
  /** There are earlier ones. */
  hasEarlier: z.boolean(),
  /** Asked with this as `before`, the discussion answers with those; null if there are none. */
  before: seq.nullable(),
})
