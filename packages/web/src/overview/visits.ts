/** Up to where a person had seen a crew in this browser. */
export interface Seen {
  readonly at: string
  readonly seq: number
}

interface Kept {
  /** Where the visit before this one ended; null in the first one. */
  readonly from: Seen | null
  readonly last: Seen
}

/** A person who was away for longer than this returns to news. */
export const AWAY_MS = 5 * 60_000
const KEY = 'crewroom:visit:'

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>

function read(storage: Storage, leadId: string): Kept | null {
  try {
    const kept = JSON.parse(storage.getItem(KEY + leadId) ?? 'null') as Kept | null
    return typeof kept?.last.at === 'string' && typeof kept.last.seq === 'number' ? kept : null
  } catch {
    return null
  }
}

/**
 * A person looks at a crew now. Returns up to where they had seen it in the visit before this one; null in the first.
 * A visit ends when nobody has looked for a while.
 */
export function visited(storage: Storage, leadId: string, now: Seen): Seen | null {
  const kept = read(storage, leadId)
  const isBack = kept !== null && Date.parse(now.at) - Date.parse(kept.last.at) > AWAY_MS
  const from = isBack ? kept.last : (kept?.from ?? null)
  try {
    storage.setItem(KEY + leadId, JSON.stringify({ from, last: now } satisfies Kept))
  } catch {
    // Storage may be denied; then there is no visit before this one.
  }
  return from
}
