import type { TalkLine, TalkStep } from '@crewroom/shared/model/talk'

/** Which messages count. */
export type Counted = 'all' | 'direct'

/** Two participants and what they wrote for each other; `a` is before `b`. */
export interface Pair {
  readonly key: string
  readonly a: string
  readonly b: string
  readonly aToB: number
  readonly bToA: number
  readonly total: number
}

export function pairKey(one: string, other: string): string {
  return one < other ? `${one}~${other}` : `${other}~${one}`
}

/** `nodeOf`: who stands for a participant in the picture; what those behind one node write to each other is in no pair. */
export function pairsOf(
  lines: readonly TalkLine[],
  counted: Counted,
  nodeOf: (id: string) => string = (id) => id,
): readonly Pair[] {
  const found = new Map<string, { a: string; b: string; aToB: number; bToA: number }>()
  for (const line of lines) {
    const count = counted === 'direct' ? line.direct : line.direct + line.inGroups
    const [from, to] = [nodeOf(line.from), nodeOf(line.to)]
    if (count === 0 || from === to) continue
    const key = pairKey(from, to)
    const [a, b] = from < to ? [from, to] : [to, from]
    const pair = found.get(key) ?? { a, b, aToB: 0, bToA: 0 }
    if (from === a) pair.aToB += count
    else pair.bToA += count
    found.set(key, pair)
  }
  return [...found]
    .map(([key, pair]) => ({ key, ...pair, total: pair.aToB + pair.bToA }))
    .toSorted((a, b) => b.total - a.total || (a.key < b.key ? -1 : 1))
}

/** The same counts as the server's, of the steps of a replay until a moment. */
export function linesUntil(
  steps: readonly TalkStep[],
  moment: number,
): {
  readonly lines: readonly TalkLine[]
  readonly byWriter: Readonly<Record<string, number>>
  readonly byGroup: Readonly<Record<string, number>>
  readonly messages: number
} {
  const lines = new Map<string, { from: string; to: string; direct: number; inGroups: number }>()
  const byWriter: Record<string, number> = {}
  const byGroup: Record<string, number> = {}
  let messages = 0
  for (const { at, from, to, group } of steps) {
    if (Date.parse(at) > moment) break
    messages += 1
    byWriter[from] = (byWriter[from] ?? 0) + 1
    if (group !== null) byGroup[group] = (byGroup[group] ?? 0) + 1
    for (const id of to) {
      const line = lines.get(`${from} ${id}`) ?? { from, to: id, direct: 0, inGroups: 0 }
      if (group === null) line.direct += 1
      else line.inGroups += 1
      lines.set(`${from} ${id}`, line)
    }
  }
  return { lines: [...lines.values()], byWriter, byGroup, messages }
}
