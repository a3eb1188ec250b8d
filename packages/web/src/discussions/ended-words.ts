import type { RunRecord, StopReason } from '@crewroom/shared/model/run'
import { money, tokenWords } from '../overview/amounts'
import { endRuleWords } from './end-words'

/** The colour that the end of a discussion has: as it should, by a limit, for want of money, or broken. */
export type EndTone = 'good' | 'plain' | 'wait' | 'bad'

export const END_TONES: Readonly<Record<StopReason, EndTone>> = {
  done: 'good',
  terminated: 'good',
  max_rounds: 'plain',
  max_messages: 'plain',
  stalled: 'plain',
  budget: 'wait',
  human_timeout: 'wait',
  no_speakers: 'bad',
  alone: 'plain',
  until: 'good',
  stopped: 'plain',
  archived: 'plain',
  parent_ended: 'plain',
  policy_failed: 'bad',
}

type Ended = Pick<RunRecord, 'stopReason' | 'limits' | 'policy' | 'progress'>

/** `round limit 10 reached`: what follows `Ended:`. */
export function whyEnded(run: Ended, nameOf: (id: string) => string): string {
  const { stopReason, limits, policy } = run
  switch (stopReason) {
    case 'done':
      return 'they are done'
    case 'terminated':
      return 'whoever chooses called it done'
    case 'max_rounds':
      return `round limit ${limits.rounds} reached`
    case 'max_messages':
      return limits.messages === null
        ? 'message limit reached'
        : `message limit ${limits.messages} reached`
    case 'stalled':
      return run.progress.idle < limits.stall
        ? 'nothing new was said'
        : `${limits.stall} rounds in a row without news`
    case 'budget':
      return budgetWords(run)
    case 'human_timeout':
      return 'you did not answer in time'
    case 'no_speakers':
      return 'nobody can speak any more'
    case 'alone':
      return 'one alone was left, with nothing new to answer'
    case 'until':
      return `what it was to end with has come${limits.until ? `: ${endRuleWords(limits.until, nameOf)}` : ''}`
    case 'stopped':
      return 'stopped'
    case 'archived':
      return 'its session or group is out of use'
    case 'parent_ended':
      return 'the discussion around it has ended'
    case 'policy_failed':
      return failedWords(policy, nameOf)
    case null:
      return 'for a reason that is not known'
    default:
      return stopReason satisfies never
  }
}

function budgetWords({ limits, progress }: Ended): string {
  const { tokens, usd } = limits
  if (usd !== null && (tokens === null || progress.usage.usd >= usd)) {
    return `the ${money(usd)} are used`
  }
  return tokens === null ? 'the budget is used' : `the ${tokenWords(tokens)} tokens are used`
}

function failedWords(policy: RunRecord['policy'], nameOf: (id: string) => string): string {
  switch (policy.kind) {
    case 'selection':
      return `${nameOf(policy.by)} could not choose`
    case 'parallel':
      return policy.aggregator === null
        ? 'the answers could not be summed up'
        : `${nameOf(policy.aggregator)} could not sum up`
    case 'hierarchical':
      return `${nameOf(policy.manager)} could not manage it`
    case 'round_robin':
      return 'its turns could not be taken'
    default:
      return policy satisfies never
  }
}
