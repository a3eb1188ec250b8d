import { expect, test } from 'vitest'
import { createTabUI } from './tab-ui'
import { readersOf, tabActions } from './use-tab-ui'

/** What one tab of the browser keeps. */
function browserTab() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

test('TV2 what is open, chosen and searched for in a tab is so in that tab alone', () => {
  const storage = browserTab()
  const store = createTabUI(() => storage)
  const [a, b] = [tabActions(store, 'a'), tabActions(store, 'b')]
  a.expandAIGroup('ai-1')
  a.expandAIGroup('ai-1')
  a.toggleAIGroupExpansion('ai-2')
  a.toggleDisplayItemExpansion('ai-1', 'call-1')
  a.toggleSubagentTraceExpansion('sub-1')
  a.setSelectedContextPhase(2)
  a.setSearch('mtime')
  a.saveScrollTop({ key: 'ai-1', top: 12 })
  b.toggleAllAIGroups()
  b.toggleAIGroupExpansion('ai-1')
  b.setFilter('errors')

  const shown = (tabId: string, from = store) => {
    const state = from.of(tabId)
    const { isAIGroupExpanded, getExpandedDisplayItemIds, isSubagentTraceExpanded } =
      readersOf(state)
    return {
      open: ['ai-1', 'ai-2', 'ai-3'].filter(isAIGroupExpanded),
      items: [...getExpandedDisplayItemIds('ai-1')],
      trace: isSubagentTraceExpanded('sub-1'),
      phase: state.selectedContextPhase,
      search: state.search,
      filter: state.filter,
      top: state.savedScrollTop?.top,
    }
  }
  const ofA = {
    open: ['ai-1', 'ai-2'],
    items: ['call-1'],
    trace: true,
    phase: 2,
    search: 'mtime',
    filter: 'all',
    top: 12,
  }
  const ofB = {
    // Groups that are loaded later are open, too.
    open: ['ai-2', 'ai-3'],
    items: [],
    trace: false,
    phase: null,
    search: null,
    filter: 'errors',
    top: undefined,
  }
  expect([shown('a'), shown('b')]).toEqual([ofA, ofB])

  const reloaded = createTabUI(() => storage)
  expect([shown('a', reloaded), shown('b', reloaded)], 'after a reload').toEqual([ofA, ofB])
  const another = createTabUI(browserTab)
  expect(shown('a', another), 'in another tab of the browser').toEqual(shown('never', store))
})

test('TV3 a tab that was closed leaves nothing behind, and tabs that were only left are bounded', () => {
  const storage = browserTab()
  const store = createTabUI(() => storage)
  for (let n = 0; n < 40; n++) tabActions(store, `tab-${n}`).expandAIGroup(`group-${n}`)
  store.close('tab-39')
  const kept = storage.getItem('crewroom:transcript-tabs') ?? ''
  expect(kept).not.toContain('group-39')
  expect(store.of('tab-39').expandedAIGroupIds.size).toBe(0)
  expect(Object.keys(JSON.parse(kept) as object)).toHaveLength(29)
  expect(store.of('tab-38').expandedAIGroupIds.has('group-38'), 'the last one stays').toBe(true)
})

test('TV4 the view works where the browser keeps nothing, or something else', () => {
  const denied = createTabUI(() => {
    throw new Error('denied')
  })
  tabActions(denied, 'a').expandAIGroup('ai-1')
  expect(denied.of('a').expandedAIGroupIds.has('ai-1')).toBe(true)
  const storage = browserTab()
  storage.setItem('crewroom:transcript-tabs', '{"a":{"expandedDisplayItemIds":7}}')
  expect(createTabUI(() => storage).of('a').filter).toBe('all')
})
