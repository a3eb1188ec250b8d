import type { BodyOf, ReplyOf } from '@crewroom/shared/protocol/routes/shape'
import type * as usage from '@crewroom/shared/protocol/routes/usage'
import { request } from './request'

const lead = (id: string) => `/api/lead/${encodeURIComponent(id)}`

/** What a crew's turns used, and what it may use. */
export const usageApi = {
  budgets: (leadId: string, signal?: AbortSignal) =>
    request<ReplyOf<typeof usage.listBudgets>>('GET', `${lead(leadId)}/budgets`, { signal }),
  setBudget: (leadId: string, body: BodyOf<typeof usage.setBudget>) =>
    request<ReplyOf<typeof usage.setBudget>>('PUT', `${lead(leadId)}/budgets`, { body }),
  answerBudget: (leadId: string, needId: string, body: BodyOf<typeof usage.answerBudget>) =>
    request<ReplyOf<typeof usage.answerBudget>>(
      'POST',
      `${lead(leadId)}/needs/${encodeURIComponent(needId)}/budget`,
      { body },
    ),
  /** By hour or day since an instant, each agent for itself. */
  overTime: (leadId: string, by: 'hour' | 'day', since: string, signal?: AbortSignal) =>
    request<ReplyOf<typeof usage.readUsage>>(
      'GET',
      `${lead(leadId)}/usage?by=${by}&each=agent&since=${encodeURIComponent(since)}`,
      { signal },
    ),
}
