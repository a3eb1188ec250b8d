import type { SemanticStep } from './chunks'
import type { StepEntry } from './growing-steps'
import type { Time } from './messages'

type Filled = { -readonly [Key in keyof SemanticStep]: SemanticStep[Key] }

/** Steps closer to each other began at the same time. */
const SAME_TIME_MS = 100

/**
 * Gives each step from a place on its end: where the next one began, the last ones the end of their chunk. Returns from
 * which place on a later step may change them.
 */
export function fillGaps(entries: readonly StepEntry[], from: number, chunkEnd: Time): number {
  const endsAt = Date.parse(chunkEnd)
  let next = from
  let open = entries.length
  for (let at = from; at < entries.length; at += 1) {
    const entry = entries[at]
    if (entry === undefined) break
    next = Math.max(next, at + 1)
    while (next < entries.length && !isLater(entries[next], entry)) next += 1
    const after = entries[next]
    if (after === undefined) open = Math.min(open, at)
    if (after === undefined) fill(entry, chunkEnd, endsAt)
    else fill(entry, after.draft.step.startTime, after.draft.at)
  }
  return open
}

/** From which place on steps have no later one. */
export function firstOpen(entries: readonly StepEntry[]): number {
  const last = entries.at(-1)
  let open = entries.length
  while (open > 0 && !isLater(last, entries[open - 1] as StepEntry)) open -= 1
  return open
}

const isLater = (entry: StepEntry | undefined, than: StepEntry) =>
  entry !== undefined && entry.draft.at - than.draft.at >= SAME_TIME_MS

/** The same object where its end is. */
function fill(entry: StepEntry, endTime: Time, endsAt: number): void {
  const { draft, contextTokens } = entry
  const durationMs = endsAt - draft.at
  if (entry.step?.durationMs === durationMs) return
  // Field by field: a copy of the whole takes ten times as long, and there is one for each step of a file.
  const { id, type, startTime, content, tokens, context, sourceMessageId } = draft.step
  const step: Filled = {
    id,
    type,
    startTime,
    endTime,
    durationMs,
    content,
    context,
    sourceMessageId,
    isGapFilled: true,
  }
  if (tokens !== undefined) step.tokens = tokens
  if (contextTokens !== undefined) step.contextTokens = contextTokens
  entry.step = step
  entry.group?.changed()
}
