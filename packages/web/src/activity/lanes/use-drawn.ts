import { useMemo } from 'react'
import { type Cluster, clusters } from './lane-clusters'
import type { Picture, Row } from './lane-rows'
import type { Range } from './time-range'

/** What is drawn of each row in the window, by the row's key: its signs, those that would overlap as one. */
export function useDrawn(
  rows: readonly Row[],
  picture: Picture,
  { from, to }: Range,
  width: number,
): ReadonlyMap<string, readonly Cluster[]> {
  return useMemo(() => {
    const made = new Map<string, readonly Cluster[]>()
    if (width === 0) return made
    for (const row of rows) {
      if (row.kind === 'quiet') continue
      const bars = row.kind === 'agent' ? (picture.bars.get(row.lane.id) ?? []) : []
      const barEnd = (time: number) => {
        const bar = bars.findLast((own) => own.from <= time && (own.to ?? 0) >= time - 1_000)
        return bar?.to ? ((bar.to - from) / (to - from)) * width : null
      }
      made.set(row.key, clusters(row.lane.marks, { from, to, width }, barEnd))
    }
    return made
  }, [rows, picture, from, to, width])
}
