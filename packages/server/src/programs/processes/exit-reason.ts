import type { ProgramRunEnd } from '../program-run'
import { lastError, namedError } from './error-line'

/** Why a run ended: a sentence, and the lines that its program wrote about it. */
interface Crash {
  readonly reason: string
  readonly said: readonly string[]
}

/** `ended with exit code 3: the line of stderr that names the error` */
export function exitReason(code: number | null, signal: string | null, stderr: string): Crash {
  const how = signal ? `was ended by ${signal}` : `ended with exit code ${code}`
  const error = lastError(stderr)
  return {
    reason: `Its program ${how}${error ? `: ${error.line}` : ''}`,
    said: error?.lines ?? [],
  }
}

/** How a run of an ACP program ended, with what the program wrote about it. */
export function explained(
  end: ProgramRunEnd,
  exit: { readonly code: number | null; readonly signal: string | null; readonly stderr: string },
  { itself, wasReady }: { readonly itself: boolean; readonly wasReady: boolean },
): ProgramRunEnd {
  if (end.kind === 'unusable' || end.kind === 'stopped' || end.kind === 'asleep') return end
  const unready = !wasReady
  const { code, signal, stderr } = exit
  if (itself && code !== 0) {
    return { kind: 'crashed', ...exitReason(code, signal, stderr), unready }
  }
  if (end.kind !== 'crashed') return end
  const named = wasReady ? null : namedError(stderr)
  const reason = named ? `${end.reason} It wrote: ${named.line}` : end.reason
  return { kind: 'crashed', reason, said: named?.lines ?? [], unready }
}
