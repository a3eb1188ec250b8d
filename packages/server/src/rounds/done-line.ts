const DONE = /^[ \t]*\[DONE\][ \t]*$/
const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/

/** A text without the lines that say that a discussion is done. A line in a block of code is quoted, not said. */
export function withoutDone(text: string): string {
  const lines = text.split('\n')
  if (!lines.some((line) => DONE.test(line))) return text
  const quoted = quotedLines(lines)
  return lines.filter((line, at) => quoted.has(at) || !DONE.test(line)).join('\n')
}

/** The lines of blocks of code. A block that nobody closes is none: an answer ends with `[DONE]` behind it. */
function quotedLines(lines: readonly string[]): ReadonlySet<number> {
  const quoted = new Set<number>()
  for (let at = 0; at < lines.length; at++) {
    const fence = FENCE.exec(lines[at] ?? '')?.[1]
    if (fence === undefined) continue
    const length = lines.slice(at + 1).findIndex((line) => closes(line, fence))
    if (length === -1) continue
    for (let n = at; n <= at + length + 1; n++) quoted.add(n)
    at += length + 1
  }
  return quoted
}

function closes(line: string, fence: string): boolean {
  const [, marks = '', rest = ''] = FENCE.exec(line.trimEnd()) ?? []
  return marks.startsWith(fence) && rest === ''
}
