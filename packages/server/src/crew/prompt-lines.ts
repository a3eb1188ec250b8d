import { TEXT } from '@crewroom/shared/text/catalogue'
import type { TurnItem } from './turn-item'

/**
 * The texts of a hand-over, in order. Lines of groups carry no numbers; behind the last of them one line says which they
 * were, so that REACT and READ_GROUP can name them.
 */
export function promptLines(items: readonly TurnItem[]): string[] {
  const last = items.findLastIndex(isNumbered)
  if (last < 0) return items.map(({ text }) => text)
  const ranges = new Map<string, { group: string; fromN: number; toN: number }>()
  for (const { groupName, n } of items.filter(isNumbered)) {
    const range = ranges.get(groupName)
    if (range) range.toN = n
    else ranges.set(groupName, { group: groupName, fromN: n, toN: n })
  }
  const texts = items.map(({ text }) => text)
  return [...texts.slice(0, last + 1), TEXT.above([...ranges.values()]), ...texts.slice(last + 1)]
}

/** A message of a group. A digest is none: it says itself what it stands for. */
function isNumbered(item: TurnItem): item is TurnItem & { groupName: string; n: number } {
  return item.messageId !== null && item.groupName !== null && item.n !== null
}
