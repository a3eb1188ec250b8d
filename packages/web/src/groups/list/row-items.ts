import type { GroupRecord } from '@crewroom/shared/model/group'
import type { PlacedGroup } from './group-order'

export type RowItem =
  | { readonly kind: 'section'; readonly key: string; readonly label: string }
  | { readonly kind: 'group'; readonly key: string; readonly group: GroupRecord }
  | {
      readonly kind: 'fold'
      readonly key: string
      readonly count: number
      readonly isOpen: boolean
    }

/** Groups with their headings, then the archive. */
export function rowItems(
  groups: readonly PlacedGroup[],
  archived: readonly GroupRecord[],
  isOpen: boolean,
): readonly RowItem[] {
  const items: RowItem[] = []
  let section: string | null = null
  for (const own of groups) {
    if (own.section !== null && own.section !== section) {
      section = own.section
      items.push({ kind: 'section', key: `section ${section}`, label: section })
    }
    items.push({ kind: 'group', key: own.group.name, group: own.group })
  }
  if (archived.length > 0) {
    items.push({ kind: 'fold', key: 'archive of groups', count: archived.length, isOpen })
    if (isOpen) {
      for (const group of archived) items.push({ kind: 'group', key: group.name, group })
    }
  }
  return items
}

export function indexOfFirst(items: readonly RowItem[]): number {
  return items.findIndex((item) => item.kind === 'group')
}
