import { boundedName } from './bounded-name'
import type { Process } from './chunks'
import type { EnhancedItems } from './enhanced-items'
import type { AIGroupDisplayItem } from './groups'
import { lastOutputView } from './item-view'
import { contextLimit } from './models'
import { toolView } from './tool-view'
import { type DetailLevel, VIEW_LIMITS } from './view-limits'
import { longText, shortened } from './view-texts'
import type { DisplayItemView, SubagentView } from './views'

/** What display items are shown with: their sub-agents' traces, and whether those have a transcript of their own. */
export interface Nesting {
  readonly items: EnhancedItems
  transcriptIdOf(process: Process): string | null
}

export function displayItemView(
  item: AIGroupDisplayItem,
  level: DetailLevel,
  nesting: Nesting,
  depth = 1,
): DisplayItemView {
  switch (item.type) {
    case 'thinking':
    case 'output':
      return { ...item, content: longText(item.content, level.text) }
    case 'tool':
      return { type: 'tool', id: item.id, tool: toolView(item.tool, level) }
    case 'subagent':
      return {
        type: 'subagent',
        id: item.id,
        subagent: subagentView(item.subagent, level, nesting, depth),
      }
    case 'slash': {
      const { slash } = item
      return {
        ...item,
        slash: {
          ...slash,
          ...(slash.args === undefined ? {} : { args: shortened(slash.args, level.text) }),
          ...(slash.message === undefined ? {} : { message: shortened(slash.message, level.text) }),
          ...(slash.instructions === undefined
            ? {}
            : { instructions: shortened(slash.instructions, level.text) }),
        },
      }
    }
    case 'teammate_message': {
      const { teammateMessage } = item
      const content = shortened(teammateMessage.content, level.text)
      return { ...item, teammateMessage: { ...teammateMessage, content } }
    }
    default:
      return item satisfies never
  }
}

function subagentView(
  process: Process,
  level: DetailLevel,
  nesting: Nesting,
  depth: number,
): SubagentView {
  const trace = nesting.items.trace(process)
  const shown = depth > VIEW_LIMITS.depth ? [] : trace.displayItems.slice(0, level.nested)
  const { description, subagentType, name, team } = process
  return {
    id: process.id,
    model: trace.model,
    startTime: process.startTime,
    endTime: process.endTime,
    durationMs: process.durationMs,
    metrics: process.metrics,
    isParallel: process.isParallel,
    isOngoing: process.isOngoing,
    prompt: trace.prompt === null ? null : longText(trace.prompt, level.text),
    itemsSummary: trace.itemsSummary,
    contextTokens: trace.contextTokens,
    contextLimit: contextLimit(trace.model, trace.contextTokens ?? 0, process.messages),
    displayItems: shown.map((item) => displayItemView(item, level, nesting, depth + 1)),
    more: trace.displayItems.length - shown.length,
    lastOutput: lastOutputView(trace.lastOutput, level.text),
    transcriptId: nesting.transcriptIdOf(process),
    ...(description === undefined ? {} : { description: shortened(description, SHORT) }),
    ...(subagentType === undefined ? {} : { subagentType: shortened(subagentType, SHORT) }),
    ...(name === undefined ? {} : { name: boundedName(name) }),
    ...(team === undefined ? {} : { team: teamView(team) }),
  }
}

const SHORT = 500

const teamView = (team: NonNullable<Process['team']>): NonNullable<SubagentView['team']> => ({
  memberName: boundedName(team.memberName),
  ...(team.name === undefined ? {} : { name: boundedName(team.name) }),
  ...(team.memberColor === undefined ? {} : { memberColor: boundedName(team.memberColor) }),
})
