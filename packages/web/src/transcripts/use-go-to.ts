import { useCallback, useRef, useState } from 'react'
import { findDisplayItem } from './group-details'
import { isDisplayItemCut, isItemCut } from './cut'
import type { DetailsOf } from './loaded-details'
import type { ItemsOf } from './loaded-items'
import { lastOutputKey } from './rows'
import type { TabUI } from './use-tab-ui'

export interface Target {
  readonly itemId: string
  readonly displayItemId: string | null
  /** The sub-agents whose traces it is in, outermost first, where that is known. */
  readonly subagentIds?: readonly string[]
  /** A text of it is meant, which must not be cut. */
  readonly isText?: boolean
}

export interface GoTo {
  /** Loads and opens what a target is in; resolves to the row to come to, or to null where there is none. */
  readonly open: (target: Target) => Promise<string | null>
  readonly state: 'looking' | 'missing' | null
  /** What one went to last. */
  readonly latest: () => Target | null
}

/** Finds a place in a transcript, however far away, and opens in this tab what it is in. */
export function useGoTo(items: ItemsOf, details: DetailsOf, tab: TabUI): GoTo {
  const [state, setState] = useState<GoTo['state']>(null)
  const count = useRef(0)
  const target = useRef<Target | null>(null)
  const { expandAIGroup, expandDisplayItem, expandSubagentTrace, setFilter, filter } = tab
  const open = useCallback(
    async (to: Target) => {
      const { itemId, displayItemId, subagentIds = [], isText = false } = to
      target.current = to
      const own = (count.current += 1)
      const isLatest = () => count.current === own
      const soon = setTimeout(() => setState('looking'), 300)
      const isThere =
        (await items.reach(itemId)) &&
        (displayItemId === null || (await details.reach(itemId, displayItemId, subagentIds)))
      clearTimeout(soon)
      if (!isLatest()) return null
      setState(isThere ? null : 'missing')
      if (!isThere) return null
      if (filter !== 'all') setFilter('all')
      if (displayItemId === null) {
        const item = items.store.getState().items.find(({ id }) => id === itemId)
        if (!item || !isText) return itemId
        if (item.type === 'compact') expandDisplayItem(itemId, itemId)
        if (isItemCut(item)) await details.text(itemId, item.type)
        return item.type === 'ai' ? lastOutputKey(itemId) : itemId
      }
      const group = details.store.getState().groups.get(itemId)
      const place = findDisplayItem(group?.displayItems ?? [], displayItemId)
      if (!place) return null
      if (isText && isDisplayItemCut(place.item)) await details.whole(itemId, displayItemId)
      expandAIGroup(itemId)
      for (const id of place.subagentIds) {
        expandDisplayItem(itemId, id)
        expandSubagentTrace(id)
      }
      expandDisplayItem(itemId, displayItemId)
      return [itemId, ...place.subagentIds, displayItemId].join(' ')
    },
    [items, details, filter, setFilter, expandAIGroup, expandDisplayItem, expandSubagentTrace],
  )
  const latest = useCallback(() => target.current, [])
  return { open, state, latest }
}
