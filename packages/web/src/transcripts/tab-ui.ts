import { createStore } from 'zustand/vanilla'

/** The item at the top of a view, and how far below its edge: rows have their heights only once they are drawn. */
export interface TabPlace {
  readonly key: string
  readonly top: number
}
export type TabFilter = 'all' | 'tools' | 'errors'

/** What a tab with a transcript shows. Another tab has its own, of the same transcript, too. */
export interface TabUIState {
  readonly expandedAIGroupIds: ReadonlySet<string>
  /** By AI group; display items of its sub-agents are in it, too. */
  readonly expandedDisplayItemIds: ReadonlyMap<string, ReadonlySet<string>>
  readonly expandedSubagentTraceIds: ReadonlySet<string>
  /** All groups are open, those that are not loaded yet, too, except for the collapsed ones. */
  readonly areAllExpanded: boolean
  readonly collapsedAIGroupIds: ReadonlySet<string>
  readonly showContextPanel: boolean
  readonly selectedContextPhase: number | null
  /** Left out at the end, where the view follows. */
  readonly savedScrollTop?: TabPlace | undefined
  readonly filter: TabFilter
  /** What is searched for; null: the search is closed. */
  readonly search: string | null
}

export const NEW_TAB: TabUIState = {
  expandedAIGroupIds: new Set(),
  expandedDisplayItemIds: new Map(),
  expandedSubagentTraceIds: new Set(),
  areAllExpanded: false,
  collapsedAIGroupIds: new Set(),
  showContextPanel: true,
  selectedContextPhase: null,
  filter: 'all',
  search: null,
}

type Tabs = Readonly<Record<string, TabUIState>>
type KeepIn = Pick<Storage, 'getItem' | 'setItem'>

const KEY = 'crewroom:transcript-tabs'
/** Tabs that were not closed but left: an agent's page has one, too. */
const MOST_TABS = 30

export type TabUIStore = ReturnType<typeof createTabUI>

/** The states of all tabs, kept in the tab of the browser: it has them after a reload, and others have their own. */
export function createTabUI(storage: () => KeepIn) {
  const store = createStore<Tabs>(() => read(storage))
  const keep = (tabs: Tabs) => {
    store.setState(tabs, true)
    try {
      storage().setItem(KEY, JSON.stringify(tabs, plain))
    } catch {
      // Storage may be denied or full: the state then lasts as long as the page.
    }
  }
  return {
    subscribe: store.subscribe,
    of: (tabId: string): TabUIState => {
      const tabs = store.getState()
      return Object.hasOwn(tabs, tabId) ? (tabs[tabId] ?? NEW_TAB) : NEW_TAB
    },
    change(tabId: string, edit: (before: TabUIState) => Partial<TabUIState>): void {
      const { [tabId]: own = NEW_TAB, ...others } = store.getState()
      // The one that was used last comes last.
      const all = [...Object.entries(others), [tabId, { ...own, ...edit(own) }]] as const
      keep(Object.fromEntries(all.slice(-MOST_TABS)))
    },
    /** The tab was closed: one that is opened later begins new. */
    close(tabId: string): void {
      const { [tabId]: _, ...others } = store.getState()
      keep(others)
    },
  }
}

/** The states of the tabs of this page. */
export const tabUI = createTabUI(() => sessionStorage)

const plain = (_: string, value: unknown): unknown =>
  value instanceof Set ? [...value] : value instanceof Map ? [...value] : value

interface Kept {
  readonly expandedAIGroupIds: readonly string[]
  readonly expandedDisplayItemIds: readonly (readonly [string, readonly string[]])[]
  readonly expandedSubagentTraceIds: readonly string[]
  readonly collapsedAIGroupIds: readonly string[]
}

function read(storage: () => KeepIn): Tabs {
  try {
    const kept = JSON.parse(storage().getItem(KEY) ?? '{}') as Readonly<
      Record<string, Omit<TabUIState, keyof Kept> & Kept>
    >
    return Object.fromEntries(
      Object.entries(kept).map(([tabId, tab]) => [
        tabId,
        {
          ...NEW_TAB,
          ...tab,
          expandedAIGroupIds: new Set(tab.expandedAIGroupIds),
          expandedDisplayItemIds: new Map(
            tab.expandedDisplayItemIds.map(([id, own]) => [id, new Set(own)]),
          ),
          expandedSubagentTraceIds: new Set(tab.expandedSubagentTraceIds),
          collapsedAIGroupIds: new Set(tab.collapsedAIGroupIds),
        },
      ]),
    )
  } catch {
    // Another version wrote it, or nobody may read it.
    return {}
  }
}
