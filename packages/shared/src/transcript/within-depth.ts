/** Deeper values are cut off: whoever walks one later, `JSON.stringify` too, would run out of stack. */
const MAX_DEPTH = 64

/** The same value where it is not nested too deeply, as nearly all are. */
export function withinDepth(value: unknown): unknown {
  return isWithin(value, MAX_DEPTH) ? value : cutAt(value, MAX_DEPTH)
}

function isWithin(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (left === 0) return false
  if (Array.isArray(value)) {
    for (const part of value) {
      if (typeof part === 'object' && !isWithin(part, left - 1)) return false
    }
    return true
  }
  for (const key in value) {
    const part = (value as Record<string, unknown>)[key]
    if (typeof part === 'object' && !isWithin(part, left - 1)) return false
  }
  return true
}

function cutAt(value: unknown, left: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (left === 0) return '…'
  if (Array.isArray(value)) return value.map((part) => cutAt(part, left - 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, cutAt(part, left - 1)]),
  )
}
