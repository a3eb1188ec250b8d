import type { AIItemView, DisplayItemView, SubagentView } from '@crewroom/shared/transcript/views'
import { expect, test } from 'vitest'
import type { GroupDetails } from './group-details'
import { rowsOf, type Shown } from './rows'
import { NEW_TAB, type TabUIState } from './tab-ui'
import { readersOf } from './use-tab-ui'

const AT = '2026-11-20T13:00:00.000Z'
const METRICS = {
  durationMs: 0,
  totalTokens: 0,
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheCreationTokens: 0,
  messageCount: 0,
}

const group = (id: string, own: Partial<AIItemView> = {}): AIItemView => ({
  type: 'ai',
  id,
  turnIndex: 0,
  startTime: AT,
  endTime: AT,
  durationMs: 0,
  status: 'complete',
  isOngoing: false,
  tokens: { input: 0, output: 0, cached: 0 },
  summary: {
    toolCallCount: 1,
    outputMessageCount: 0,
    subagentCount: 0,
    totalDurationMs: 0,
    totalTokens: 0,
    outputTokens: 0,
    cachedTokens: 0,
  },
  itemsSummary: '1 tool call',
  mainModel: null,
  subagentModels: [],
  lastOutput: { type: 'text', text: 'Done.', timestamp: AT },
  items: 3,
  errorIds: ['call-2'],
  orphanIds: [],
  contextTokens: null,
  contextLimit: null,
  claudeMdStats: null,
  ...own,
})
const thinking = (id: string): DisplayItemView => ({
  type: 'thinking',
  id,
  content: { text: 'Hm' },
  timestamp: AT,
})
const tool = (id: string): DisplayItemView => ({
  type: 'tool',
  id,
  tool: {
    name: 'Read',
    input: { text: '{}' },
    inputPreview: '{}',
    startTime: AT,
    isOrphaned: false,
  },
})
const subagent = (id: string, items: readonly DisplayItemView[], more = 0): DisplayItemView => ({
  type: 'subagent',
  id,
  subagent: {
    id,
    model: null,
    startTime: AT,
    endTime: AT,
    durationMs: 0,
    metrics: METRICS,
    isParallel: false,
    isOngoing: false,
    prompt: null,
    itemsSummary: '',
    contextTokens: null,
    contextLimit: null,
    displayItems: items,
    more,
    lastOutput: { type: 'text', text: 'Found.', timestamp: AT },
    transcriptId: null,
  } satisfies SubagentView,
})

function shown(state: Partial<TabUIState>, details: Readonly<Record<string, GroupDetails>> = {}) {
  const tab = { ...NEW_TAB, ...state }
  const own: Shown = { ...tab, ...readersOf(tab), details: new Map(Object.entries(details)) }
  return (items: readonly AIItemView[]) =>
    rowsOf(items, own).map(({ kind, key }) => `${kind}: ${key}`)
}

test('TV5 a closed group is its header and its last output; an open one has its display items between', () => {
  const details = { 'ai-1': { displayItems: [thinking('t1'), tool('call-2')], more: 0 } }
  expect(shown({}, details)([group('ai-1')])).toEqual(['header: ai-1', 'last-output: ai-1 last'])
  expect(shown({ expandedAIGroupIds: new Set(['ai-1']) }, details)([group('ai-1')])).toEqual([
    'header: ai-1',
    'display-item: ai-1 t1',
    'display-item: ai-1 call-2',
    'last-output: ai-1 last',
  ])
})

test('TV6 what is not loaded of an open group has a row that counts it', () => {
  const open = { expandedAIGroupIds: new Set(['ai-1']) }
  const loading = (details: Readonly<Record<string, GroupDetails>>) =>
    rowsOf([group('ai-1')], {
      ...NEW_TAB,
      ...readersOf({ ...NEW_TAB, ...open }),
      details: new Map(Object.entries(details)),
    }).flatMap((row) => (row.kind === 'loading' ? [row.count] : []))
  expect(loading({})).toEqual([3])
  expect(loading({ 'ai-1': { displayItems: [tool('call-1')], more: 2 } })).toEqual([2])
  expect(loading({ 'ai-1': { displayItems: [tool('call-1')], more: 0 } })).toEqual([])
})

test('TV7 an open sub-agent shows its first steps, how many follow, and its last words; sub-agents in it, too', () => {
  const inner = subagent('sub-2', [tool('call-9')])
  const details = {
    'ai-1': {
      displayItems: [subagent('sub-1', [inner, tool('call-3'), tool('call-4')], 5)],
      more: 0,
    },
  }
  const open = (ids: readonly string[], traces: readonly string[] = []) =>
    shown(
      {
        expandedAIGroupIds: new Set(['ai-1']),
        expandedDisplayItemIds: new Map([['ai-1', new Set(ids)]]),
        expandedSubagentTraceIds: new Set(traces),
      },
      details,
    )([group('ai-1', { items: 1 })])
  expect(open(['sub-1', 'sub-2'])).toEqual([
    'header: ai-1',
    'display-item: ai-1 sub-1',
    'trace-head: ai-1 sub-1 head',
    'display-item: ai-1 sub-1 sub-2',
    'trace-head: ai-1 sub-1 sub-2 head',
    'display-item: ai-1 sub-1 sub-2 call-9',
    'trace-end: ai-1 sub-1 sub-2 end',
    'display-item: ai-1 sub-1 call-3',
    'trace-more: ai-1 sub-1 more',
    'trace-end: ai-1 sub-1 end',
    'last-output: ai-1 last',
  ])
  expect(open(['sub-1'], ['sub-1'])).toContain('display-item: ai-1 sub-1 call-4')
  expect(open([])).toEqual(['header: ai-1', 'display-item: ai-1 sub-1', 'last-output: ai-1 last'])
})

test('TV8 the filters show tools or errors alone, of groups that have some, without opening anything', () => {
  const details = {
    'ai-1': { displayItems: [thinking('t1'), tool('call-1'), tool('call-2')], more: 0 },
  }
  const items = [
    group('ai-1'),
    group('ai-2', { errorIds: [], items: 0, summary: { ...group('x').summary, toolCallCount: 0 } }),
  ]
  expect(shown({ filter: 'tools' }, details)(items)).toEqual([
    'header: ai-1',
    'display-item: ai-1 call-1',
    'display-item: ai-1 call-2',
  ])
  expect(shown({ filter: 'errors' }, details)(items)).toEqual([
    'header: ai-1',
    'display-item: ai-1 call-2',
  ])
})
