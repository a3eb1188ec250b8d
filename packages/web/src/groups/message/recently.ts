/** Remembers the results of the last `most` different keys: rows come and go while one scrolls. */
export function recently<T>(most: number): (key: string, make: () => T) => T {
  const kept = new Map<string, T>()
  return (key, make) => {
    const before = kept.get(key)
    if (before !== undefined || kept.has(key)) {
      kept.delete(key)
      kept.set(key, before as T)
      return before as T
    }
    const made = make()
    kept.set(key, made)
    if (kept.size > most) kept.delete(kept.keys().next().value ?? key)
    return made
  }
}
