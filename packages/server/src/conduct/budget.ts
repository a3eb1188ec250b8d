import type { BudgetRecord, BudgetStage } from '@crewroom/shared/model/budget'
import { addUsage, NO_USAGE, tokensOf, type Usage } from '@crewroom/shared/model/usage'
import { TEXT } from '@crewroom/shared/text/catalogue'
import type { Crew } from '../crew/crew'
import { named } from '../crew/directory'
import { decideNeed, decideNeedsClosed } from '../crew/needs'
import type { Shard } from '../crew/shard'
import type { Decision } from '../journal/decision'
import type { StoredBudget } from '../journal/ports/stored-shard'
import type { OpenTurn } from '../crew/owed'

const WARNED_AT = 0.8

/** What a crew, or an agent in it, has used; differences below a millionth of a dollar are ignored. */
export function spentOf(crew: Crew, agentId: string | null): Usage {
  const ids = agentId === null ? Object.keys(crew.state.agents) : [agentId]
  return ids.reduce((sum, id) => addUsage(sum, crew.remembered(id).usage ?? NO_USAGE), NO_USAGE)
}

function stageOf({ usd, tokens }: Pick<BudgetRecord, 'usd' | 'tokens'>, spent: Usage) {
  const share = (limit: number | null, used: number | null) =>
    limit === null || used === null ? 0 : (used + 1e-6 * Math.min(1, limit)) / limit
  const most = Math.max(share(usd, spent.cost), share(tokens, tokensOf(spent)))
  const stage: BudgetStage | null = most >= 1 ? 'reached' : most >= WARNED_AT ? 'warned' : null
  return stage
}

/**
 * Sets a budget with the stage that follows from what was used: its need is settled, and opened again if there is still
 * a reason.
 */
export function decideBudget(
  shard: Shard,
  decision: Decision,
  crew: Crew,
  budget: Pick<BudgetRecord, 'agentId' | 'usd' | 'tokens'>,
  spent: Usage = spentOf(crew, budget.agentId),
): void {
  const { agentId, usd, tokens } = budget
  const before = crew.budget(agentId)
  if (before?.needId) decideNeedsClosed(decision, crew, ({ id }) => id === before.needId)
  const stage = stageOf(budget, spent)
  const needId =
    stage &&
    decideNeed(shard, decision, crew, {
      kind: 'budget',
      agentId: agentId ?? crew.state.lead.id,
      text: TEXT.budgetNeed({
        who: agentId === null ? null : named(crew, agentId),
        isReached: stage === 'reached',
        usd: usd === null ? null : { limit: usd, spent: spent.cost },
        tokens: tokens === null ? null : { limit: tokens, spent: tokensOf(spent) },
      }),
      messageId: null,
    }).id
  decision.add('budget:changed', { budget: { agentId, usd, tokens, stage, needId } })
}

/** A person lets delivery go on although the budget is used up, until a turn that begins from now on has ended. */
export function decideOverrun(decision: Decision, crew: Crew, budget: BudgetRecord): void {
  const { agentId, usd, tokens } = budget
  decideNeedsClosed(decision, crew, ({ id }) => id === budget.needId)
  decision.add('budget:changed', {
    budget: { agentId, usd, tokens, stage: 'overrun', needId: null },
  })
}

/** Moves budgets that an agent's turns have brought to another stage. What these turns used is not in memory yet. */
export function decideBudgetsAfter(
  shard: Shard,
  decision: Decision,
  crew: Crew,
  turns: readonly OpenTurn[],
  usage: Usage | null,
): void {
  const agentId = turns[0]?.agentId
  if (agentId === undefined) return
  const used = turns.reduce((sum) => addUsage(sum, usage ?? NO_USAGE), NO_USAGE)
  for (const budget of [crew.budget(null), crew.budget(agentId)]) {
    if (!budget) continue
    const spent = addUsage(spentOf(crew, budget.agentId), used)
    if (isDue(budget, stageOf(budget, spent), turns)) {
      decideBudget(shard, decision, crew, budget, spent)
    }
  }
}

/**
 * Whether the budget has reached another stage. An overrun is over once a turn that began after it was granted has
 * ended.
 */
function isDue(
  { stage: before, seq }: StoredBudget,
  stage: BudgetStage | null,
  turns: readonly OpenTurn[],
): boolean {
  if (before === 'overrun') return turns.some((turn) => turn.seq > seq)
  return stage !== null && stage !== before && before !== 'reached'
}

/** Whether nothing of the budget is left. */
export function isUsedUp(budget: Pick<BudgetRecord, 'usd' | 'tokens'>, spent: Usage): boolean {
  return stageOf(budget, spent) === 'reached'
}
