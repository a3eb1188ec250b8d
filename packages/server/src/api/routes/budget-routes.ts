import * as shapes from '@crewroom/shared/protocol/routes/usage'
import { answerBudget } from '../../agents/answer-budget'
import { budgetsOf, setBudget } from '../../agents/budgets'
import type { Crew } from '../../crew/crew'
import type { RoutePorts } from './route'
import { row, type RouteRow } from './row'

/** What a crew and its agents may use. */
export const BUDGET_ROUTES: readonly RouteRow<RoutePorts>[] = [
  row('Work', shapes.listBudgets, {
    id: 'listBudgets',
    who: 'reader',
    summary: 'The budgets of a crew and its agents, and what was used of each',
    run: ({ crew }) => answer(crew),
  }),
  row('Work', shapes.setBudget, {
    id: 'setBudget',
    who: 'writer',
    errors: ['agent_not_found'],
    summary: 'Sets what a crew or an agent may use; two nulls remove the budget',
    sample: { body: { agentId: null, usd: 5, tokens: null } },
    run: ({ crew, by, body }, { shard }) => {
      setBudget(shard, crew, by, body)
      return answer(crew)
    },
  }),
  row('Work', shapes.answerBudget, {
    id: 'answerBudget',
    who: 'owner',
    errors: ['need_not_found'],
    summary:
      'Answers a budget that is used up, or nearly: it is raised, or goes on `once`, until the next turn has ended',
    sample: { path: { needId: '{budget}' }, body: { action: 'raise', usd: 9 } },
    run: ({ crew, by, body, param }, { shard }) => {
      answerBudget(shard, crew, by, param('needId'), body)
      return answer(crew)
    },
  }),
]

function answer(crew: Crew) {
  return {
    body: { budgets: budgetsOf(crew), asOf: crew.state.seq },
    leadId: crew.state.lead.id,
  }
}
