import type { EndRule, RunLimits, RunProgress } from '@crewroom/shared/model/run'
import { endsIn } from './done-line'

type Word = Extract<EndRule, { word: string }>

/** The words of a rule, in their order: what was said is noted by their places. */
export function wordsOf(rule: EndRule): readonly Word[] {
  if ('all' in rule) return rule.all.flatMap(wordsOf)
  if ('any' in rule) return rule.any.flatMap(wordsOf)
  return 'word' in rule ? [rule] : []
}

/** The words of a discussion's rule that were said, with those that a text ends in. */
export function metBy(
  { until }: Pick<RunLimits, 'until'>,
  met: readonly number[] = [],
  said: readonly { readonly from: string; readonly content: string }[],
): readonly number[] {
  if (!until) return met
  const now = wordsOf(until).flatMap(({ word, from }, place) =>
    !met.includes(place) &&
    said.some((one) => (from === undefined || one.from === from) && endsIn(one.content, word))
      ? [place]
      : [],
  )
  return now.length === 0 ? met : [...met, ...now].toSorted((a, b) => a - b)
}

/** Whether what a discussion is to end with has come. Each word counts from when it was said. */
export function isOver({ until }: Pick<RunLimits, 'until'>, progress: RunProgress): boolean {
  let place = 0
  const holds = (rule: EndRule): boolean => {
    // Each part is looked at: the places of words are counted on the way.
    if ('all' in rule) return rule.all.map(holds).every(Boolean)
    if ('any' in rule) return rule.any.map(holds).some(Boolean)
    if ('word' in rule) return progress.met?.includes(place++) === true
    if ('rounds' in rule) return progress.rounds >= rule.rounds
    if ('messages' in rule) return progress.messages >= rule.messages
    if ('tokens' in rule) return progress.usage.tokens >= rule.tokens
    return progress.usage.usd >= rule.usd
  }
  return until !== undefined && holds(until)
}

/** The rule with everybody in it named otherwise. */
export function renamed(rule: EndRule, name: (from: string) => string): EndRule {
  // As deep as before.
  if ('all' in rule) return { all: rule.all.map((part) => renamed(part, name)) } as EndRule
  if ('any' in rule) return { any: rule.any.map((part) => renamed(part, name)) } as EndRule
  if (!('word' in rule)) return rule
  return { word: rule.word, ...(rule.from === undefined ? {} : { from: name(rule.from) }) }
}

/** What the words are, as a participant reads it: `APPROVED (ben)`. */
export function wordList(
  { until }: Pick<RunLimits, 'until'>,
  nameOf: (id: string) => string,
): readonly string[] {
  return until
    ? wordsOf(until).map(({ word, from }) =>
        from === undefined ? word : `${word} (${nameOf(from)})`,
      )
    : []
}
