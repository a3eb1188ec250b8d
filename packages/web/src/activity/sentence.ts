/** What a reader of the feed can choose to see. */
export const FEED_KINDS = ['messages', 'tasks', 'agents', 'groups', 'direct'] as const
export type FeedKind = (typeof FEED_KINDS)[number]

/** A piece of a sentence: words, somebody, or a group. Whoever shows it makes names and links of them. */
export type Part =
  | string
  | { readonly who: string }
  | { readonly many: readonly string[] }
  /** `text`: what it was called then, where that is not what it is called now. */
  | { readonly group: string; readonly text?: string }
  /** A message that is not here itself. */
  | { readonly message: string; readonly group: string; readonly text: string }

export interface Sentence {
  /** `reads`, how far somebody has read, is said of nobody in the feed: it would be most of it. */
  readonly kind: FeedKind | 'reads'
  /** Whose doing it was: the avatar at the line. */
  readonly who: string
  readonly parts: readonly Part[]
  /** Words that were said or given, as they were written. */
  readonly quote: string | null
  readonly group: string | null
  /** Everyone it is about, for the filter by agent. */
  readonly about: readonly string[]
  readonly messageId: string | null
  readonly tone: 'plain' | 'bad' | 'wait'
}

interface Told {
  readonly quote?: string | null
  readonly group?: string
  readonly about?: readonly string[]
  readonly messageId?: string
  readonly tone?: Sentence['tone']
}

/** A sentence, with what most have not left out. */
export function told(kind: Sentence['kind'], who: string, parts: readonly Part[], more: Told = {}) {
  const { quote = null, group = null, messageId = null, tone = 'plain', about = [] } = more
  return { kind, who, parts, quote, group, messageId, tone, about: [who, ...about] }
}

/** A colon only where words follow. */
export function ending(parts: readonly Part[], quote: string | null): readonly Part[] {
  return quote ? [...parts, ':'] : parts
}

/** Plain text of the parts. `groupOf` says what people call a group. */
export function plainText(
  parts: readonly Part[],
  nameOf: (id: string) => string,
  groupOf: (name: string) => string = (name) => name,
): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part
      if ('who' in part) return nameOf(part.who)
      if ('many' in part) return listed(part.many.map(nameOf))
      return part.text ?? groupOf(part.group)
    })
    .join('')
}

/** `a`, `a and b`, `a, b and c`. */
function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}
