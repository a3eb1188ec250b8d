import { createContext, useContext, useMemo, useSyncExternalStore } from 'react'
import { type TabFilter, type TabPlace, tabUI, type TabUIState, type TabUIStore } from './tab-ui'

/** Which tab a part of a transcript's view is in. */
export const TabUIContext = createContext<{ readonly tabId: string }>({ tabId: '' })

/** What the tab shows, and what changes that in this tab alone. */
export function useTabUI() {
  const { tabId } = useContext(TabUIContext)
  const state = useSyncExternalStore(tabUI.subscribe, () => tabUI.of(tabId))
  const actions = useMemo(() => tabActions(tabUI, tabId), [tabId])
  return useMemo(() => ({ ...state, ...actions, ...readersOf(state) }), [state, actions])
}
export type TabUI = ReturnType<typeof useTabUI>

const NONE: ReadonlySet<string> = new Set()

export const readersOf = (state: TabUIState) => ({
  isAIGroupExpanded: (id: string): boolean =>
    state.areAllExpanded ? !state.collapsedAIGroupIds.has(id) : state.expandedAIGroupIds.has(id),
  getExpandedDisplayItemIds: (groupId: string): ReadonlySet<string> =>
    state.expandedDisplayItemIds.get(groupId) ?? NONE,
  isSubagentTraceExpanded: (id: string): boolean => state.expandedSubagentTraceIds.has(id),
})

export function tabActions(store: Pick<TabUIStore, 'change'>, tabId: string) {
  const change = (edit: (before: TabUIState) => Partial<TabUIState>) => store.change(tabId, edit)
  const setGroup = (id: string, isOpen: (before: boolean) => boolean) =>
    change((before) => {
      const { areAllExpanded, expandedAIGroupIds, collapsedAIGroupIds } = before
      const open = isOpen(readersOf(before).isAIGroupExpanded(id))
      return areAllExpanded
        ? { collapsedAIGroupIds: withOrWithout(collapsedAIGroupIds, id, !open) }
        : { expandedAIGroupIds: withOrWithout(expandedAIGroupIds, id, open) }
    })
  const setItem = (groupId: string, id: string, isOpen: (before: boolean) => boolean) =>
    change(({ expandedDisplayItemIds: all }) => {
      const own = all.get(groupId) ?? NONE
      const next = withOrWithout(own, id, isOpen(own.has(id)))
      return { expandedDisplayItemIds: new Map(all).set(groupId, next) }
    })
  const setTrace = (id: string, isOpen: (before: boolean) => boolean) =>
    change(({ expandedSubagentTraceIds: all }) => ({
      expandedSubagentTraceIds: withOrWithout(all, id, isOpen(all.has(id))),
    }))
  return {
    toggleAIGroupExpansion: (id: string) => setGroup(id, (before) => !before),
    expandAIGroup: (id: string) => setGroup(id, () => true),
    toggleAllAIGroups: () =>
      change(({ areAllExpanded }) => ({
        areAllExpanded: !areAllExpanded,
        expandedAIGroupIds: NONE,
        collapsedAIGroupIds: NONE,
      })),
    toggleDisplayItemExpansion: (groupId: string, id: string) =>
      setItem(groupId, id, (before) => !before),
    expandDisplayItem: (groupId: string, id: string) => setItem(groupId, id, () => true),
    toggleSubagentTraceExpansion: (id: string) => setTrace(id, (before) => !before),
    expandSubagentTrace: (id: string) => setTrace(id, () => true),
    setShowContextPanel: (showContextPanel: boolean) => change(() => ({ showContextPanel })),
    setSelectedContextPhase: (selectedContextPhase: number | null) =>
      change(() => ({ selectedContextPhase })),
    /** Null at the end, where the view follows. */
    saveScrollTop: (place: TabPlace | null) =>
      change(() => ({ savedScrollTop: place ?? undefined })),
    setFilter: (filter: TabFilter) => change(() => ({ filter })),
    setSearch: (search: string | null) => change(() => ({ search })),
  }
}

function withOrWithout(all: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> {
  if (all.has(id) === isIn) return all
  const next = new Set(all)
  if (isIn) next.add(id)
  else next.delete(id)
  return next
}
