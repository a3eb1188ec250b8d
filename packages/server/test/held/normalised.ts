/** What a run knows of its own values. */
export interface Known {
  /** Exact strings and what stands for them: ids of what the run made, its tokens, its folders. */
  readonly names?: Readonly<Record<string, string>>
  /** Keys whose values differ from run to run, and what stands for each. */
  readonly keys?: Readonly<Record<string, string>>
  /** The product's own version, which stands in some texts. */
  readonly version?: string
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const SHORT = /(?<![0-9a-z-])[0-9a-f]{8}(?![0-9a-z-])/g
const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g
const PORT = /((?:localhost|127\.0\.0\.1|\[::1\]):)\d{2,5}\b/g
/** 32 random bytes, as tokens are written. */
const TOKEN = /(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*[0-9_-])[\w-]{43}(?![\w-])/g
/** Milliseconds since 1970 from 2020 to 2100. */
const [FIRST_MS, LAST_MS] = [1_577_836_800_000, 4_102_444_800_000]

const USUAL: Readonly<Record<string, string>> = {
  token: '<token>',
  pid: '<pid>',
  port: '<port>',
  duration: '<duration>',
  durationMs: '<duration>',
  uptimeMs: '<duration>',
  uptimeSeconds: '<duration>',
}

/**
 * A copy in which everything that is by chance has a stand-in, so that two runs give equal ones: an id is `<agent 1>`, by
 * the key that it was first seen under and in that order. Keys are visited in the order of the alphabet, because their
 * order in an answer is no promise.
 */
export function normalised(value: unknown, known: Known = {}): unknown {
  const names = new Map(Object.entries(known.names ?? {}))
  const keys = { ...USUAL, ...known.keys }
  const counts = new Map<string, number>()
  collect(value, 'id', '')
  const shorts = new Map(
    [...names].flatMap(([name, shown]) =>
      /^[0-9a-f-]{36}$/.test(name) ? [[name.slice(0, 8), `<short ${shown.slice(1)}`] as const] : [],
    ),
  )
  const longestFirst = [...names].toSorted(([one], [other]) => other.length - one.length)
  return replaced(value, '')

  function collect(one: unknown, key: string, above: string): void {
    if (typeof one === 'string') {
      for (const [id] of one.matchAll(UUID)) if (!names.has(id)) names.set(id, called(key, above))
    } else if (Array.isArray(one)) {
      for (const element of one) collect(element, key, above)
    } else if (typeof one === 'object' && one !== null) {
      for (const [name, inner] of sorted(one)) {
        collect(name, 'id', key)
        collect(inner, name, key)
      }
    }
  }

  /** `leadId` is the id of a lead, `id` of what it is in. */
  function called(key: string, above: string): string {
    const kind = /^ids?$/.test(key) ? above : key
    const plain = kind.replace(/(Ids?|_ids?)$/, '').replace(/s$/, '') || 'id'
    const count = (counts.get(plain) ?? 0) + 1
    counts.set(plain, count)
    return `<${plain} ${count}>`
  }

  function replaced(one: unknown, key: string): unknown {
    if (typeof one === 'string' || typeof one === 'number') {
      const shown = keys[key]
      if (shown !== undefined) return shown
      if (typeof one === 'string') return text(one)
      return one >= FIRST_MS && one < LAST_MS ? '<instant in ms>' : one
    }
    if (Array.isArray(one)) return one.map((element) => replaced(element, key))
    if (typeof one !== 'object' || one === null) return one
    return Object.fromEntries(
      Object.entries(one).map(([name, inner]) => [text(name), replaced(inner, name)]),
    )
  }

  function text(one: string): string {
    let shown = one
    for (const [name, stand] of longestFirst) shown = shown.replaceAll(name, stand)
    if (known.version !== undefined) shown = shown.replaceAll(known.version, '<version>')
    return shown
      .replace(SHORT, (digits) => shorts.get(digits) ?? digits)
      .replace(INSTANT, '<instant>')
      .replace(PORT, '$1<port>')
      .replace(TOKEN, '<token>')
  }
}

function sorted(fields: object): readonly (readonly [string, unknown])[] {
  return Object.entries(fields).toSorted(([one], [other]) => (one < other ? -1 : 1))
}
