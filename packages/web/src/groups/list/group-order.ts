import type { GroupRecord } from '@crewroom/shared/model/group'
import type { LastMessage } from '@crewroom/shared/model/message'
import { shownHidden } from '../message/text-pieces'

/** Above so many groups in use the list has headings. */
const SECTIONED_ABOVE = 40

export type GroupSection = 'Pinned' | 'Unread' | 'Others'

/** A group and where in the list it stands; null where the list has no headings. */
export interface PlacedGroup {
  readonly group: GroupRecord
  readonly section: GroupSection | null
}

type LastOf = (group: GroupRecord) => LastMessage | null

/** In its main talk. */
const lastInMain: LastOf = ({ lastMessage }) => lastMessage

/** Newest activity first. `lastOf`: what was said last in a group. */
export function byActivity(
  groups: readonly GroupRecord[],
  lastOf: LastOf = lastInMain,
): readonly GroupRecord[] {
  const seq = (group: GroupRecord) => lastOf(group)?.seq ?? 0
  return groups.toSorted((a, b) => seq(b) - seq(a) || b.createdAt.localeCompare(a.createdAt))
}

/** Pinned ones first; of many groups also what is unread before the rest. Within each part newest activity first. */
export function placed(
  groups: readonly GroupRecord[],
  isPinned: (group: GroupRecord) => boolean,
  isUnread: (group: GroupRecord) => boolean,
  lastOf: LastOf = lastInMain,
): readonly PlacedGroup[] {
  const hasSections = groups.length > SECTIONED_ABOVE
  const rank = (group: GroupRecord) =>
    isPinned(group) ? 0 : hasSections && isUnread(group) ? 1 : 2
  const sections: readonly GroupSection[] = ['Pinned', 'Unread', 'Others']
  return byActivity(groups, lastOf)
    .map((group) => ({ group, rank: rank(group) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map((own) => ({
      group: own.group,
      section: hasSections ? (sections[own.rank] ?? null) : null,
    }))
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

/** The same with the headings they stood under. */
export function inHeldPlaces(
  now: readonly PlacedGroup[],
  held: readonly PlacedGroup[],
): readonly PlacedGroup[] {
  const sections = new Map(held.map(({ group, section }) => [group.name, section]))
  const last = held.at(-1)?.section ?? null
  return inHeldOrder(
    now.map(({ group }) => group),
    held.map(({ group }) => group.name),
  ).map((group) => ({ group, section: sections.get(group.name) ?? last }))
}

export function matchesFilter(group: GroupRecord, filter: string): boolean {
  const wanted = filter.trim().toLowerCase()
  return (
    wanted === '' || group.name.includes(wanted) || group.displayName.toLowerCase().includes(wanted)
  )
}

/** The one after or before `current` in a list that has no end; from nowhere, the first or the last. */
export function neighbour<T>(all: readonly T[], current: T | undefined, by: 1 | -1): T | undefined {
  const index = current === undefined ? -1 : all.indexOf(current)
  if (index === -1) return by === 1 ? all[0] : all.at(-1)
  return all[(index + by + all.length) % all.length]
}

/** What a message says, in one line of a list. Nothing is left of a deleted one. */
export const saidPreview = (content: string) =>
  content === '' ? '(deleted)' : plainPreview(content)

/** A line of text for lists: white space joined, marks of code and the addresses of links left out. */
export function plainPreview(content: string): string {
  return shownHidden(content)
    .replace(/```\w*\n?/g, ' ')
    .replaceAll('`', '')
    .replace(/\[([^\]]+)\]\(https?:[^\s)]*\)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}
