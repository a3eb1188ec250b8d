import * as z from 'zod'
import { LIMITS } from '../limits'
import { leadView } from '../reply-shapes/agents'
import { seq } from '../reply-shapes/fields'
import { needRecord } from '../reply-shapes/needs'
import { taskRecord, turnTimes } from '../reply-shapes/work'
import { agentLabel, NoBody, NoQuery, whole } from '../rest'
import { textField } from '../text-field'
import { shape } from './shape'

/** Tasks and turns, what waits for a person, and pausing. */

const asOf = { asOf: seq }

export const listTasks = shape({
  method: 'get',
  path: '/lead/:id/tasks',
  query: z.strictObject({
    status: z.enum(['open', 'completed', 'failed', 'cancelled']).optional(),
    /** The id of a task. */
    before: textField().min(1).max(64).optional(),
    limit: whole(1, LIMITS.tasksPage).optional(),
  }),
  reply: z.strictObject({
    tasks: z.array(taskRecord),
    /** There are earlier ones: ask for those before the first. */
    hasMore: z.boolean(),
    ...asOf,
  }),
})

export const reassignTask = shape({
  method: 'post',
  path: '/lead/:id/tasks/:taskId/reassign',
  body: z.strictObject({
    /** The agent that is to have it, by id, name or role. */
    to: agentLabel,
    /** Give it even if that agent has the same open task already. */
    again: z.boolean().optional(),
  }),
  reply: z.strictObject({
    /** The task that was taken: it is cancelled. */
    taken: taskRecord,
    task: taskRecord,
    ...asOf,
  }),
})

export const startTask = shape({
  method: 'post',
  path: '/lead/:id/tasks/:taskId/start',
  body: NoBody,
  reply: z.strictObject({ task: taskRecord, ...asOf }),
})

export const cancelTask = shape({
  method: 'post',
  path: '/lead/:id/tasks/:taskId/cancel',
  body: NoBody,
  reply: z.strictObject({ task: taskRecord, ...asOf }),
})

export const listTurns = shape({
  method: 'get',
  path: '/lead/:id/turns',
  query: z.strictObject({
    since: z.iso.datetime({ offset: true }).optional(),
    before: textField()
      .regex(/^(open|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_\d{1,16}$/, 'must be a cursor')
      .optional(),
    limit: whole(1, LIMITS.turnsPage).optional(),
  }),
  reply: z.strictObject({
    turns: z.array(turnTimes),
    hasMore: z.boolean(),
    /** Goes into `before` for the next page. */
    cursor: z.string().nullable(),
    /** Earlier hand-overs to remote and pipe agents may be missing: older entries of records were removed. */
    recordsFrom: z.string().nullable(),
    ...asOf,
  }),
})

const figures = {
  turns: seq,
  tokens: z.number().min(0).nullable(),
  /** Hand-overs that the server began, and that held nothing but confirmations and notices. */
  emptyWakes: seq,
  /** Group messages to which no other agent's words led, and those of agents to which some did. */
  openings: seq,
  answers: seq,
  /** Milliseconds until a message was handed to an agent. */
  readTimes: z.strictObject({ median: z.number().min(0), p90: z.number().min(0) }).nullable(),
}

export const getEffect = shape({
  method: 'get',
  path: '/lead/:id/effect',
  query: NoQuery,
  reply: z.strictObject({
    ...figures,
    /** There is more than was counted. */
    isPart: z.boolean(),
    tasks: z.array(z.strictObject({ taskId: z.string().min(1), ...figures })),
    ...asOf,
  }),
})

export const listNeeds = shape({
  method: 'get',
  path: '/lead/:id/needs',
  query: NoQuery,
  reply: z.strictObject({ needs: z.array(needRecord), ...asOf }),
})

export const closeNeed = shape({
  method: 'post',
  path: '/needs/:id',
  body: z.strictObject({ action: z.enum(['dismiss', 'release', 'keep', 'drop']) }),
  reply: z.strictObject({ need: needRecord }),
})

const crewPaused = z.strictObject({ lead: leadView, ...asOf })

export const pauseLead = shape({
  method: 'post',
  path: '/lead/:id/pause',
  body: NoBody,
  reply: crewPaused,
})

export const resumeLead = shape({
  method: 'post',
  path: '/lead/:id/resume',
  body: NoBody,
  reply: crewPaused,
})

const serverPaused = z.strictObject({ paused: z.boolean() })

export const pauseAll = shape({
  method: 'post',
  path: '/pause',
  body: NoBody,
  reply: serverPaused,
})

export const resumeAll = shape({
  method: 'post',
  path: '/resume',
  body: NoBody,
  reply: serverPaused,
})
