import type { BudgetAction } from '@crewroom/shared/model/budget'
import { tokensOf } from '@crewroom/shared/model/usage'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { decideBudget, decideOverrun, isUsedUp, spentOf } from '../conduct/budget'
import type { Crew } from '../crew/crew'
import { assertMayInCrew } from '../crew/may'
import type { By, Shard } from '../crew/shard'

const SETTLED =
  'This budget does not wait for an answer any more: somebody changed it or left it as it is. GET /api/lead/:id/budgets shows it.'

/** A person answers what a budget asks: it is raised, or lets one more turn begin. The first answer counts. */
export function answerBudget(
  shard: Shard,
  crew: Crew,
  by: By,
  needId: string,
  answer: {
    readonly action: BudgetAction
    readonly usd?: number | null | undefined
    readonly tokens?: number | null | undefined
  },
): void {
  assertMayInCrew('setBudget', crew, by)
  const need = crew.state.needs[needId]
  if (!need) throw new CrewError('need_not_found', SETTLED)
  if (need.kind !== 'budget') {
    throw invalid('needId', 'This is not about a budget: there is nothing to raise.', 'a budget')
  }
  const budget = crew.budgets().find((one) => one.needId === needId)
  if (!budget) throw new CrewError('need_not_found', SETTLED)
  const { agentId } = budget
  const decision = shard.decide(crew)
  if (answer.action === 'once') {
    if (budget.stage !== 'reached') {
      throw invalid('action', 'This budget is not used up: agents continue anyway.', 'raise')
    }
    if (typeof answer.usd === 'number' || typeof answer.tokens === 'number') {
      throw invalid('action', 'To go on once leaves the limits as they are.', 'raise')
    }
    decideOverrun(decision, crew, budget)
  } else {
    const raised = {
      agentId,
      usd: higher('usd', budget.usd, answer.usd),
      tokens: higher('tokens', budget.tokens, answer.tokens),
    }
    if (raised.usd === budget.usd && raised.tokens === budget.tokens) {
      throw new CrewError('validation', 'Say to what the budget is raised, in usd or tokens.', {
        fields: { usd: 'or tokens must be given' },
      })
    }
    const spent = spentOf(crew, agentId)
    if (isUsedUp(raised, spent)) {
      const isMoney = isUsedUp({ usd: raised.usd, tokens: null }, spent)
      const used = isMoney
        ? `$${(spent.cost ?? 0).toFixed(2)}`
        : `${(tokensOf(spent) ?? 0).toLocaleString('en')} tokens`
      throw invalid(
        isMoney ? 'usd' : 'tokens',
        `${used} are used already, so agents would stay paused. Raise the budget above that.`,
        `more than ${used}`,
      )
    }
    decideBudget(shard, decision, crew, raised, spent)
  }
  shard.commit(crew, by, decision)
}

/** A limit after the answer; one that is not there is not made by it. */
function higher(
  field: 'usd' | 'tokens',
  limit: number | null,
  wanted: number | null | undefined,
): number | null {
  if (wanted === null || wanted === undefined) return limit
  if (limit === null) {
    const what = field === 'usd' ? 'money' : 'tokens'
    throw invalid(field, `This budget does not limit ${what}.`, 'left out')
  }
  if (wanted < limit) throw invalid(field, 'That is less than it is now.', `more than ${limit}`)
  return wanted
}

function invalid(field: string, message: string, must: string): CrewError {
  return new CrewError('validation', message, { fields: { [field]: `must be ${must}` } })
}
