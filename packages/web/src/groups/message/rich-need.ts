/** Longer text than this is shown as it was written: what agents write must not keep the page busy. */
const MOST = 20_000
const MOST_LINES = 500
/** Deeper nesting than a person would write. */
const DEEPEST = 12
const MOST_SIGNS = 1_500

const SIGN =
  /[*_`~|<\\[&]|^ {0,3}(?:#{1,6}(?:\s|$)|>|[-+]\s|\d{1,9}[.)]\s|=+\s*$|-+\s*$)|^(?: {4}|\t)|https?:\/\/|www\.|\S@\S+\.\S/im

/** Whether a text has any sign of markdown; one that has none is its own rendering. */
export function hasMarkdown(content: string): boolean {
  return SIGN.test(content)
}

/** Whether rendering it takes a time and a depth that are known beforehand. */
export function isHarmless(content: string): boolean {
  if (content.length > MOST || content.includes('\uE000')) return false
  let signs = 0
  for (const character of content) if ('[]*_~`<>!|&'.includes(character)) signs += 1
  if (signs > MOST_SIGNS) return false
  const lines = content.split('\n')
  return lines.length <= MOST_LINES && !lines.some((line) => depthOf(line) > DEEPEST)
}

/** How many quotes and lists a line begins in, and how far in it stands. */
function depthOf(line: string): number {
  const begin = /^[\s>+*\-\d.)]*/.exec(line)?.[0] ?? ''
  const marks = begin.match(/>|[-+*](?=\s)|[.)](?=\s)/g)?.length ?? 0
  const spaces = begin.match(/^\s*/)?.[0].length ?? 0
  return Math.max(marks, spaces / 4 > DEEPEST * 2 ? DEEPEST + 1 : 0)
}
