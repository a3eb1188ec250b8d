import type { Process } from './chunks'
import type { EnhancedItems } from './enhanced-items'
import { fitting } from './fitting'
import type { AIGroupDisplayItem, EnhancedAIGroup } from './groups'
import { joinBars, type Bar } from './join-bars'
import type { Time } from './messages'
import { textLabel, toolLabel } from './tool-label'
import { VIEW_LIMITS } from './view-limits'
import { shortened } from './view-texts'
import type { TimelineView } from './views'

type Lane = Omit<TimelineView['lanes'][number], 'joined'>
type Mark = TimelineView['marks'][number]

/** The session as lanes: what the main agent did, and each sub-agent, as they began. */
export function timelineView(items: EnhancedItems): Omit<TimelineView, 'revision'> {
  const main: Bar[] = []
  const marks: Mark[] = []
  const subagents: Lane[] = []
  for (const [place, item] of items.all.entries()) {
    if (item.type === 'user' || item.type === 'compact') {
      marks.push({ at: item.group.timestamp, kind: item.type, itemId: item.group.id })
    } else if (item.type === 'system') {
      const { kind, timestamp, id } = item.group
      if (kind === 'api_error') marks.push({ at: timestamp, kind: 'error', itemId: id })
    } else {
      const group = items.enhanced(place)
      if (group === null) continue
      for (const bar of barsOf(group.displayItems, group.id, endsOf(group.steps))) main.push(bar)
      main.push(...lastBar(group))
      marks.push(...marksOf(group))
      for (const process of group.processes) addLanes(process, group.id, items, subagents, 1)
    }
  }
  const lanes: Lane[] = [
    { id: 'main', label: 'Main', kind: 'main', bars: inOrder(main) },
    ...subagents.toSorted(byStart).slice(0, VIEW_LIMITS.lanes - 1),
  ]
  const times = [
    ...marks.map(({ at }) => at),
    ...lanes.flatMap(({ bars }) => bars.flatMap(({ startTime, endTime }) => [startTime, endTime])),
  ]
  const first = times.reduce<Time | null>(
    (least, at) => (least === null || at < least ? at : least),
    null,
  )
  const last = times.reduce<Time | null>(
    (most, at) => (most === null || at > most ? at : most),
    null,
  )
  const shown = marks.slice(-VIEW_LIMITS.marks)
  return fitting(VIEW_LIMITS.bars, (most) => ({
    startTime: first,
    endTime: last,
    lanes: lanes.map((lane) => ({ ...lane, ...joinBars(lane.bars, most) })),
    marks: shown,
  }))
}

const inOrder = (bars: readonly Bar[]): readonly Bar[] =>
  bars.toSorted((a, b) => (a.startTime < b.startTime ? -1 : a.startTime > b.startTime ? 1 : 0))

const byStart = (a: Lane, b: Lane): number => {
  const [from, other] = [a.bars[0]?.startTime ?? '', b.bars[0]?.startTime ?? '']
  return from < other ? -1 : from > other ? 1 : 0
}

function addLanes(
  process: Process,
  itemId: string,
  items: EnhancedItems,
  lanes: Lane[],
  depth: number,
): void {
  const { displayItems, steps } = items.trace(process)
  const bars = barsOf(displayItems, itemId, endsOf(steps)).map((bar) => ({
    ...bar,
    displayItemId: process.id,
  }))
  // Only its last output is to be seen: it worked all the same.
  const { startTime, endTime } = process
  const whole = { startTime, endTime, itemId, displayItemId: process.id, hasError: false }
  const label = shortened(
    process.team?.memberName ??
      process.name ??
      process.description ??
      process.subagentType ??
      'Sub-agent',
    LABEL,
  )
  const shown = bars.length === 0 ? [{ ...whole, label }] : bars
  lanes.push({ id: process.id, label, kind: 'subagent', bars: inOrder(shown) })
  if (depth >= VIEW_LIMITS.depth) return
  for (const item of displayItems)
    if (item.type === 'subagent') addLanes(item.subagent, itemId, items, lanes, depth + 1)
}

const LABEL = 100

const endsOf = (steps: EnhancedAIGroup['steps']): ReadonlyMap<string, Time> =>
  new Map(steps.flatMap(({ id, endTime }) => (endTime === undefined ? [] : [[id, endTime]])))

function barsOf(
  displayItems: readonly AIGroupDisplayItem[],
  itemId: string,
  ends: ReadonlyMap<string, Time>,
): readonly Bar[] {
  return displayItems.flatMap((item): readonly Bar[] => {
    const own = { itemId, displayItemId: item.id }
    switch (item.type) {
      case 'thinking':
      case 'output': {
        const { timestamp: startTime, content } = item
        const endTime = ends.get(item.id) ?? startTime
        return [{ startTime, endTime, label: textLabel(content), hasError: false, ...own }]
      }
      case 'tool': {
        const { startTime, endTime = startTime, result } = item.tool
        const hasError = result?.isError === true
        return [{ startTime, endTime, label: toolLabel(item.tool), hasError, ...own }]
      }
      case 'subagent': {
        const { startTime, endTime, description = 'Sub-agent' } = item.subagent
        return [{ startTime, endTime, label: textLabel(description), hasError: false, ...own }]
      }
      case 'slash':
      case 'teammate_message':
        return []
      default:
        return item satisfies never
    }
  })
}

/** The last output, which display items leave out. */
function lastBar(group: EnhancedAIGroup): readonly Bar[] {
  if (group.lastOutput?.type !== 'text') return []
  const { timestamp: startTime, text = '' } = group.lastOutput
  return [
    {
      startTime,
      endTime: group.endTime > startTime ? group.endTime : startTime,
      label: textLabel(text),
      itemId: group.id,
      displayItemId: null,
      hasError: false,
    },
  ]
}

function marksOf(group: EnhancedAIGroup): readonly Mark[] {
  if (group.status === 'error') return [{ at: group.endTime, kind: 'error', itemId: group.id }]
  const { lastOutput } = group
  return lastOutput?.type === 'interruption'
    ? [{ at: lastOutput.timestamp, kind: 'interruption', itemId: group.id }]
    : []
}
