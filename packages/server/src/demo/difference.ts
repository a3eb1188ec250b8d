/** What is missing of what must be there, in any order, and what is there beside it. */
export function difference(
  what: string,
  expected: readonly string[],
  found: readonly string[],
): string[] {
  const seen = new Set(found)
  const wanted = new Set(expected)
  return [
    ...expected.filter((row) => !seen.has(row)).map((row) => `missing ${what}: ${row}`),
    ...found.filter((row) => !wanted.has(row)).map((row) => `unexpected ${what}: ${row}`),
    ...(found.length === seen.size ? [] : [`a ${what} is there twice`]),
  ]
}
