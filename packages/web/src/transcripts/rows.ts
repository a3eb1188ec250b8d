import type {
  AIItemView,
  CompactItemView,
  DisplayItemView,
  SubagentView,
  SystemItemView,
  TranscriptItemView,
  UserItemView,
} from '@crewroom/shared/transcript/views'
import type { GroupDetails } from './group-details'
import type { TabFilter } from './tab-ui'

/**
 * What the list draws one below the other. An open AI group is many rows: it may have thousands of display items, and
 * only those in the view are drawn.
 */
export type Row =
  | { readonly kind: 'user'; readonly key: string; readonly item: UserItemView }
  | { readonly kind: 'system'; readonly key: string; readonly item: SystemItemView }
  | { readonly kind: 'compact'; readonly key: string; readonly item: CompactItemView }
  | {
      readonly kind: 'header'
      readonly key: string
      readonly item: AIItemView
      readonly isOpen: boolean
    }
  | { readonly kind: 'last-output'; readonly key: string; readonly item: AIItemView }
  | InGroup

interface Inside {
  readonly key: string
  readonly item: AIItemView
  /** In how many sub-agents' traces it is. */
  readonly depth: number
}
export type InGroup = Inside &
  (
    | {
        readonly kind: 'display-item'
        readonly displayItem: DisplayItemView
        readonly isOpen: boolean
      }
    | { readonly kind: 'trace-head'; readonly subagent: SubagentView }
    | { readonly kind: 'trace-end'; readonly subagent: SubagentView }
    | {
        readonly kind: 'trace-more'
        readonly subagent: SubagentView
        /** How many steps are not shown. */
        readonly count: number
        readonly isOpen: boolean
      }
    | { readonly kind: 'loading'; readonly count: number }
  )

/** Steps of a sub-agent that are shown at first. */
const FIRST_STEPS = 2

export interface Shown {
  readonly filter: TabFilter
  readonly details: ReadonlyMap<string, GroupDetails>
  isAIGroupExpanded(id: string): boolean
  getExpandedDisplayItemIds(groupId: string): ReadonlySet<string>
  isSubagentTraceExpanded(id: string): boolean
}

export function rowsOf(items: readonly TranscriptItemView[], shown: Shown): readonly Row[] {
  return items.flatMap((item): readonly Row[] => {
    if (item.type !== 'ai') {
      return isShown(item, shown.filter) ? [{ kind: item.type, key: item.id, item } as Row] : []
    }
    if (shown.filter === 'errors' && item.errorIds.length === 0) return []
    if (shown.filter === 'tools' && item.summary.toolCallCount === 0) return []
    const isOpen = shown.filter !== 'all' || shown.isAIGroupExpanded(item.id)
    const header: Row = { kind: 'header', key: item.id, item, isOpen }
    const inside = isOpen ? insideOf(item, shown) : []
    const last: Row = { kind: 'last-output', key: lastOutputKey(item.id), item }
    return [header, ...inside, ...(item.lastOutput && shown.filter === 'all' ? [last] : [])]
  })
}

const isShown = (item: Exclude<TranscriptItemView, AIItemView>, filter: TabFilter): boolean =>
  filter === 'all' || (filter === 'errors' && item.type === 'system' && item.kind === 'api_error')

function insideOf(item: AIItemView, shown: Shown): readonly InGroup[] {
  const details = shown.details.get(item.id)
  const missing = details ? details.more : item.items
  const rows = displayRows(details?.displayItems ?? [], { item, shown, depth: 0, path: item.id })
  return missing === 0
    ? rows
    : [...rows, { kind: 'loading', key: `${item.id} loading`, item, depth: 0, count: missing }]
}

interface Place {
  readonly item: AIItemView
  readonly shown: Shown
  readonly depth: number
  readonly path: string
}

function displayRows(all: readonly DisplayItemView[], place: Place): readonly InGroup[] {
  const { item, shown, depth, path } = place
  const errors = new Set(item.errorIds)
  const isIn = (one: DisplayItemView): boolean => {
    if (shown.filter === 'all' || depth > 0) return true
    if (shown.filter === 'tools') return one.type === 'tool' || one.type === 'subagent'
    return errors.has(one.id)
  }
  const open = shown.getExpandedDisplayItemIds(item.id)
  return all.filter(isIn).flatMap((displayItem): readonly InGroup[] => {
    const isOpen = open.has(displayItem.id)
    const key = `${path} ${displayItem.id}`
    const own: InGroup = { kind: 'display-item', key, item, depth, displayItem, isOpen }
    if (displayItem.type !== 'subagent' || !isOpen) return [own]
    return [own, ...traceRows(displayItem.subagent, { ...place, depth: depth + 1, path: key })]
  })
}

function traceRows(subagent: SubagentView, place: Place): readonly InGroup[] {
  const { item, depth, path } = place
  const { displayItems, more, lastOutput } = subagent
  const inTrace = { item, depth, subagent }
  const isOpen = place.shown.isSubagentTraceExpanded(subagent.id)
  const steps = isOpen ? displayItems : displayItems.slice(0, FIRST_STEPS)
  const count = displayItems.length + more - steps.length
  const canFold = displayItems.length > FIRST_STEPS
  return [
    { kind: 'trace-head', key: `${path} head`, ...inTrace },
    ...displayRows(steps, place),
    ...(count > 0 || canFold
      ? [{ kind: 'trace-more', key: `${path} more`, ...inTrace, count, isOpen } as const]
      : []),
    ...(lastOutput ? [{ kind: 'trace-end', key: `${path} end`, ...inTrace } as const] : []),
  ]
}

export const lastOutputKey = (itemId: string): string => `${itemId} last`
