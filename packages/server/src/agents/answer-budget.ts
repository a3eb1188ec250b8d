import type { BudgetAction, BudgetRecord } from '@crewroom/shared/model/budget'
import { tokensOf, type Usage } from '@crewroom/shared/model/usage'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { decideBudget, decideOverrun, isUsedUp, spentOf } from '../conduct/budget'
import type { Crew } from '../crew/crew'
import { assertMayInCrew } from '../crew/may'
import type { By, Shard } from '../crew/shard'

interface BudgetAnswer {
  readonly action: BudgetAction
  /** To what it is raised. */
  readonly usd?: number | null | undefined
  readonly tokens?: number | null | undefined
}

const SETTLED =
  'This budget does not wait for an answer any more: somebody changed it or left it as it is. GET /api/lead/:id/budgets shows it.'

/** A person answers what a budget asks: it is raised, or lets one more turn begin. The first answer counts. */
export function answerBudget(
  shard: Shard,
  crew: Crew,
  by: By,
  needId: string,
  answer: BudgetAnswer,
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
    const spent = spentOf(crew, agentId)
    const raised = { agentId, ...raisedLimits(budget, answer) }
    assertEnough(raised, spent)
    decideBudget(shard, decision, crew, raised, spent)
  }
  shard.commit(crew, by, decision)
}

type Limits = Pick<BudgetRecord, 'usd' | 'tokens'>

/** The limits after the answer. */
function raisedLimits(budget: Limits, { usd, tokens }: BudgetAnswer): Limits {
  if (typeof usd !== 'number' && typeof tokens !== 'number') {
    throw new CrewError('validation', 'Say to what the budget is raised, in usd or tokens.', {
      fields: { usd: 'or tokens must be given' },
    })
  }
  return {
    usd: higher('usd', budget.usd, usd),
    tokens: higher('tokens', budget.tokens, tokens),
  }
}

/** A raised budget that is used up already would look like an answer, and change nothing. */
function assertEnough(raised: Limits, spent: Usage): void {
  if (!isUsedUp(raised, spent)) return
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
