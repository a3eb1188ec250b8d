/** What a program said about its error before it ended. */
export interface SaidError {
  /** The line that names the error. */
  readonly line: string
  /** Up to three lines as they were written, including that one. */
  readonly lines: readonly string[]
}

/** How many lines are searched from the end; places in a stack do not count. */
const LOOKED_AT = 60
const SHOWN = 3
const LONGEST = 300
/** The weight of a line beside it. */
const LONGEST_SHOWN = 110

/** A place in a program, which names no error: of JavaScript, Java and Rust; of Python; of Go. */
const PLACE =
  /^\s+(?:at |File ")|^\s+\d+: \S+$|^\s*\.\.\. \d+ more$|^\t\S+:\d+ \+0x|^goroutine \d+ /
/** What runtimes say at the very end, whatever happened. */
const FAREWELL =
  /^(?:Node\.js v|Bun v|exit status \d+$|note: |\(Use `node|npm (?:ERR!|error) (?:A complete log|code |errno ))/

/** An error under its own name, by which it was thrown: `TypeError: …`, `java.io.IOException`, `Caused by: …`, `Error [ERR_X]: …`. */
const THROWN =
  /^(?:(?:Uncaught|Unhandled exception[.:]?|Exception in thread "[^"]*"|Caused by:|\[cause\]:)\s+)?(?:[\w$]+[.:]+)*[\w$]*(?:Error|Exception|Interrupt)(?: \[\w+\])?(?::|\s*$)/
const GO = /^(?:panic: |fatal error: )/
const RUST_PLACE = /^thread '.*' (?:\(\d+\) )?panicked at [^']*:\d+:\d+:$/
const RUST_ONE_LINE = /^thread '.*' panicked at '/
const CARET = /^\s*\^+\s*$/
const TRACEBACK = /^Traceback \(most recent call last\):$/
/** What shells, tools and loggers begin or end such a line with. */
const SAID =
  /^(?:\S+: )*(?:fatal|error|panic)(?:\[\w+\])?[:!]|^\[?(?:ERROR|FATAL|CRITICAL)\b|: (?:command )?not found\s*$|No such file or directory|[Pp]ermission denied|syntax error|^npm (?:ERR!|error) /i
/** Words that hint at an error, if no line says it better. */
const TELLS =
  /\b(?:\w*(?:error|exception)|fatal|panic(?:ked)?|cannot|can't|could not|not found|no such|bad option|unsupported|requires?|denied|refused|missing|invalid)\b/i

/**
 * The line in which a program named its error, recognised by how runtimes and shells write one; null if there is none.
 */
export function namedError(stderr: string): SaidError | null {
  const lines = linesOf(stderr)
  const from = beginning(lines)
  const last = (names: (at: number) => boolean) => {
    for (let at = lines.length - 1; at >= from; at--) {
      const line = lines[at] ?? ''
      if (!PLACE.test(line) && !FAREWELL.test(line) && names(at)) return at
    }
    return -1
  }
  const is = (pattern: RegExp) => (at: number) => pattern.test(lines[at] ?? '')
  for (const names of [
    (at: number) => is(THROWN)(at) || is(GO)(at) || isThrown(lines, at),
    is(SAID),
    is(TELLS),
  ]) {
    const at = last(names)
    if (at !== -1) return around(lines, at)
  }
  return null
}

/** The line that names the error, or else the last one that says anything; null if nothing was said. */
export function lastError(stderr: string): SaidError | null {
  const named = namedError(stderr)
  if (named) return named
  const lines = linesOf(stderr)
  const at = lines.findLastIndex((line) => !FAREWELL.test(line) && !PLACE.test(line))
  return lines.length === 0 ? null : around(lines, at === -1 ? lines.length - 1 : at)
}

/** Recognises an error whose name says nothing by its position. */
function isThrown(lines: readonly string[], at: number): boolean {
  const [line = '', before = '', after = ''] = [lines[at], lines[at - 1], lines[at + 1]]
  if (RUST_ONE_LINE.test(line) || RUST_PLACE.test(before)) return true
  // JavaScript: below the marked place, or above the stack.
  if (CARET.test(before) && /^\S/.test(line)) return true
  if (/^\s+at \S/.test(after) && /^\S/.test(line)) return true
  return endsTraceback(lines, at)
}

/** Python: the first line after a traceback. */
function endsTraceback(lines: readonly string[], at: number): boolean {
  if (/^\s/.test(lines[at] ?? '')) return false
  for (let n = at - 1; n >= 0; n--) {
    const line = lines[n] ?? ''
    if (TRACEBACK.test(line)) return at - n > 1
    if (!/^\s/.test(line)) return false
  }
  return false
}

/** Where the last lines begin that are not places in a stack. */
function beginning(lines: readonly string[]): number {
  let count = 0
  for (let at = lines.length - 1; at >= 0; at--) {
    if (!PLACE.test(lines[at] ?? '') && ++count === LOOKED_AT) return at
  }
  return 0
}

/** With the lines that follow it or, if there are too few, those before it. */
function around(lines: readonly string[], at: number): SaidError {
  const isSaid = (line: string) => !CARET.test(line) && !FAREWELL.test(line)
  const before = lines.slice(0, at).filter(isSaid)
  const after = lines.slice(at + 1).filter(isSaid)
  const follows = after.slice(0, SHOWN - 1)
  const precedes = before.slice(Math.max(0, before.length - (SHOWN - 1 - follows.length)))
  const short = (line: string, most: number) => line.trim().slice(0, most).toWellFormed()
  return {
    line: short(lines[at] ?? '', LONGEST),
    lines: [...(follows.length < SHOWN - 1 ? precedes : []), lines[at] ?? '', ...follows].map(
      (line) => short(line, LONGEST_SHOWN),
    ),
  }
}

function linesOf(stderr: string): string[] {
  return stderr.split(/[\r\n]+/).filter((line) => line.trim() !== '')
}
