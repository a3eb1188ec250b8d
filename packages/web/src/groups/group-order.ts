import type { GroupRecord } from '@crewroom/shared/model/group'

/** Newest activity first. */
export function byActivity(groups: readonly GroupRecord[]): readonly GroupRecord[] {
  return groups.toSorted(
    (a, b) => lastSeq(b) - lastSeq(a) || b.createdAt.localeCompare(a.createdAt),
  )
}

function lastSeq(group: GroupRecord): number {
  return group.lastMessage?.seq ?? 0
}

/** The same groups in the order they had on screen, so that no row moves under a pointer; new ones come last. */
export function inHeldOrder(
  groups: readonly GroupRecord[],
  held: readonly string[],
): readonly GroupRecord[] {
  const place = new Map(held.map((name, index) => [name, index]))
  return groups.toSorted(
    (a, b) => (place.get(a.name) ?? held.length) - (place.get(b.name) ?? held.length),
  )
}

export function matchesFilter(group: GroupRecord, filter: string): boolean {
  const wanted = filter.trim().toLowerCase()
  return (
    wanted === '' || group.name.includes(wanted) || group.displayName.toLowerCase().includes(wanted)
  )
}

/** A line of text for lists: white space joined, marks of code left out. */
export function plainPreview(content: string): string {
  return content
    .replace(/```\w*\n?/g, ' ')
    .replaceAll('`', '')
    .replace(/\s+/g, ' ')
    .trim()
}
