import type { PermissionDiff } from '@crewroom/shared/model/need'

const NO_FILE = '/dev/null'
const BEFORE = /^--- (?:a\/)?(.*?)\s*$/
const AFTER = /^\+\+\+ (?:b\/)?(.*?)\s*$/
const PATCHED = /^\*\*\* (Add|Update|Delete) File: (.+)$/

interface Change {
  readonly path: string
  readonly isNew: boolean
  readonly old: string[]
  readonly fresh: string[]
}

/**
 * The changes to files in a text, as git writes them or as "*** Begin Patch": each file's old and new lines, as far as
 * the text has them. Empty for any other text.
 */
export function changesIn(text: string): PermissionDiff[] {
  const changes: Change[] = []
  const lines = text.split('\n')
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const begun = beginning(line, lines[at + 1] ?? '')
    const last = changes.at(-1)
    if (begun) {
      changes.push({ ...begun.change, old: [], fresh: [] })
      at += begun.lines - 1
    } else if (line.startsWith('+')) last?.fresh.push(line.slice(1))
    else if (line.startsWith('-')) last?.old.push(line.slice(1))
    else if (line.startsWith(' ')) {
      last?.old.push(line.slice(1))
      last?.fresh.push(line.slice(1))
    }
  }
  return changes.map(({ path, isNew, old, fresh }) => ({
    path,
    oldText: isNew ? null : joined(old),
    newText: joined(fresh),
  }))
}

/** A removed line may begin like a file's name: only two such lines in a row are names. */
function beginning(
  line: string,
  next: string,
): { change: Pick<Change, 'path' | 'isNew'>; lines: number } | null {
  const [, kind, patched] = PATCHED.exec(line) ?? []
  if (patched !== undefined) return { change: { path: patched, isNew: kind === 'Add' }, lines: 1 }
  const before = BEFORE.exec(line)?.[1]
  const after = AFTER.exec(next)?.[1]
  if (before === undefined || after === undefined) return null
  const path = isNoFile(after) ? before : after
  return { change: { path, isNew: isNoFile(before) }, lines: 2 }
}

/** One program writes it with a folder before it. */
function isNoFile(path: string): boolean {
  return path === NO_FILE || `/${path}` === NO_FILE
}

function joined(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('')
}
