import * as z from 'zod'

import { endRule } from '../end-rule'
import { goalField } from '../goal-field'
import { LIMITS } from '../limits'
import { seq } from '../reply-shapes/fields'
import { runRecord, runResult } from '../reply-shapes/runs'
import { sessionView } from '../reply-shapes/sessions'
import { NoBody, whole } from '../rest'
import { textField } from '../text-field'
import { membersFull } from '../../text/members-full'
import { shape } from './shape'

/** Discussions: rounds of a session that a policy opens. */

const asOf = { asOf: seq }
const ONE = '/runs/:runId'

/** An id, short id or name of an agent; `human` is the person. */
const reference = textField().trim().min(1).max(LIMITS.displayName)
const line = (most: number) => textField().trim().max(most)

/** By participant: who may speak behind it. */
const transitions = z
  .record(
    reference,
    z
      .array(reference)
      .min(1)
      .max(LIMITS.members, membersFull({ at: 'field' })),
  )
  .refine((map) => Object.keys(map).length <= LIMITS.members, membersFull({ at: 'field' }))
  .optional()

/** A policy as somebody names it: agents by ids, short ids, handles or names. */
const policyField = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('round_robin'), transitions }),
  z.strictObject({
    kind: z.literal('selection'),
    /** An agent of the group, `rules` or `human`; without it `rules`. */
    by: reference.optional(),
    repeat: z.boolean().optional(),
    prompt: line(LIMITS.selectPrompt).min(1).optional(),
    transitions,
  }),
  z.strictObject({ kind: z.literal('parallel'), aggregator: reference.nullable().optional() }),
  z.strictObject({ kind: z.literal('hierarchical'), manager: reference }),
])

const participantField = z.union([
  reference,
  z.strictObject({
    id: reference,
    role: line(LIMITS.runRole).optional(),
    description: line(LIMITS.runDescription).optional(),
    expertise: z.array(line(LIMITS.runRole).min(1)).max(LIMITS.runExpertise).optional(),
  }),
])

const limitsField = z.strictObject({
  rounds: z.number().int().min(1).max(LIMITS.runRounds).optional(),
  messages: z.number().int().min(1).max(LIMITS.runMessages).nullable().optional(),
  answerSeconds: z.number().int().min(1).max(LIMITS.runSeconds).optional(),
  waitSeconds: z.number().int().min(1).max(LIMITS.runSeconds).optional(),
  humanSeconds: z.number().int().min(1).max(LIMITS.runSeconds).nullable().optional(),
  onHumanTimeout: z.enum(['stop', 'skip']).optional(),
  tokens: z.number().int().min(1).max(LIMITS.budgetTokens).nullable().optional(),
  usd: z.number().positive().max(LIMITS.budgetUsd).nullable().optional(),
  stall: z.number().int().min(1).max(LIMITS.runRounds).optional(),
  /** What else ends it: a word at the end of an answer, a count, or `all` or `any` of several. */
  until: endRule(reference).optional(),
})

const oneRun = z.strictObject({ run: runRecord, ...asOf })

export const startRun = shape({
  method: 'post',
  path: '/lead/:id/groups/:name/discussions',
  body: z
    .strictObject({
      goal: goalField.optional(),
      policy: policyField.optional(),
      /** In the order of turns; without it all agents of the group but the lead. */
      participants: z
        .array(participantField)
        .min(1)
        .max(LIMITS.members, membersFull({ at: 'field' }))
        .optional(),
      terminationCondition: line(LIMITS.terminationCondition).min(1).optional(),
      limits: limitsField.optional(),
      title: line(LIMITS.sessionTitle).min(1).optional(),
      /** A session of the group, by id or title, to go on in; without it a new one. */
      session: line(LIMITS.sessionTitle).min(1).optional(),
      /** A group chat as a declaration of actions, in place of policy and participants. */
      workflow: z.unknown().optional(),
      /** An agent that chooses who speaks next, where the declaration has a model do it. */
      coordinator: reference.optional(),
    })
    .refine(({ goal, workflow }) => goal !== undefined || workflow !== undefined, {
      message: 'say what is to be discussed',
      path: ['goal'],
    }),
  reply: z.strictObject({ run: runRecord, session: sessionView, ...asOf }),
})

export const listRuns = shape({
  method: 'get',
  path: '/runs',
  query: z.strictObject({
    status: z.enum(['live', 'ended', 'all']).optional(),
    lead: textField().min(1).max(64).optional(),
    /** The cursor of the last page. */
    before: textField().min(1).max(200).optional(),
    limit: whole(1, LIMITS.runsPage).optional(),
    /** An agent by id, short id, handle or name, or `human`. */
    participant: reference.optional(),
    /** Words of the title, the goal or the result: all of them, in any order. */
    q: textField().trim().min(1).max(LIMITS.searchQuery).optional(),
  }),
  /** Newest first. `leadName`, `title`: of the crew and the session. */
  reply: z.strictObject({
    runs: z.array(runRecord.extend({ leadName: z.string(), title: z.string() })),
    /** Where the next page begins; null on the last one. */
    next: z.string().nullable(),
  }),
})

export const getRun = shape({
  method: 'get',
  path: ONE,
  query: z.strictObject({
    /** The `before` of the page before. */
    before: whole(1, Number.MAX_SAFE_INTEGER).optional(),
  }),
  reply: z.strictObject({ run: runRecord, result: runResult, ...asOf }),
})

export const stopRun = shape({ method: 'post', path: `${ONE}/stop`, body: NoBody, reply: oneRun })
export const pauseRun = shape({ method: 'post', path: `${ONE}/pause`, body: NoBody, reply: oneRun })
export const resumeRun = shape({
  method: 'post',
  path: `${ONE}/resume`,
  body: NoBody,
  reply: oneRun,
})
export const skipTurn = shape({ method: 'post', path: `${ONE}/skip`, body: NoBody, reply: oneRun })

export const nextSpeaker = shape({
  method: 'post',
  path: `${ONE}/next`,
  body: z.strictObject({ speaker: reference }),
  reply: oneRun,
})

export const continueRun = shape({
  method: 'post',
  path: `${ONE}/continue`,
  /** Limits as they are from now on: `rounds` counts all rounds, those before too. Without it, ten more. */
  body: z.strictObject({ limits: limitsField.optional() }),
  reply: oneRun,
})

export const changeRun = shape({
  method: 'patch',
  path: ONE,
  body: z.strictObject({
    participants: z
      .array(participantField)
      .min(1)
      .max(LIMITS.members, membersFull({ at: 'field' })),
  }),
  reply: oneRun,
})
