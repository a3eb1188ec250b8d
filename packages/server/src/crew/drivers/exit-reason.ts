import type { RunEnd } from './agent-run'

const REASON_LENGTH = 300
/** Lines that name what went wrong, in what programs write before they die. */
const NAMES_ERROR =
  /\b(?:\w*(?:error|exception)|fatal|panic(?:ked)?|cannot|could not|not found|no such|unsupported|requires?|denied|refused|missing|invalid)\b/i
/** A place in a program, and what Node.js says last of all. */
const PLACE = /^\s*(?:at |File "|Node\.js v)/

/** `ended with exit code 3: what it said on stderr about it` */
export function exitReason(code: number | null, signal: string | null, stderr: string): string {
  const how = signal ? `was ended by ${signal}` : `ended with exit code ${code}`
  const said = namedError(stderr) || lastLine(stderr)
  return `Its program ${how}${said === '' ? '' : `: ${said}`}`
}

/** The line that names the error, with the one before and the one after it; nothing where none does. */
function namedError(stderr: string): string {
  const lines = linesOf(stderr)
  const at = lines.findLastIndex((line) => NAMES_ERROR.test(line) && !PLACE.test(line))
  const [before, named, after] = [lines[at - 1], lines[at], lines[at + 1]]
  if (named === undefined) return ''
  return [before, named, after]
    .flatMap((line) => (line === undefined ? [] : line.slice(0, REASON_LENGTH)))
    .join(' ⏎ ')
}

function lastLine(stderr: string): string {
  return linesOf(stderr).at(-1)?.slice(-REASON_LENGTH) ?? ''
}

function linesOf(stderr: string): string[] {
  return stderr.split('\n').flatMap((line) => line.trim() || [])
}

/** How a run of an ACP program ended, with what the program wrote about it. */
export function explained(
  end: RunEnd,
  exit: { readonly code: number | null; readonly signal: string | null; readonly stderr: string },
  { itself, wasReady }: { readonly itself: boolean; readonly wasReady: boolean },
): RunEnd {
  if (end.kind === 'unusable' || end.kind === 'stopped') return end
  const unready = !wasReady
  const { code, signal, stderr } = exit
  if (itself && code !== 0) {
    return { kind: 'crashed', reason: exitReason(code, signal, stderr), unready }
  }
  if (end.kind !== 'crashed') return end
  const named = wasReady ? '' : namedError(stderr)
  const reason = named === '' ? end.reason : `${end.reason} It wrote: ${named}`
  return { kind: 'crashed', reason, unready }
}
