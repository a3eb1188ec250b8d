import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { responseOf, type RoundRecord, type RoundResponse } from '@crewroom/shared/model/round'
import type { Policy } from '@crewroom/shared/model/run'
import type { PolicyRules, RunView, Step } from './policy'
import { eligibleOf, MOST_AGAIN, MOST_FAILURES, newestOf, turnOf } from './speakers'

type Parallel = Extract<Policy, { kind: 'parallel' }>

/** All agents at once, then the person, then the aggregator. */
export const PARALLEL: PolicyRules<Parallel> = {
  first(view) {
    const eligible = eligibleOf(view)
    const agents = eligible.filter(({ id }) => id !== HUMAN_ID).map(({ id }) => id)
    const [only] = eligible
    if (!only) return { do: 'end', why: 'no_speakers' }
    if (agents.length === 0) return turnOf(only, 'nobody else can answer')
    return { do: 'ask', ask: 'answer', speakers: agents, reason: 'all at once' }
  },
  after(view, policy, closed) {
    switch (closed.ask) {
      case 'answer': {
        const human = eligibleOf(view).find(({ id }) => id === HUMAN_ID)
        if (human) return turnOf(human, 'everybody else has answered')
        return closed.responses.some(hasSaid) ? sumUp(policy) : nothingSaid(closed)
      }
      case 'human':
        return view.run.progress.messages > 0 ? sumUp(policy) : nothingSaid(closed)
      // This policy opens no round of these two kinds.
      case 'select':
      case 'manage':
        return sumUp(policy)
      case 'aggregate':
        return afterAggregate(view, policy, closed)
    }
  },
}

function hasSaid({ messageId }: RoundResponse): boolean {
  return messageId !== null
}

/** Nobody has said anything that could be summed up: all have failed, or somebody has nothing to say. */
function nothingSaid({ responses }: RoundRecord): Step {
  const isPassed = responses.some(({ status }) => status === 'passed' || status === 'skipped')
  return { do: 'end', why: isPassed ? 'stalled' : 'no_speakers' }
}

function sumUp({ aggregator }: Parallel): Step {
  if (aggregator === null) return { do: 'end', why: 'done' }
  return { do: 'ask', ask: 'aggregate', speakers: [aggregator], reason: 'sums up the answers' }
}

function afterAggregate(view: RunView, { aggregator }: Parallel, closed: RoundRecord): Step {
  if (aggregator === null) return { do: 'end', why: 'done' }
  const response = responseOf(closed, aggregator)
  if (response?.status === 'done') {
    const said = response.messageId === null ? undefined : newestOf(view, aggregator)
    return { do: 'end', why: 'done', summary: said?.content }
  }
  const { failures, again } = view.run.progress
  const hasFailed = response?.status === 'error'
  if (hasFailed ? (failures[aggregator] ?? 0) >= MOST_FAILURES : again >= MOST_AGAIN) {
    return { do: 'end', why: 'policy_failed' }
  }
  const why = hasFailed ? 'failed to answer' : 'said nothing'
  const reason = `asked again: ${view.nameOf(aggregator)} ${why}`
  const asked = hasFailed ? again : again + 1
  return { do: 'ask', ask: 'aggregate', speakers: [aggregator], reason, again: asked }
}
