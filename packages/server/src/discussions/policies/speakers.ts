import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { transitionsOf } from '../policy-settings'
import type { RunView, Said, Speaker, Step } from './policy'

/** How often whoever chooses, sums up or manages is asked once more when its answer is of no use. */
export const MOST_AGAIN = 2
/** After this many answers in a row that failed, it is not asked again. */
export const MOST_FAILURES = 3
/** Why the next one in order speaks where the person was to choose. */
export const NOBODY_CHOSEN = 'nobody was chosen: next in order'
/** Length of what a person is asked, in the words of the agent that asks. */
export const PROMPT_LENGTH = 500

/** Those who may be asked, in the order of turns. */
export function eligibleOf({ speakers }: RunView): readonly Speaker[] {
  return speakers.filter(({ isEligible }) => isEligible)
}

/** Whether somebody may speak behind the one that spoke last. Behind one whose followers have all been taken out, anybody may. */
function mayFollow({ run, speakers }: RunView): (speaker: Speaker) => boolean {
  const { previous } = run.progress
  const after = (previous !== null && transitionsOf(run.policy)[previous]) || []
  const there = speakers.filter(({ id }) => after.includes(id))
  return there.length === 0 ? () => true : (speaker) => there.includes(speaker)
}

/** Those who may speak next: the one that spoke last only if `repeat` says so, or if nobody else can. */
export function candidatesOf(view: RunView, repeat: boolean): readonly Speaker[] {
  const eligible = eligibleOf(view).filter(mayFollow(view))
  if (repeat) return eligible
  const others = eligible.filter(({ id }) => id !== view.run.progress.previous)
  return others.length > 0 ? others : eligible
}

/** All speakers in the order of turns, from the one behind the one that spoke last, which comes at the end. */
export function turnsOf({ speakers, run }: RunView): readonly Speaker[] {
  const { previous, gap } = run.progress
  const own = speakers.findIndex(({ id }) => id === previous)
  // One that was taken out leaves its place in the order.
  const behind = gap?.speaker === previous ? speakers.findIndex(({ id }) => id === gap?.behind) : 0
  const place = own === -1 ? behind - 1 : own
  return [...speakers.slice(place + 1), ...speakers.slice(0, place + 1)]
}

/** The next one in order that can speak and has something new to answer: nobody else is paid for a question. */
export function nextInOrder(view: RunView, reason: string): Step {
  const may = mayFollow(view)
  const next = turnsOf(view).find((one) => one.isEligible && one.hasNew && may(one))
  return next ? turnOf(next, reason) : nothingNew(view)
}

/** Nobody has anything to answer. */
function nothingNew(view: RunView): Step {
  const { length } = eligibleOf(view)
  // Others could speak, and may not follow.
  if (length > 0 && !eligibleOf(view).some(mayFollow(view)))
    return { do: 'end', why: 'no_speakers' }
  return { do: 'end', why: length === 0 ? 'no_speakers' : length === 1 ? 'alone' : 'stalled' }
}

/** Whether one alone is left who could speak, and has nothing to answer: it would speak to itself. */
export function isAlone(view: RunView): boolean {
  const eligible = eligibleOf(view)
  return eligible.length === 1 && eligible.every(({ hasNew }) => !hasNew)
}

/** One participant's turn, which the person has in another way than an agent. */
export function turnOf(speaker: Speaker, reason: string, prompt?: string): Step {
  return speaker.id === HUMAN_ID
    ? { do: 'human', asks: 'answer', reason, ...(prompt && { prompt }) }
    : { do: 'ask', ask: 'answer', speakers: [speaker.id], reason, ...noteFor(speaker) }
}

/** Somebody chose it although it has nothing new to answer: its question says so, and is not empty. */
function noteFor({ hasNew }: Speaker): { readonly note?: string } {
  return hasNew ? {} : { note: GO_ON }
}
const GO_ON = 'Nothing new was said, and you were chosen to go on.'

export function newestOf({ last }: RunView, from: string): Said | undefined {
  return last.findLast((said) => said.from === from && !said.isInterjection)
}
