import { defaultFilter } from 'cmdk'

const LEAST = 0.5
/** Among the keywords of what comes after all results. */
export const LAST = '\u0000last'
/**
 * Beginnings of words and whole parts of them count. Letters from here and there do not: `set` would find the
 * sections before the settings, and Enter takes what stands first.
 */
export function score(value: string, search: string, matched: readonly string[] = []): number {
  // The server's results come after groups and agents with that name.
  if (matched.includes(search)) return matched.includes(LAST) ? LEAST / 2 : LEAST
  const found = defaultFilter?.(value, search, []) ?? 0
  return found < LEAST ? 0 : found
}
