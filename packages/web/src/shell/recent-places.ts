const KEY = 'crewroom:recent:'
const MOST = 6

/** The places of a crew that were opened last, newest first, as paths. A reload keeps them. */
export function recentPlaces(leadId: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY + leadId) ?? '[]')
    return Array.isArray(kept) ? kept.filter((own) => typeof own === 'string') : []
  } catch {
    return []
  }
}

export function keepPlace(leadId: string, path: string): void {
  const all = [path, ...recentPlaces(leadId).filter((own) => own !== path)].slice(0, MOST)
  try {
    localStorage.setItem(KEY + leadId, JSON.stringify(all))
  } catch {
    // Storage may be denied; then there are none.
  }
}
