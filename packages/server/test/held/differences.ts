/** What differs from a record: `recorded` is undefined for what was added, `now` for what is gone. */
export interface Difference {
  /** JSON pointer into what is there now; of what is gone, into the record. */
  readonly at: string
  readonly recorded: unknown
  readonly now: unknown
}

type Fields = Readonly<Record<string, unknown>>
type Path = readonly string[]

/**
 * Everything in which `now` is not `recorded`, except what was added at one of the pointers `additions`. In a pointer, `*`
 * is any key and any index. An element of a list that is added there may be at any place of the list.
 */
export function differences(
  recorded: unknown,
  now: unknown,
  additions: readonly string[] = [],
): readonly Difference[] {
  const patterns = additions.map(segments)
  const found: Difference[] = []
  compare(recorded, now, [], [])
  return found

  function compare(before: unknown, after: unknown, path: Path, was: Path): void {
    if (Array.isArray(before) && Array.isArray(after)) lists(before, after, path, was)
    else if (isFields(before) && isFields(after)) fields(before, after, path, was)
    else if (before !== after) found.push({ at: pointer(path), recorded: before, now: after })
  }

  function fields(before: Fields, after: Fields, path: Path, was: Path): void {
    for (const [key, value] of Object.entries(before)) {
      if (Object.hasOwn(after, key)) compare(value, after[key], [...path, key], [...was, key])
      else found.push({ at: pointer([...was, key]), recorded: value, now: undefined })
    }
    for (const [key, value] of Object.entries(after)) {
      if (!Object.hasOwn(before, key)) added(value, [...path, key])
    }
  }

  function lists(
    before: readonly unknown[],
    after: readonly unknown[],
    path: Path,
    was: Path,
  ): void {
    const kept = keptOf(before, after, path)
    for (const [index, value] of before.entries()) {
      const place = kept[index]
      if (place === undefined)
        found.push({ at: pointer([...was, `${index}`]), recorded: value, now: undefined })
      else compare(value, after[place], [...path, `${place}`], [...was, `${index}`])
    }
    for (const place of kept.slice(before.length)) added(after[place], [...path, `${place}`])
  }

  /** The indices of a list that are no listed additions. */
  function keptOf(before: readonly unknown[], after: readonly unknown[], path: Path): number[] {
    const kept: number[] = []
    let spare = after.length - before.length
    for (const [index, value] of after.entries()) {
      const isSpare = spare > 0 && isListed([...path, `${index}`])
      if (isSpare && !isSame(before[kept.length], value, [...path, `${index}`])) spare -= 1
      else kept.push(index)
    }
    return kept
  }

  function isSame(before: unknown, after: unknown, path: Path): boolean {
    const length = found.length
    compare(before, after, path, path)
    return found.splice(length).length === 0
  }

  function added(value: unknown, path: Path): void {
    if (!isListed(path)) found.push({ at: pointer(path), recorded: undefined, now: value })
  }

  function isListed(path: Path): boolean {
    return patterns.some(
      (pattern) =>
        pattern.length === path.length &&
        pattern.every((segment, index) => segment === '*' || segment === path[index]),
    )
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function segments(text: string): Path {
  return text
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function pointer(path: Path): string {
  return path.map((segment) => `/${segment.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}
