import { type BudgetView, raisedByHalf } from '@crewroom/shared/model/budget'
import type { NeedRecord } from '@crewroom/shared/model/need'
import type { ServerFile } from '../data-dir'
import { StartRefused } from '../start-refused'
import { ask } from './running-server'

/** To what a budget is raised, as it was typed. */
export interface Raise {
  readonly usd?: string | undefined
  readonly tokens?: string | undefined
}

/** The budgets of a crew of which somebody is asked. */
export async function budgetsAt(server: ServerFile, leadId: string): Promise<BudgetView[]> {
  const response = await ask(server, `/api/lead/${leadId}/budgets`)
  return ((await response.json()) as { budgets: BudgetView[] }).budgets
}

/** What a person may answer about a budget, each with what it leads to. */
export function budgetLines(budget: BudgetView | undefined): readonly string[] {
  if (!budget) return []
  const { usd, tokens } = raisedByHalf(budget)
  const amounts = [
    ...(usd === null ? [] : [`--usd ${usd.toFixed(2)}`]),
    ...(tokens === null ? [] : [`--tokens ${tokens}`]),
  ].join(' ')
  return [
    `raise ${amounts}  raise it to that, or to another amount`,
    ...(budget.stage === 'reached' ? ['once  go on until the next turn has ended'] : []),
    `leave  ${budget.stage === 'reached' ? 'leave it paused' : 'leave it as it is'}`,
  ]
}

/** Answers what a budget asks; returns what was done, in a sentence. */
export async function answerBudget(
  server: ServerFile,
  { id, leadId }: NeedRecord,
  option: string,
  raise: Raise,
): Promise<string> {
  const post = (path: string, body: object) =>
    ask(server, path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const path = `/api/lead/${leadId}/needs/${id}/budget`
  switch (option.trim().toLowerCase()) {
    case 'once':
      await post(path, { action: 'once' })
      return 'It goes on until the next turn has ended.'
    case 'leave':
      await post(`/api/needs/${id}`, { action: 'dismiss' })
      return 'The budget stays as it is.'
    case 'raise': {
      const usd = amountOf('usd', raise.usd)
      const tokens = amountOf('tokens', raise.tokens)
      if (usd === null && tokens === null) {
        throw new StartRefused('Say to what it is raised: raise --usd 10, or raise --tokens 2000000.') // prettier-ignore
      }
      await post(path, { action: 'raise', usd, tokens })
      const to = [
        ...(usd === null ? [] : [`$${usd.toFixed(2)}`]),
        ...(tokens === null ? [] : [`${tokens.toLocaleString('en')} tokens`]),
      ]
      return `The budget is ${to.join(' and ')} now.`
    }
    default:
      throw new StartRefused(`"${option}" does not answer this. Answer raise, once or leave: crewroom needs shows which.`) // prettier-ignore
  }
}

function amountOf(name: keyof Raise, typed: string | undefined): number | null {
  if (typed === undefined) return null
  const amount = Number(typed)
  if (typed.trim() !== '' && Number.isFinite(amount) && amount > 0) return amount
  throw new StartRefused(`--${name} must be a number above 0, and "${typed}" is none.`)
}
