/** The value that is known where the new one says the same: what is drawn of it is not drawn again. */
export function keptSame<T>(known: T | undefined, next: T): T {
  if (known === undefined || known === next) return next
  return JSON.stringify(known) === JSON.stringify(next) ? known : next
}

/**
 * The items that are loaded, with the newest page. Both are in the order of the transcript and its ids stay, so the page
 * takes the place of all from its first item on. Null: they have nothing in common, and a part between them is unknown.
 */
export function withPage<T extends { readonly id: string }>(
  known: readonly T[],
  page: readonly T[],
): readonly T[] | null {
  if (known.length === 0 || page.length === 0) return page
  const byId = new Map(known.map((item) => [item.id, item]))
  const same = page.map((item) => keptSame(byId.get(item.id), item))
  const first = page.findIndex(({ id }) => byId.has(id))
  if (first === -1) return null
  // What comes before it in the page is new there, or was before everything that was loaded.
  const place = known.findIndex(({ id }) => id === page[first]?.id)
  const ids = new Set(page.map(({ id }) => id))
  return [...known.slice(0, place).filter(({ id }) => !ids.has(id)), ...same]
}
