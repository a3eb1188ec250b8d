import type {
  AIGroupDisplayItem,
  AIGroupLastOutput,
  CompactGroup,
  EnhancedAIGroup,
  SystemGroup,
  UserGroup,
} from './groups'
import { textOf } from './message-text'
import type { Delivered } from './messages'
import { contextLimit } from './models'
import { VIEW_LIMITS } from './view-limits'
import { longText, shortened } from './view-texts'
import type { AIItemView, CompactItemView, SystemItemView, UserItemView } from './views'

/** Items as the list shows them. */

const { listText, parts, markedIds } = VIEW_LIMITS

export function userItemView({ id, timestamp, index, content, message }: UserGroup): UserItemView {
  const { commands, fileReferences, images } = content
  return {
    type: 'user',
    id,
    timestamp,
    index,
    text: longText(content.text ?? '', listText),
    commands: commands.slice(0, parts).map((command) => ({
      name: shortened(command.name, SHORT),
      raw: shortened(command.raw, SHORT),
      ...(command.args === undefined ? {} : { args: shortened(command.args, SHORT) }),
    })),
    fileReferences: fileReferences
      .slice(0, parts)
      .map(({ path, raw }) => ({ path: shortened(path, SHORT), raw: shortened(raw, SHORT) })),
    images: images
      .slice(0, parts)
      .map(({ mediaType, data }) => ({ mediaType, bytes: Math.floor((data.length * 3) / 4) })),
    delivered: deliveredView(message.crew?.delivered ?? []),
  }
}

const SHORT = 500

/** Their texts share what an item may take. */
function deliveredView(delivered: readonly Delivered[]): readonly Delivered[] {
  const each = Math.floor(listText / Math.max(1, Math.min(delivered.length, parts)))
  return delivered
    .slice(0, parts)
    .map((one) => ({ ...one, text: shortened(one.text, Math.max(each, SHORT)) }))
}

export function systemItemView(group: SystemGroup): SystemItemView {
  const { id, timestamp, commandOutput, commandName, kind } = group
  return {
    type: 'system',
    id,
    timestamp,
    output: longText(commandOutput, listText),
    kind,
    ...(commandName === undefined ? {} : { commandName: shortened(commandName, SHORT) }),
  }
}

export function compactItemView(group: CompactGroup): CompactItemView {
  const { id, timestamp, message, tokenDelta, startingPhaseNumber } = group
  return {
    type: 'compact',
    id,
    timestamp,
    summary: longText(textOf(message), listText),
    ...(tokenDelta === undefined ? {} : { tokenDelta }),
    ...(startingPhaseNumber === undefined ? {} : { startingPhaseNumber }),
  }
}

export function aiItemView(group: EnhancedAIGroup, limit: number = listText): AIItemView {
  const { claudeMdStats: files, summary } = group
  const contexts = group.steps.flatMap(({ contextTokens }) => contextTokens ?? [])
  return {
    type: 'ai',
    id: group.id,
    turnIndex: group.turnIndex,
    startTime: group.startTime,
    endTime: group.endTime,
    durationMs: group.durationMs,
    status: group.status,
    isOngoing: group.isOngoing === true,
    tokens: group.tokens,
    summary: {
      ...summary,
      ...(summary.thinkingPreview === undefined
        ? {}
        : { thinkingPreview: shortened(summary.thinkingPreview, SHORT) }),
    },
    itemsSummary: group.itemsSummary,
    mainModel: group.mainModel,
    subagentModels: group.subagentModels.slice(0, parts),
    lastOutput: lastOutputView(group.lastOutput, limit),
    items: group.displayItems.length,
    errorIds: idsWhere(group.displayItems, ({ result }) => result?.isError === true),
    orphanIds: idsWhere(group.displayItems, ({ isOrphaned }) => isOrphaned),
    contextTokens: contexts.at(-1) ?? null,
    contextLimit: contextLimit(group.mainModel, contexts.at(-1) ?? 0, group.responses),
    claudeMdStats:
      files === null
        ? null
        : {
            files: files.files
              .slice(0, parts)
              .map(({ path, tokens }) => ({ path: shortened(path, SHORT), tokens })),
            totalTokens: files.totalTokens,
          },
  }
}

type Tool = Extract<AIGroupDisplayItem, { type: 'tool' }>['tool']

function idsWhere(
  items: readonly AIGroupDisplayItem[],
  holds: (tool: Tool) => boolean,
): readonly string[] {
  const ids: string[] = []
  for (const item of items) {
    if (item.type !== 'tool' || !holds(item.tool)) continue
    ids.push(item.id)
    if (ids.length === markedIds) break
  }
  return ids
}

const TEXTS = ['text', 'toolResult', 'planContent', 'planPreamble', 'interruptionMessage'] as const

/** `cut`: how long its longest text is, where that is only its beginning. */
export function lastOutputView(
  output: AIGroupLastOutput | null,
  limit: number,
): AIItemView['lastOutput'] {
  if (output === null) return null
  let longest = 0
  const texts: Partial<Record<(typeof TEXTS)[number], string>> = {}
  for (const name of TEXTS) {
    const text = output[name]
    if (text === undefined) continue
    const view = longText(text, limit)
    texts[name] = view.text
    longest = Math.max(longest, view.cut ?? 0)
  }
  return {
    ...output,
    ...texts,
    ...(output.toolName === undefined ? {} : { toolName: shortened(output.toolName, SHORT) }),
    ...(longest === 0 ? {} : { cut: longest }),
  }
}
