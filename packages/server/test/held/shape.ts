const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * The form of these values, as a path for each key with the kinds of values that it has: `task.after[]`: `string`. Keys
 * that are ids are one.
 */
export function shapeOf(values: readonly unknown[]): Record<string, string> {
  const kinds = new Map<string, Set<string>>()
  for (const value of values) note(value, '')
  const paths = [...kinds].toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(paths.map(([path, of]) => [path, [...of].toSorted().join(' or ')]))

  function note(value: unknown, path: string): void {
    const of = kinds.get(path) ?? new Set()
    if (path !== '') kinds.set(path, of.add(kindOf(value)))
    if (Array.isArray(value)) {
      for (const one of value) note(one, `${path}[]`)
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, one] of Object.entries(value)) {
        const name = UUID.test(key) ? '<id>' : key
        note(one, path === '' ? name : `${path}.${name}`)
      }
    }
  }
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'list' : typeof value
}
