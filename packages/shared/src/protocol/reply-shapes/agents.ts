import * as z from 'zod'
import type { AgentRecord, LeadRecord } from '../../model/agent'
import type { AgentView, LeadView } from '../views'
import { color, conduct, hold, id, type Loose, seq, status, time } from './fields'
import { usage } from './usage'

const connection = z.enum(['none', 'connected', 'lost'])
const owed = z.strictObject({ count: seq, oldestAt: time.nullable() })
const ended = z.enum(['completed', 'failed', 'terminated']).nullable()

const driver = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('remote') }),
  z.strictObject({ kind: z.literal('pipe'), command: z.string(), args: z.array(z.string()) }),
  z.strictObject({
    kind: z.literal('acp'),
    preset: z.string().nullable(),
    command: z.string().nullable(),
    args: z.array(z.string()),
    envNames: z.array(z.string()),
    mode: z.string().optional(),
  }),
  z.strictObject({
    kind: z.literal('model'),
    baseUrl: z.string(),
    model: z.string(),
    envNames: z.array(z.string()),
    apiKeyEnv: z.string().optional(),
    tools: z.literal(true).optional(),
    contextTokens: z.number().optional(),
  }),
])

const why = z.strictObject({
  code: z.enum([
    'ended',
    'starting',
    'restarting',
    'paused',
    'working',
    'disconnected',
    'behind',
    'asks',
    'held',
    'waiting',
    'asleep',
    'idle',
  ]),
  since: time.nullable(),
  text: z.string().min(1),
  /** The round that the agent was handed and answers now. */
  round: z.strictObject({ session: id, n: z.number().int().min(1) }).optional(),
})

const agentFields = {
  id,
  shortId: z.string(),
  name: z.string(),
  role: z.string(),
  roleName: z.string(),
  color,
  status,
  connection,
  leadId: id,
  driver: z.enum(['remote', 'pipe', 'acp', 'model']),
  task: z.string().nullable(),
  owed,
  usage,
  why,
  endedReason: z.string().nullable(),
  createdBy: id,
  hold,
}
export const agentView = z.strictObject(agentFields)
agentView satisfies z.ZodType<Loose<AgentView>>
export const leadView = z.strictObject({
  ...agentFields,
  parentId: id.nullable(),
  paused: z.boolean(),
  autoGroups: z.boolean(),
  workspace: z.string().optional(),
  agentCount: seq,
  groupCount: seq,
})
leadView satisfies z.ZodType<Loose<LeadView>>

export const leadRecord = z.strictObject({
  id,
  name: z.string(),
  parentId: id.nullable(),
  paused: z.boolean(),
  autoGroups: z.boolean(),
  createdAt: time,
  workspace: z.string().optional(),
})
leadRecord satisfies z.ZodType<LeadRecord>
export const agentRecord = z.strictObject({
  id,
  leadId: id,
  name: z.string(),
  role: z.string(),
  roleName: z.string(),
  color,
  driver,
  cwd: z.string().nullable(),
  task: z.string().nullable(),
  ended,
  endedReason: z.string().nullable(),
  createdBy: id,
  createdAt: time,
  hold,
  conduct,
  handle: z.string().optional(),
  model: z.string().optional(),
})
agentRecord satisfies z.ZodType<Loose<AgentRecord>>
export const liveAgent = {
  status: z.enum(['starting', 'idle', 'working']),
  connection,
  owed,
  usage,
  why,
  requestEnds: z.record(id, time.nullable()).optional(),
}
