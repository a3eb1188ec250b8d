import type { ContextPart, ContextPhase, ContextView } from '@crewroom/shared/transcript/views'
import { tokenWords } from '../../overview/amounts'
import { clockTime } from '../../ui/times'

const PART_WORDS: Readonly<Record<ContextPart, string>> = {
  tool_results: 'Tool results',
  files_read: 'Files read',
  instructions: 'Instructions',
  summary: 'Summary',
  tool_calls: 'Tool calls',
  user: 'Your words',
  thinking: 'Thinking',
  output: 'Answers',
}

/** A part of the context: those that the records show, and what the program and its model add to them. */
export type ShownPart = ContextPart | 'unrecorded'

const UNRECORDED = 'Not in the records'

export const wordsOf = (part: ShownPart): string =>
  part === 'unrecorded' ? UNRECORDED : PART_WORDS[part]

/** What fills the context at the end of a phase. Instructions of the program and its tools are in no record. */
export function partsOf(phase: ContextPhase): readonly { part: ShownPart; tokens: number }[] {
  const known = phase.parts.filter(({ tokens }) => tokens > 0)
  const rest = (lastTokens(phase) ?? 0) - known.reduce((sum, { tokens }) => sum + tokens, 0)
  return rest > 0 ? [...known, { part: 'unrecorded', tokens: rest }] : known
}

/** Where there is little room. */
export const SHORT_WORDS: Readonly<Record<ShownPart, string>> = {
  tool_results: 'Results',
  files_read: 'Files',
  instructions: 'Rules',
  summary: 'Sum',
  tool_calls: 'Calls',
  user: 'You',
  thinking: 'Think',
  output: 'Said',
  unrecorded: 'Other',
}

export const lastTokens = ({ points }: ContextPhase): number | null => points.at(-1)?.tokens ?? null

/** `78k of 200k`; null where nothing is known. */
export function fillWords(phase: ContextPhase | undefined, limit: number | null): string | null {
  const tokens = phase ? lastTokens(phase) : null
  if (tokens === null) return null
  return limit === null
    ? `${tokenWords(tokens)} tokens`
    : `${tokenWords(tokens)} of ${tokenWords(limit)}`
}

/** The picture of the fill over time, in words. */
export function fillSentence({ phases, limit }: ContextView): string {
  const parts = phases.flatMap((phase, index) => {
    const [first, last] = [phase.points[0]?.tokens, lastTokens(phase)]
    if (first === undefined || last === null) return []
    const isLast = index === phases.length - 1
    const begin =
      index === 0
        ? ''
        : `it was compacted to ${tokenWords(first)} at ${clockTime(phase.startTime)}, `
    return `${begin}${isLast ? `is ${tokenWords(last)} at the end` : `grew to ${tokenWords(last)}`}`
  })
  if (parts.length === 0) return 'Context over time: not known.'
  const of = limit === null ? '' : ` The model takes ${tokenWords(limit)}.`
  return `Context over time, in tokens: ${parts.join(', ')}.${of}`
}

/** The picture of what fills it, in words. */
export const partsSentence = (phase: ContextPhase): string =>
  [...partsOf(phase)]
    .sort((a, b) => b.tokens - a.tokens)
    .map(({ part, tokens }) => `${wordsOf(part)} ${tokenWords(tokens)}`)
    .join(', ')
