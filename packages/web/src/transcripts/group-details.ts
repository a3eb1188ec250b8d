import type { DisplayItemView, ItemDetails } from '@crewroom/shared/transcript/views'

/** What an open AI group shows: its display items, from the beginning, as far as they are loaded. */
export interface GroupDetails {
  readonly displayItems: readonly DisplayItemView[]
  /** How many follow. */
  readonly more: number
}

type AIDetails = Extract<ItemDetails, { readonly type: 'ai' }>

export const groupDetails = ({ displayItems, more }: AIDetails): GroupDetails => ({
  displayItems,
  more,
})

export const withMore = (before: GroupDetails, next: AIDetails): GroupDetails => {
  const known = new Set(before.displayItems.map(({ id }) => id))
  return {
    displayItems: [...before.displayItems, ...next.displayItems.filter(({ id }) => !known.has(id))],
    more: next.more,
  }
}

/** Where a display item is: itself, and the sub-agents whose traces it is in, outermost first. Null: not loaded. */
export function findDisplayItem(
  items: readonly DisplayItemView[],
  id: string,
): { readonly item: DisplayItemView; readonly subagentIds: readonly string[] } | null {
  for (const item of items) {
    if (item.id === id) return { item, subagentIds: [] }
    if (item.type !== 'subagent') continue
    const inner = findDisplayItem(item.subagent.displayItems, id)
    if (inner) return { item: inner.item, subagentIds: [item.id, ...inner.subagentIds] }
  }
  return null
}

/** With one display item in full, wherever in it that is. */
export function withPiece(
  items: readonly DisplayItemView[],
  piece: DisplayItemView,
): readonly DisplayItemView[] {
  return items.map((item) => {
    if (item.id === piece.id) return piece
    if (item.type !== 'subagent') return item
    const displayItems = withPiece(item.subagent.displayItems, piece)
    return displayItems.every((own, index) => own === item.subagent.displayItems[index])
      ? item
      : { ...item, subagent: { ...item.subagent, displayItems } }
  })
}
