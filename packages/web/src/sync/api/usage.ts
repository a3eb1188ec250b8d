import type { BodyOf } from '@crewroom/shared/client/http'
import { client } from '../request'

const BUDGETS = '/api/lead/{id}/budgets'
const ANSWER = '/api/lead/{id}/needs/{needId}/budget'

/** What a crew's turns used, and what it may use. */
export const usage = {
  budgets: (id: string, signal?: AbortSignal) => client.get(BUDGETS, { path: { id }, signal }),
  setBudget: (id: string, body: BodyOf<'put', typeof BUDGETS>) =>
    client.put(BUDGETS, { path: { id }, body }),
  answerBudget: (id: string, needId: string, body: BodyOf<'post', typeof ANSWER>) =>
    client.post(ANSWER, { path: { id, needId }, body }),
  /** By hour or day since an instant, each agent for itself. */
  usage: (id: string, by: 'hour' | 'day', since: string, signal?: AbortSignal) =>
    client.get('/api/lead/{id}/usage', {
      path: { id },
      query: { by, each: 'agent', since },
      signal,
    }),
}
