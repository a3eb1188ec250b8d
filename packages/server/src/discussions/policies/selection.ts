import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { responseOf, type RoundRecord } from '@crewroom/shared/model/round'
import { BY_RULES, type Policy } from '@crewroom/shared/model/run'
import { chooseByRules } from './choose-by-rules'
import type { PolicyRules, RunView, Step } from './policy'
import { nobodyNamed, readChoice, type Choice } from './read-choice'
import { candidatesOf, isAlone, MOST_AGAIN, MOST_FAILURES, nextInOrder, turnOf } from './speakers'

type Selection = Extract<Policy, { kind: 'selection' }>

/** One speaker a round, whom an agent, the rules or the person chooses. */
export const SELECTION: PolicyRules<Selection> = {
  first: (view, policy) => choose(view, policy),
  after: (view, policy, closed) =>
    closed.ask === 'select' ? afterSelect(view, policy, closed) : choose(view, policy),
}

function choose(view: RunView, { by, repeat }: Selection): Step {
  if (by === BY_RULES) return chooseByRules(view, repeat)
  if (by === HUMAN_ID) {
    return { do: 'human', asks: 'choose', reason: 'you choose who speaks next' }
  }
  if (isAlone(view)) return { do: 'end', why: 'alone' }
  if (candidatesOf(view, repeat).length === 0) return { do: 'end', why: 'no_speakers' }
  return { do: 'ask', ask: 'select', speakers: [by], reason: 'chooses who speaks next' }
}

function afterSelect(view: RunView, { by, repeat }: Selection, closed: RoundRecord): Step {
  const { failures, again } = view.run.progress
  if (responseOf(closed, by)?.status === 'error') {
    if ((failures[by] ?? 0) >= MOST_FAILURES) return { do: 'end', why: 'policy_failed' }
    return selectAgain(by, 'the coordinator failed to answer', again)
  }
  const choice = choiceIn(view, by, repeat, closed)
  switch (choice.is) {
    case 'over':
      return { do: 'end', why: 'terminated' }
    case 'speaker': {
      const { speaker, words } = choice
      const chosen = `${view.nameOf(by)} chose ${speaker.name}`
      return turnOf(speaker, words === '' ? chosen : `${chosen}: ${words}`, words)
    }
    case 'nothing':
      return again < MOST_AGAIN
        ? selectAgain(by, choice.why, again + 1, choice.note)
        : nextInOrder(view, `fallback: ${choice.why}`)
  }
}

function choiceIn(view: RunView, by: string, repeat: boolean, closed: RoundRecord): Choice {
  const candidates = candidatesOf(view, repeat)
  const { previous } = view.run.progress
  const response = responseOf(closed, by)
  if (response?.status === 'done') {
    return readChoice(response.decision ?? '', { speakers: view.speakers, candidates, previous })
  }
  const why = response?.status === 'interrupted' ? 'was interrupted' : 'named nobody'
  return nobodyNamed(`the coordinator ${why}`, { speakers: view.speakers, candidates })
}

function selectAgain(by: string, why: string, again: number, note?: string): Step {
  const reason = `asked again: ${why}`
  return { do: 'ask', ask: 'select', speakers: [by], reason, again, ...(note && { note }) }
}
