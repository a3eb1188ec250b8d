import type { BodyOf, ReplyOf } from '@crewroom/shared/protocol/routes/shape'
import type * as routes from '@crewroom/shared/protocol/routes/usage'
import { request } from '../request'
import { at, lead, query } from './paths'

/** What a crew's turns used, and what it may use. */
export const usage = {
  budgets: (leadId: string, signal?: AbortSignal) =>
    request<ReplyOf<typeof routes.listBudgets>>('GET', `${lead(leadId)}/budgets`, { signal }),
  setBudget: (leadId: string, body: BodyOf<typeof routes.setBudget>) =>
    request<ReplyOf<typeof routes.setBudget>>('PUT', `${lead(leadId)}/budgets`, { body }),
  answerBudget: (leadId: string, needId: string, body: BodyOf<typeof routes.answerBudget>) =>
    request<ReplyOf<typeof routes.answerBudget>>(
      'POST',
      `${lead(leadId)}/needs/${at(needId)}/budget`,
      { body },
    ),
  /** By hour or day since an instant, each agent for itself. */
  usage: (leadId: string, by: 'hour' | 'day', since: string, signal?: AbortSignal) =>
    request<ReplyOf<typeof routes.readUsage>>(
      'GET',
      `${lead(leadId)}/usage${query({ by, each: 'agent', since })}`,
      { signal },
    ),
}
