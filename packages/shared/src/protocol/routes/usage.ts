import * as z from 'zod'
import { BUDGET_ACTIONS, BUDGET_STAGES, type BudgetView } from '../../model/budget'
import { USAGE_BY, type UsageTotal } from '../../model/usage-total'
import { LIMITS } from '../limits'
import { id, seq } from '../reply-shapes/fields'
import { NoQuery, whole } from '../rest'
import { textField } from '../text-field'
import { shape } from './shape'

const count = z.number().int().min(0)
const amount = z.number().min(0).nullable()

const usageTotal = z.strictObject({
  key: z.string().nullable(),
  agentId: id.nullable(),
  turns: count,
  reported: count,
  inputTokens: amount,
  outputTokens: amount,
  totalTokens: amount,
  cachedReadTokens: amount,
  cachedWriteTokens: amount,
  cost: amount,
  costKind: z.enum(['reported', 'estimated', 'partly']).nullable(),
})
usageTotal satisfies z.ZodType<UsageTotal>

const budget = z.strictObject({
  agentId: id.nullable(),
  usd: amount,
  tokens: amount,
  stage: z.enum(BUDGET_STAGES).nullable(),
  needId: id.nullable(),
  spentUsd: amount,
  spentTokens: amount,
  unreported: z.array(id),
})
budget satisfies z.ZodType<BudgetView>
const budgets = z.strictObject({ budgets: z.array(budget), asOf: seq })

const usd = z.number().min(0.01).max(LIMITS.budgetUsd)
const tokens = z.number().int().min(1).max(LIMITS.budgetTokens)

/** What turns used, and what may be used. */

export const listBudgets = shape({
  method: 'get',
  path: '/lead/:id/budgets',
  query: NoQuery,
  reply: budgets,
})

export const setBudget = shape({
  method: 'put',
  path: '/lead/:id/budgets',
  body: z.strictObject({
    /** Null: the whole crew. */
    agentId: textField().min(1).max(64).nullable(),
    /** In US dollars; null: no limit. */
    usd: usd.nullable(),
    tokens: tokens.nullable(),
  }),
  reply: budgets,
})

export const answerBudget = shape({
  method: 'post',
  path: '/lead/:id/needs/:needId/budget',
  body: z.strictObject({
    /** `once`: until the next turn has ended. */
    action: z.enum(BUDGET_ACTIONS),
    /** To what it is raised, in US dollars; left out or null: this limit stays. */
    usd: usd.nullable().optional(),
    tokens: tokens.nullable().optional(),
  }),
  reply: budgets,
})

export const readUsage = shape({
  method: 'get',
  path: '/lead/:id/usage',
  query: z.strictObject({
    by: z.enum(USAGE_BY).optional(),
    /** Tells the agents of a day or an hour apart. */
    each: z.enum(['agent']).optional(),
    since: z.iso.datetime({ offset: true }).optional(),
    limit: whole(1, LIMITS.usagePage).optional(),
  }),
  reply: z.strictObject({
    totals: z.array(usageTotal),
    /** There are more agents or tasks that used less, or earlier days or hours. */
    hasMore: z.boolean(),
    asOf: seq,
  }),
})
