import type { PermissionDiff } from '@crewroom/shared/model/need'
import { structuredPatch } from 'diff'

/** One line of a change; a gap stands for unchanged lines. */
export type DiffLine =
  | { readonly sign: '+' | '−' | ' '; readonly n: number; readonly text: string }
  | { readonly sign: 'gap' }
  | { readonly sign: 'note'; readonly text: string }

export interface FileChange {
  readonly added: number
  readonly removed: number
  readonly lines: readonly DiffLine[]
}

const CONTEXT = 3
/** Texts that differ in more lines are shown as replaced: finding the smallest change would take too long. */
const MOST_EDITS = 600

/** The change to a file, line by line. Numbers are those of the new text; removed lines have those of the old one. */
export function changeOf({ oldText, newText }: Omit<PermissionDiff, 'path'>): FileChange {
  const before = oldText ?? ''
  const patch = structuredPatch('', '', before, newText, '', '', {
    context: CONTEXT,
    maxEditLength: MOST_EDITS,
  })
  const hunks = patch?.hunks ?? [replaced(before, newText)]
  const lines: DiffLine[] = []
  for (const { oldStart, newStart, lines: raw } of hunks) {
    if (lines.length > 0 || newStart > 1) lines.push({ sign: 'gap' })
    let [oldAt, newAt] = [oldStart, newStart]
    for (const line of raw) {
      const text = line.slice(1)
      if (line.startsWith('+')) lines.push({ sign: '+', n: newAt++, text })
      else if (line.startsWith('-')) lines.push({ sign: '−', n: oldAt++, text })
      else if (line.startsWith('\\')) lines.push({ sign: 'note', text: 'No line end here' })
      else {
        lines.push({ sign: ' ', n: newAt++, text })
        oldAt++
      }
    }
  }
  const count = (sign: DiffLine['sign']) => lines.filter((line) => line.sign === sign).length
  return { added: count('+'), removed: count('−'), lines }
}

function replaced(before: string, after: string) {
  const linesOf = (text: string, sign: string) =>
    text === ''
      ? []
      : text
          .replace(/\n$/, '')
          .split('\n')
          .map((line) => sign + line)
  return { oldStart: 1, newStart: 1, lines: [...linesOf(before, '-'), ...linesOf(after, '+')] }
}
