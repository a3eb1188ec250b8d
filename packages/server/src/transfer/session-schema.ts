import * as z from 'zod'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { time } from '@crewroom/shared/protocol/reply-shapes/fields'
import {
  roundRecord,
  roundResponse,
  sessionRecord,
} from '@crewroom/shared/protocol/reply-shapes/sessions'
import { count, uuid } from './export-file'
import { emoji, groupName, participant, person, recordId } from './file-fields'
import { parent, runFacts } from './run-schema'

const session = sessionRecord.extend({
  id: recordId,
  leadId: uuid,
  groupName,
  // Earlier versions could name one after an empty goal.
  title: z.string().max(LIMITS.sessionTitle),
  activeAgents: z.array(uuid).max(LIMITS.members),
  chosen: z.array(uuid).max(LIMITS.agentsPerLead).nullable().optional(),
  createdBy: person,
  runId: recordId.optional(),
  parent: parent.optional(),
})
const response = roundResponse.extend({
  agentId: participant,
  deliveryId: recordId,
  messageId: recordId.nullable(),
  error: z.string().max(LIMITS.previewUnits).nullable(),
  stoppedBy: person.optional(),
  decision: z.string().max(LIMITS.decision).optional(),
  usage: z
    .strictObject({
      tokens: count.nullable(),
      usd: z.number().min(0).nullable(),
      model: z.string().max(LIMITS.modelName).optional(),
    })
    .optional(),
  child: recordId.optional(),
  soFar: z.string().max(LIMITS.content).optional(),
})
const round = roundRecord.extend({
  runId: recordId,
  sessionId: recordId,
  groupName,
  run: z.strictObject({ id: recordId, n: count.min(1) }).optional(),
  reason: z.string().max(LIMITS.previewUnits),
  triggerMessageId: recordId,
  responses: z.array(response).max(LIMITS.members),
})
const inSession = { sessionId: recordId, groupName }
const ofRound = { sessionId: recordId, runId: recordId, n: count.min(1) }

/** What facts about sessions and rounds look like in a crew's file; `message`: as it is in one. */
export const sessionFacts = <M extends z.ZodType>(message: M) => ({
  'session:created': z.strictObject({ session }),
  'session:updated': z.strictObject({ session }),
  'session:message': z.strictObject({ ...inSession, message }),
  'session:reaction': z.strictObject({
    ...inSession,
    messageId: recordId,
    emoji,
    agentId: person,
    action: z.enum(['add', 'remove']),
  }),
  'session:read': z.strictObject({
    ...inSession,
    readerId: z.literal('human'),
    lastSeq: count,
    n: count,
    lastSeen: time,
    own: count.optional(),
  }),
  'round:opened': z.strictObject({ round }),
  'round:responded': z.strictObject({ ...ofRound, response }),
  ...runFacts,
  'round:closed': z.strictObject({ ...ofRound, why: roundRecord.shape.closed.unwrap() }),
})
