import { cut } from '@crewroom/shared/model/cut'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { responseOf, type RoundRecord } from '@crewroom/shared/model/round'
import type { Policy } from '@crewroom/shared/model/run'
import { bounded } from '@crewroom/shared/text/bounded'
import type { PolicyRules, RunView, Said, Speaker, Step } from './policy'
import { eligibleOf, MOST_AGAIN, MOST_FAILURES, newestOf, PROMPT_LENGTH, turnOf } from './speakers'

type Hierarchical = Extract<Policy, { kind: 'hierarchical' }>

const ANSWERS_ARE_IN = 'the answers are in'

/** The manager asks those whom it mentions, until it mentions nobody. */
export const HIERARCHICAL: PolicyRules<Hierarchical> = {
  first: (_view, { manager }) => askManager(manager, 'the manager begins'),
  after(view, { manager }, closed) {
    switch (closed.ask) {
      case 'manage':
        return afterManage(view, manager, closed)
      case 'human':
        return afterHuman(view, manager, closed)
      case 'answer':
        return askWithAnswers(view, manager, closed)
      // This policy opens no round of these two kinds.
      case 'select':
      case 'aggregate':
        return askManager(manager, ANSWERS_ARE_IN)
    }
  },
}

/** The manager reads what its workers said, or that they said nothing: its question is never empty. */
function askWithAnswers(view: RunView, manager: string, { responses }: RoundRecord): Step {
  if (responses.some(({ messageId }) => messageId !== null)) {
    return askManager(manager, ANSWERS_ARE_IN)
  }
  const note = `Nobody whom you asked gave an answer. ${whomToAsk(view, manager)}`
  return askManager(manager, 'nobody gave an answer', undefined, note)
}

function afterManage(view: RunView, manager: string, closed: RoundRecord): Step {
  const { failures, again } = view.run.progress
  const name = view.nameOf(manager)
  const response = responseOf(closed, manager)
  if (response?.status === 'error') {
    return (failures[manager] ?? 0) >= MOST_FAILURES
      ? { do: 'end', why: 'policy_failed' }
      : askManager(manager, `asked again: ${name} failed to answer`, again)
  }
  if (response?.status !== 'done') {
    if (again >= MOST_AGAIN) return { do: 'end', why: 'policy_failed' }
    const why = response?.status === 'interrupted' ? 'was interrupted' : 'said nothing'
    const note = `You gave no answer. ${whomToAsk(view, manager)}`
    return askManager(manager, `asked again: ${name} ${why}`, again + 1, note)
  }
  const said = response.messageId === null ? undefined : newestOf(view, manager)
  const mentioned = workersIn(view, manager, said)
  if (mentioned.length === 0) return { do: 'end', why: 'done', summary: said?.content }
  const asked = mentioned.filter(({ isEligible }) => isEligible)
  if (asked.length === 0) {
    if (again >= MOST_AGAIN) return { do: 'end', why: 'done', summary: said?.content }
    const note = `Nobody whom you mentioned can be asked now. ${whomToAsk(view, manager)}`
    const reason = `asked again: nobody whom ${name} mentions can be asked now`
    return askManager(manager, reason, again + 1, note)
  }
  const human = asked.find(({ id }) => id === HUMAN_ID)
  if (human) return turnOf(human, `${name} asks you`, cut(said?.content ?? '', PROMPT_LENGTH))
  return askWorkers(asked, name)
}

/** The person's turn comes before those of agents that the same message mentions. */
function afterHuman(view: RunView, manager: string, closed: RoundRecord): Step {
  const said = view.last.filter(({ isInterjection }) => !isInterjection)
  const at = said.findLastIndex(({ from }) => from === manager)
  const hasSpokenSince = (id: string) => said.slice(at + 1).some(({ from }) => from === id)
  const asked = workersIn(view, manager, said[at]).filter(
    ({ id, isEligible }) => isEligible && id !== HUMAN_ID && !hasSpokenSince(id),
  )
  if (asked.length === 0) return askWithAnswers(view, manager, closed)
  return askWorkers(asked, view.nameOf(manager))
}

/** The participants that a message mentions. The manager is not one of its own workers. */
function workersIn(view: RunView, manager: string, said: Said | undefined): readonly Speaker[] {
  return view.speakers.filter(({ id }) => id !== manager && said?.mentions.includes(id))
}

function askWorkers(asked: readonly Speaker[], name: string): Step {
  const speakers = asked.map(({ id }) => id)
  return { do: 'ask', ask: 'answer', speakers, reason: `${name} asks them` }
}

function askManager(manager: string, reason: string, again?: number, note?: string): Step {
  const more = { ...(again !== undefined && { again }), ...(note && { note }) }
  return { do: 'ask', ask: 'manage', speakers: [manager], reason, ...more }
}

function whomToAsk(view: RunView, manager: string): string {
  const names = eligibleOf(view)
    .filter(({ id }) => id !== manager)
    .map((one) => one.name)
  return names.length > 0
    ? `You can ask: ${bounded(names, { line: (name) => name })}. Without a mention your answer ends the discussion.`
    : 'Nobody else can be asked now. Without a mention your answer ends the discussion.'
}
