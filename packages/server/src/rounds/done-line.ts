/** What Markdown puts around a word. */
const MARKS = String.raw`[*_~\x60]*`
const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/
/** The word on a line of its own, also as a heading or in a list. */
const ALONE = new RegExp(
  String.raw`^[ \t]*(?:#{1,6}[ \t]+|[-*+][ \t]+)?${MARKS}\\?\[DONE\\?\]${MARKS}[.!]?${MARKS}[ \t]*$`,
)
const DONE = String.raw`\\?\[DONE\\?\]`
/** A line of a list may say of a part that it is done. */
const IN_LIST = /^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]/
/** With one of these words the last clause before it denies it, sets a condition, or speaks about the word. */
const IS_OPEN =
  /(?<!\p{L})(?:not|never|yet|unless|until|if|when|once|before)(?!\p{L})|n['’]t(?!\p{L})|(?<!\p{L})(?:write|writes|say|says|post|send|type|reply|answer|respond|with|word|line)[\s“"'’:*_\x60]*$/iu
/** So much of a line is looked at, from its end. */
const LONGEST = 400
const CLAUSE = /[.!?;:…](?=\s|$)/u

/**
 * A text without the words that say that a discussion is done: a line that is only `[DONE]`, and the last line’s end. A block of
 * code is quoted, not said.
 */
export function withoutDone(text: string): string {
  if (!text.includes('DONE')) return text
  const lines = text.split('\n')
  const quoted = quotedLines(lines)
  const last = lastLine(lines)
  const kept = lines.flatMap((line, at) => {
    if (quoted.has(at)) return [line]
    if (line.length <= LONGEST && ALONE.test(line)) return []
    return at === last ? [(endOf(line, DONE) ?? { before: line }).before] : [line]
  })
  return kept.length === lines.length && kept.every((line, at) => line === lines[at])
    ? text
    : kept.join('\n')
}

/** Whether the last line of a text is a word, or ends in it, whatever Markdown is around it. */
export function endsIn(text: string, word: string): boolean {
  const lines = text.split('\n')
  const at = lastLine(lines)
  const line = lines[at]
  if (line === undefined || quotedLines(lines).has(at)) return false
  return endOf(line, literal(word), true) !== null
}

/** A line that ends in a word: what stands before it. Null for any other one. */
function endOf(line: string, word: string, alone = false): { readonly before: string } | null {
  const from = Math.max(0, line.length - LONGEST)
  // The word has marks of its own around it, or shares those of its line.
  const end = new RegExp(
    String.raw`^(?<before>.*?)(?<![\p{L}\p{N}_])(?<open>${MARKS})${word}(?<close>${MARKS})[.!]?${MARKS}[ \t]*$`,
    'u',
  ).exec(line.slice(from))?.groups
  if (!end) return null
  const { before = '', open = '', close = '' } = end
  const said = before.replace(/^[ \t#>*+-]*/, '').trim()
  if (said === '' && from === 0) return alone && !before.includes('>') ? { before: '' } : null
  if (IN_LIST.test(line) || IS_OPEN.test(said.split(CLAUSE).at(-1) ?? '')) return null
  return { before: (line.slice(0, from) + before).trimEnd() + (open === '' ? close : '') }
}

function literal(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
}

/** The last line that is not blank; −1 for none. */
function lastLine(lines: readonly string[]): number {
  return lines.findLastIndex((line) => line.trim() !== '')
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
