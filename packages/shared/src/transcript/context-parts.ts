import { charsIn, estimatedTokens } from './estimated-tokens'
import type { EnhancedAIGroup, LinkedToolItem, UserGroup } from './groups'
import { isInstructionFile } from './instruction-files'
import { textLabel, toolLabel } from './tool-label'
import type { ContextPart } from './views'

/** A piece of what the model had before it, with estimated tokens. */
export interface ContextPiece {
  readonly label: string
  readonly part: ContextPart
  readonly tokens: number
  readonly itemId: string
  readonly displayItemId: string | null
}

export function piecesOfUser({ id, content }: UserGroup): readonly ContextPiece[] {
  const text = content.rawText ?? content.text ?? ''
  const chars = text.length + charsIn(content.images.map(() => ({ type: 'image' })))
  if (chars === 0) return []
  const tokens = estimatedTokens(chars)
  return [{ label: textLabel(text), part: 'user', tokens, itemId: id, displayItemId: null }]
}

/** Everything of a group. What its sub-agents had is in contexts of their own. */
export function piecesOfGroup(group: EnhancedAIGroup): readonly ContextPiece[] {
  const pieces: ContextPiece[] = []
  const add = (part: ContextPart, label: string, tokens: number, displayItemId: string | null) => {
    if (tokens > 0) pieces.push({ label, part, tokens, itemId: group.id, displayItemId })
  }
  const hidden = new Map(group.processes.map(({ id, parentTaskId }) => [parentTaskId, id]))
  const readByTool = new Set<string>()
  for (const tool of group.linkedTools.values()) {
    const shownBy = hidden.get(tool.id) ?? tool.id
    add('tool_calls', toolLabel(tool), tool.callTokens ?? 0, shownBy)
    const path = pathOf(tool)
    if (path !== null && isInstructionFile(path)) readByTool.add(path)
    add(partOf(tool), toolLabel(tool), tool.result?.tokenCount ?? 0, shownBy)
    add('instructions', toolLabel(tool), tool.skillInstructionsTokenCount ?? 0, shownBy)
  }
  for (const { path, tokens } of group.claudeMdStats?.files ?? [])
    if (!readByTool.has(path)) add('instructions', path, tokens, null)
  for (const item of group.displayItems) {
    if (item.type === 'slash')
      add('instructions', `/${item.slash.name}`, item.slash.instructionsTokenCount ?? 0, item.id)
    if (item.type === 'teammate_message') {
      const { content, tokenCount } = item.teammateMessage
      add('user', textLabel(content), tokenCount ?? 0, item.id)
    }
  }
  for (const { id, type, context, content, tokens } of group.steps) {
    if (context !== 'main' || (type !== 'thinking' && type !== 'output')) continue
    const text = content.thinkingText ?? content.outputText ?? ''
    const isItem = type === 'thinking' || text !== group.lastOutput?.text
    add(type, textLabel(text), tokens?.output ?? estimatedTokens(text.length), isItem ? id : null)
  }
  return pieces
}

const READS: ReadonlySet<string> = new Set(['Read', 'NotebookRead', 'read', 'read_file'])

function partOf(tool: LinkedToolItem): ContextPart {
  if (!READS.has(tool.name)) return 'tool_results'
  const path = pathOf(tool)
  return path !== null && isInstructionFile(path) ? 'instructions' : 'files_read'
}

function pathOf({ input }: LinkedToolItem): string | null {
  const path = input['file_path'] ?? input['path']
  return typeof path === 'string' ? path : null
}
