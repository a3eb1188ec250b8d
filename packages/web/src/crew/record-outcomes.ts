import type { RolloutEntry } from '@crewroom/shared/model/rollout'
import { answersIn, type Outcome, outcomesOf } from '@crewroom/shared/text/reply-words'
import { stripAnsi } from '@crewroom/shared/transcript/strip-ansi'
import { saidParts } from './rollout-parts'

/** What became of the commands of one entry, in their order; null: nothing has answered that one. */
export type Outcomes = readonly (Outcome | null)[]

/** Answers that an agent got in these entries, and those that it was not handed yet. */
export function answersOf(
  entries: readonly RolloutEntry[],
  replies: readonly string[],
): readonly string[] {
  const given = entries.flatMap(({ kind, text }) =>
    kind === 'prompt' && text !== null ? answersIn(text) : [],
  )
  return [...given, ...replies]
}

/** By the number of its entry: what became of the commands that an agent wrote. */
export function recordOutcomes(
  entries: readonly RolloutEntry[],
  replies: readonly string[],
): ReadonlyMap<number, Outcomes> {
  const commands = entries.flatMap(({ n, kind, text }) =>
    kind === 'text'
      ? saidParts(stripAnsi(text ?? '')).flatMap((part) =>
          part.kind === 'command' ? [{ n, verb: part.verb, written: part.verb }] : [],
        )
      : [],
  )
  const found = new Map<number, (Outcome | null)[]>()
  const outcomes = outcomesOf(commands, answersOf(entries, replies))
  for (const [at, { n }] of commands.entries()) {
    const own = found.get(n) ?? []
    found.set(n, [...own, outcomes[at] ?? null])
  }
  return found
}
