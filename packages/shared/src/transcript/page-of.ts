import type { EnhancedItems } from './enhanced-items'
import { aiItemView, compactItemView, systemItemView, userItemView } from './item-view'
import { VIEW_LIMITS } from './view-limits'
import { jsonBytes } from './view-texts'
import type { TranscriptItemView } from './views'

export interface ItemsPage {
  /** Oldest first. */
  readonly items: readonly TranscriptItemView[]
  readonly hasBefore: boolean
}

/** The newest items before one, or of all; fewer than asked for where they are large, at least one. */
export function pageOf(
  items: EnhancedItems,
  query: { readonly before?: string; readonly limit: number },
): ItemsPage {
  const end = query.before === undefined ? items.all.length : items.placeOf(query.before)
  const views: TranscriptItemView[] = []
  let place = end
  let left: number = VIEW_LIMITS.pageBytes
  while (place > 0 && views.length < query.limit) {
    const view = itemView(items, place - 1)
    if (view === null) break
    left -= jsonBytes(view) + 1
    if (left < 0 && views.length > 0) break
    views.push(view)
    place -= 1
  }
  return { items: views.toReversed(), hasBefore: place > 0 }
}

function itemView(items: EnhancedItems, place: number): TranscriptItemView | null {
  const item = items.all[place]
  switch (item?.type) {
    case undefined:
      return null
    case 'user':
      return userItemView(item.group)
    case 'system':
      return systemItemView(item.group)
    case 'compact':
      return compactItemView(item.group)
    case 'ai': {
      const group = items.enhanced(place)
      return group === null ? null : aiItemView(group)
    }
    default:
      return item satisfies never
  }
}
