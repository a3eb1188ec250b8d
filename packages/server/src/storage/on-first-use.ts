/**
 * What the first use makes, and every other one finds. Building queries takes a start's time and memory, and most servers
 * run few of them.
 */
export function onFirstUse<T>(make: () => T): () => T {
  let made: { readonly it: T } | null = null
  return () => (made ??= { it: make() }).it
}
