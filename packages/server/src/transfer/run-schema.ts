import * as z from 'zod'
import { MAX_RUN_DEPTH, RUN_STATUSES } from '@crewroom/shared/model/run'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { endRule } from '@crewroom/shared/protocol/end-rule'
import { runParent } from '@crewroom/shared/protocol/reply-shapes/run-parent'
import {
  runLimits,
  runProgress,
  runRecord,
  runRole,
} from '@crewroom/shared/protocol/reply-shapes/runs'
import { count, uuid } from './export-file'
import { groupName, participant, person, recordId } from './file-fields'

export const parent = runParent.extend({
  sessionId: recordId,
  runId: recordId.nullable(),
  agentId: uuid,
})
const transitions = z
  .record(participant, z.array(participant).min(1).max(LIMITS.members))
  .optional()
const policy = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('round_robin'), transitions }),
  z.strictObject({
    kind: z.literal('selection'),
    by: z.union([participant, z.literal('rules')]),
    repeat: z.boolean(),
    prompt: z.string().max(LIMITS.selectPrompt).optional(),
    transitions,
  }),
  z.strictObject({ kind: z.literal('parallel'), aggregator: uuid.nullable() }),
  z.strictObject({ kind: z.literal('hierarchical'), manager: uuid }),
])
const role = runRole.extend({
  role: z.string().max(LIMITS.runRole),
  description: z.string().max(LIMITS.runDescription),
  expertise: z.array(z.string().max(LIMITS.runRole)).max(LIMITS.runExpertise),
})
const progress = runProgress.extend({
  previous: participant.nullable(),
  failures: z.record(participant, count),
  next: participant.nullable(),
  told: z.record(participant, count).optional(),
})
/** As the routes take them; what is left of another discussion may be nothing. */
const seconds = count.min(1).max(LIMITS.runSeconds)
const limits = runLimits.extend({
  rounds: count.min(1).max(LIMITS.runRounds),
  messages: count.max(LIMITS.runMessages).nullable(),
  answerSeconds: seconds,
  waitSeconds: seconds,
  humanSeconds: seconds.nullable(),
  tokens: count.max(LIMITS.budgetTokens).nullable(),
  usd: z.number().min(0).max(LIMITS.budgetUsd).nullable(),
  stall: count.min(1).max(LIMITS.runRounds),
  until: endRule(participant).optional(),
})
const run = runRecord.extend({
  id: recordId,
  leadId: uuid,
  groupName,
  sessionId: recordId,
  policy,
  participants: z.array(participant).min(1).max(LIMITS.members),
  roles: z.record(participant, role),
  // Earlier versions took the task of a declaration whatever its length.
  goal: z.string().max(LIMITS.importLineBytes),
  terminationCondition: z.string().max(LIMITS.terminationCondition).nullable(),
  limits,
  depth: count.max(MAX_RUN_DEPTH),
  progress,
  startedBy: person,
  parent: parent.nullable(),
  summary: z.string().max(LIMITS.runSummary).nullable(),
})
const ofRun = z.strictObject({ run })

/** What facts about discussions look like in a crew's file. */
export const runFacts = {
  'run:started': ofRun,
  'run:updated': ofRun,
  'run:ended': ofRun,
  'run:stepped': z.strictObject({
    runId: recordId,
    sessionId: recordId,
    status: z.enum(RUN_STATUSES),
    progress,
  }),
}
