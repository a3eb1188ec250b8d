import { fenceAt } from './text-blocks'

const LINES = 24
const UNITS = 4_000
/** However much of it is code. */
const LINES_IN_ALL = 400
const UNITS_IN_ALL = 20_000

interface Fold {
  /** What is shown of it at first. */
  readonly head: string
  /** How many lines there are in all. */
  readonly lines: number
  /** Whether its end is within code. */
  readonly isInCode: boolean
}

/** Where a long message is folded; null when it is short. Code folds separately and does not count as text. */
export function foldOf(content: string): Fold | null {
  if (content.length <= UNITS && !hasMoreLines(content)) return null
  const lines = content.split('\n')
  let textLines = 0
  let textUnits = 0
  let units = 0
  let fence: string | null = null
  for (const [index, line] of lines.entries()) {
    const mark = fenceAt(line)
    if (fence !== null) {
      if (line.trim() === fence) fence = null
    } else if (mark !== null) fence = mark
    else {
      textLines += 1
      textUnits += line.length + 1
    }
    const isLong = textLines > LINES || textUnits > UNITS
    if (isLong || index >= LINES_IN_ALL || units + line.length > UNITS_IN_ALL) {
      const head = lines.slice(0, index).join('\n')
      // One line may be the whole message.
      const rest = head === '' ? content : `${head}\n${line}`
      const isOneTooMany = head !== '' && textLines > LINES
      return {
        head: isOneTooMany ? head : cutAt(rest, Math.max(head.length, UNITS)),
        lines: lines.length,
        isInCode: fence !== null,
      }
    }
    units += line.length + 1
  }
  return null
}

function hasMoreLines(content: string): boolean {
  let at = -1
  for (let count = 0; count < LINES; count++) {
    at = content.indexOf('\n', at + 1)
    if (at === -1) return false
  }
  return true
}

/** Not within a pair of units that are one character. */
function cutAt(text: string, units: number): string {
  if (text.length <= units) return text
  const last = text.charCodeAt(units - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? units - 1 : units)
}
