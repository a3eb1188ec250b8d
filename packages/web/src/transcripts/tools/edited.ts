import type { ToolItemView } from '@crewroom/shared/transcript/views'
import { changeOf, type DiffLine, type FileChange } from '../../permissions/diff-lines'
import { inputOf, isRecord, textIn, type ToolInput } from './tool-input'

export interface Edited {
  readonly path: string
  readonly change: FileChange
}

/** What a tool did to a file, from its result where that has the lines' numbers; null where there is no change in it. */
export function editedBy(tool: ToolItemView): Edited | null {
  const input = inputOf(tool)
  const path = textIn(input, 'file_path', 'notebook_path', 'path', 'filePath')
  if (path === null) return null
  const change = patchIn(tool.result?.toolUseResult) ?? (input && asked(input))
  return change && { path, change }
}

/** The hunks of a patch, as programs write them beside the result. */
function patchIn(beside: unknown): FileChange | null {
  const patch = isRecord(beside) ? beside['structuredPatch'] : null
  if (!Array.isArray(patch) || patch.length === 0) return null
  const lines: DiffLine[] = []
  for (const hunk of patch as readonly unknown[]) {
    if (!isRecord(hunk) || !Array.isArray(hunk['lines'])) return null
    let [oldAt, newAt] = [Number(hunk['oldStart']) || 1, Number(hunk['newStart']) || 1]
    if (lines.length > 0) lines.push({ sign: 'gap' })
    for (const line of hunk['lines'] as readonly unknown[]) {
      if (typeof line !== 'string') return null
      const text = line.slice(1)
      if (line.startsWith('+')) lines.push({ sign: '+', n: newAt++, text })
      else if (line.startsWith('-')) lines.push({ sign: '−', n: oldAt++, text })
      else if (!line.startsWith('\\')) {
        lines.push({ sign: ' ', n: newAt++, text })
        oldAt++
      }
    }
  }
  return counted(lines)
}

/** The change as it was asked for: where in the file it is, nobody says. */
function asked(input: ToolInput): FileChange | null {
  const edits = Array.isArray(input['edits']) ? (input['edits'] as readonly unknown[]) : [input]
  const lines: DiffLine[] = []
  for (const edit of edits) {
    if (!isRecord(edit)) return null
    const { oldText, newText } = textsOf(edit)
    if (newText === null) return null
    if (lines.length > 0) lines.push({ sign: 'gap' })
    // Where a piece of a file ends, the file need not.
    lines.push(...changeOf({ oldText, newText }).lines.filter(({ sign }) => sign !== 'note'))
  }
  return counted(lines)
}

function textsOf(edit: ToolInput) {
  const text = (...names: readonly string[]) =>
    names.map((name) => edit[name]).find((value) => typeof value === 'string') ?? null
  return {
    oldText: text('old_string', 'oldText', 'old_str'),
    newText: text('new_string', 'newText', 'new_str', 'content', 'file_text', 'new_source'),
  } as { readonly oldText: string | null; readonly newText: string | null }
}

function counted(lines: readonly DiffLine[]): FileChange {
  const count = (sign: DiffLine['sign']) => lines.filter((line) => line.sign === sign).length
  return { added: count('+'), removed: count('−'), lines }
}
