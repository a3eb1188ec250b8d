/** Where a person was reading in a group: a row, and how far below the top of the view it stood. */
export interface KeptPlace {
  readonly key: string
  readonly top: number
}

const KEY = 'crewroom:places'
const MOST = 50

type Places = readonly (readonly [string, KeptPlace])[]

/** Where this tab left the group; null when it was at the end. Other tabs have places of their own. */
export function keptPlace(leadId: string, groupName: string): KeptPlace | null {
  return read().find(([key]) => key === `${leadId}:${groupName}`)?.[1] ?? null
}

export function keepPlace(leadId: string, groupName: string, place: KeptPlace | null): void {
  const own = `${leadId}:${groupName}`
  const others = read().filter(([key]) => key !== own)
  const next: Places = place ? ([[own, place], ...others].slice(0, MOST) as Places) : others
  try {
    sessionStorage.setItem(KEY, JSON.stringify(next))
  } catch {
    // Storage may be denied: the group then opens at its end.
  }
}

function read(): Places {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? (kept as Places) : []
  } catch {
    return []
  }
}
