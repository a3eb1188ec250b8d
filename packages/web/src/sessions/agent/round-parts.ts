import type { AIItemView, TranscriptItemView } from '@crewroom/shared/transcript/views'

/** Where a round begins in the record: the number of its first entry. */
export interface RoundStart {
  readonly n: number
  readonly entry: number
}

/** The entry that an item begins with, which its id names. */
function entryOf({ id }: TranscriptItemView): number {
  return Number(/e(\d+)/.exec(id)?.[1] ?? 0)
}

/** Items of a transcript by the round that they belong to. */
export function itemsByRound(
  items: readonly TranscriptItemView[],
  starts: readonly RoundStart[],
): ReadonlyMap<number, readonly TranscriptItemView[]> {
  const rounds = new Map<number, TranscriptItemView[]>()
  for (const item of items) {
    const start = starts.findLast(({ entry }) => entry <= entryOf(item))
    if (!start) continue
    const own = rounds.get(start.n)
    if (own) own.push(item)
    else rounds.set(start.n, [item])
  }
  return rounds
}

/** Whether a round begins before the items that are loaded, which are the newest of the record. */
export function isCutOff(
  items: readonly TranscriptItemView[],
  starts: readonly RoundStart[],
  n: number,
): boolean {
  const start = starts.find((own) => own.n === n)
  const [first] = items
  return start !== undefined && first !== undefined && entryOf(first) > start.entry
}

/** `You asked, 2 thoughts, 7 tools, the answer` */
export function foldedWords(items: readonly TranscriptItemView[], hasAnswer: boolean): string {
  const groups = items.filter((item): item is AIItemView => item.type === 'ai')
  const tools = toolsOf(items)
  const thoughts = groups.reduce((sum, group) => sum + thoughtsIn(group), 0)
  return [
    'You asked',
    ...(thoughts > 0 ? [thoughts === 1 ? '1 thought' : `${thoughts} thoughts`] : []),
    ...(tools > 0 ? [toolWords(tools)] : []),
    ...(hasAnswer ? ['the answer'] : []),
  ].join(', ')
}

export const toolWords = (count: number) => (count === 1 ? '1 tool' : `${count} tools`)

export function toolsOf(items: readonly TranscriptItemView[]): number {
  return items.reduce((sum, item) => sum + (item.type === 'ai' ? item.summary.toolCallCount : 0), 0)
}

function thoughtsIn({ itemsSummary }: AIItemView): number {
  return Number(/(\d+) thinking/.exec(itemsSummary)?.[1] ?? 0)
}
