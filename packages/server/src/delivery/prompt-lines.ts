import { TEXT } from '@crewroom/shared/text/catalogue'
import type { Shard } from '../crew/shard'
import type { TurnItem } from '../crew/turn-item'

interface Range {
  readonly group: string
  readonly leadId: string
  readonly fromN: number
  toN: number
}

/**
 * The texts of a hand-over, in order. Messages of groups have no numbers in their lines; after a group's last one, a
 * line says which numbers they have, so that REACT and READ_GROUP can refer to them.
 */
export function promptLines(shard: Shard, items: readonly TurnItem[]): string[] {
  const texts = items.map(({ text }) => text)
  const last = items.findLastIndex(isNumbered)
  if (last < 0) return texts
  const ranges: Range[] = []
  for (const { groupName: group, leadId, n } of items.filter(isNumbered)) {
    const range = ranges.find((one) => one.group === group && one.leadId === leadId)
    if (range) range.toN = n
    else ranges.push({ group, leadId, fromN: n, toN: n })
  }
  const told = ranges.map((range) => ({ ...range, crew: crewOf(shard, range, ranges) }))
  return [...texts.slice(0, last + 1), TEXT.above(told), ...texts.slice(last + 1)]
}

/** A sub-lead may be in groups of the same name in both of its crews. */
function crewOf(shard: Shard, { group, leadId }: Range, all: readonly Range[]): string | null {
  const isTwice = all.some((other) => other.group === group && other.leadId !== leadId)
  return isTwice ? shard.crew(leadId).state.lead.name : null
}

/** Whether it is a message of a group. A digest is not: it says itself what it stands for. */
function isNumbered(item: TurnItem): item is TurnItem & { groupName: string; n: number } {
  return item.messageId !== null && item.groupName !== null && item.n !== null
}
