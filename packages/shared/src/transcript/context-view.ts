import { type ContextPiece, piecesOfGroup, piecesOfUser } from './context-parts'
import type { EnhancedItems } from './enhanced-items'
import { estimatedTokens } from './estimated-tokens'
import { fitting } from './fitting'
import type { EnhancedAIGroup } from './groups'
import { textOf } from './message-text'
import type { Time } from './messages'
import { contextLimit } from './models'
import { toolLabel, textLabel } from './tool-label'
import { VIEW_LIMITS } from './view-limits'
import { CONTEXT_PARTS, type ContextPart, type ContextPhase, type ContextView } from './views'

type Point = ContextPhase['points'][number]

interface Phase {
  readonly number: number
  startTime: Time | null
  endTime: Time | null
  readonly points: Point[]
  readonly tokens: Map<ContextPart, number>
  largest: ContextPiece[]
}

/** Where the tokens of each phase went: a compaction ends one and begins the next with its summary. */
export function contextView(items: EnhancedItems): Omit<ContextView, 'revision'> {
  const phases: Phase[] = [newPhase(1)]
  const errors: ContextView['errors'][number][] = []
  let last: EnhancedAIGroup | null = null
  for (const [place, item] of items.all.entries()) {
    const phase = phases.at(-1) as Phase
    if (item.type === 'compact') {
      const { id, timestamp, message, startingPhaseNumber } = item.group
      const next = newPhase(startingPhaseNumber ?? phase.number + 1)
      phases.push(next)
      extend(next, timestamp, timestamp)
      const text = textOf(message)
      const tokens = estimatedTokens(text.length)
      const label = `Summary of phase ${phase.number}`
      put(next, [{ label, part: 'summary', tokens, itemId: id, displayItemId: null }])
    } else if (item.type === 'user') {
      extend(phase, item.group.timestamp, item.group.timestamp)
      put(phase, piecesOfUser(item.group))
    } else if (item.type === 'system') {
      const { id, timestamp, kind, commandOutput } = item.group
      extend(phase, timestamp, timestamp)
      if (kind !== 'api_error' || errors.length === VIEW_LIMITS.errors) continue
      errors.push({
        at: timestamp,
        label: textLabel(commandOutput),
        itemId: id,
        displayItemId: null,
      })
    } else {
      const group = items.enhanced(place)
      if (group === null) continue
      if (contextLimit(group.mainModel, 0, group.responses) !== null) last = group
      extend(phase, group.startTime, group.endTime)
      addPoints(group, phase.points)
      put(phase, piecesOfGroup(group))
      for (const error of errorsOf(group))
        if (errors.length < VIEW_LIMITS.errors) errors.push(error)
    }
  }
  const most = phases.reduce((sum, { points }) => Math.max(sum, mostTokens(points)), 0)
  const shown = phases.slice(-VIEW_LIMITS.phases)
  const limit = contextLimit(last?.mainModel ?? null, most, last?.responses ?? [])
  return fitting(VIEW_LIMITS.points, (points) => ({
    phases: shown.flatMap((phase) => phaseView(phase, points)),
    limit,
    errors,
  }))
}

const newPhase = (number: number): Phase => ({
  number,
  startTime: null,
  endTime: null,
  points: [],
  tokens: new Map(),
  largest: [],
})

function extend(phase: Phase, from: Time, to: Time): void {
  if (phase.startTime === null || from < phase.startTime) phase.startTime = from
  if (phase.endTime === null || to > phase.endTime) phase.endTime = to
}

function put(phase: Phase, pieces: readonly ContextPiece[]): void {
  for (const { part, tokens } of pieces)
    phase.tokens.set(part, (phase.tokens.get(part) ?? 0) + tokens)
  phase.largest = [...phase.largest, ...pieces]
    .toSorted((a, b) => b.tokens - a.tokens)
    .slice(0, VIEW_LIMITS.largest)
}

/** One for each response, where its records tell. */
function addPoints(group: EnhancedAIGroup, points: Point[]): void {
  let last: number | null = null
  for (const { context, contextTokens, startTime } of group.steps) {
    if (context !== 'main' || contextTokens === undefined || contextTokens === last) continue
    points.push({ at: startTime, tokens: contextTokens, itemId: group.id })
    last = contextTokens
  }
}

function errorsOf(group: EnhancedAIGroup): readonly ContextView['errors'][number][] {
  const shownBy = new Map(group.processes.map(({ id, parentTaskId }) => [parentTaskId, id]))
  return [...group.linkedTools.values()].flatMap((tool) =>
    tool.result?.isError === true
      ? [
          {
            at: tool.endTime ?? tool.startTime,
            label: toolLabel(tool),
            itemId: group.id,
            displayItemId: shownBy.get(tool.id) ?? tool.id,
          },
        ]
      : [],
  )
}

function phaseView(phase: Phase, most: number): readonly ContextPhase[] {
  const { number, startTime, endTime, points, tokens, largest } = phase
  if (startTime === null || endTime === null) return []
  return [
    {
      number,
      startTime,
      endTime,
      points: thinned(points, most),
      parts: CONTEXT_PARTS.flatMap((part) => {
        const own = tokens.get(part) ?? 0
        return own === 0 ? [] : [{ part, tokens: own }]
      }),
      largest,
    },
  ]
}

const mostTokens = (points: readonly Point[]): number =>
  points.reduce((most, { tokens }) => Math.max(most, tokens), 0)

/** The first, the last, and of each stretch between them its highest. */
function thinned(points: readonly Point[], most: number): readonly Point[] {
  if (points.length <= most) return points
  const stretch = Math.ceil((points.length - 2) / (most - 2))
  const kept = points.slice(0, 1)
  for (let at = 1; at < points.length - 1; at += stretch) {
    const part = points.slice(at, Math.min(at + stretch, points.length - 1))
    const highest = part.find(({ tokens }) => tokens === mostTokens(part))
    if (highest !== undefined) kept.push(highest)
  }
  return [...kept, ...points.slice(-1)]
}
