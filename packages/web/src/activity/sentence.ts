/** What a reader of the feed can choose to see. */
export const FEED_KINDS = ['messages', 'tasks', 'agents', 'groups', 'direct'] as const
export type FeedKind = (typeof FEED_KINDS)[number]

/** A piece of a sentence: words, somebody, a group or a session. Whoever shows it makes names and links of them. */
export type Part =
  | string
  | { readonly who: string }
  | { readonly many: readonly string[] }
  /** `text`: what it was called then, where that is not what it is called now. */
  | { readonly group: string; readonly text?: string }
  /** A message that is not here itself. */
  | {
      readonly message: string
      readonly group: string
      readonly text: string
      readonly session?: string
    }
  /** `group` is null where only the crew's state says which one it is in; `text`: what it was called then. */
  | { readonly session: string; readonly group: string | null; readonly text?: string }

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
  /** The session that the message is in; null for the main one. */
  readonly sessionId: string | null
  readonly tone: 'plain' | 'bad' | 'wait'
}

interface Told {
  readonly quote?: string | null
  readonly group?: string
  readonly about?: readonly string[]
  readonly messageId?: string
  readonly sessionId?: string
  readonly tone?: Sentence['tone']
}

/** A sentence, with what most have not left out. */
export function told(kind: Sentence['kind'], who: string, parts: readonly Part[], more: Told = {}) {
  const { quote = null, group = null, messageId = null, sessionId = null, tone = 'plain' } = more
  const about = [who, ...(more.about ?? [])]
  return { kind, who, parts, quote, group, messageId, sessionId, tone, about }
}

/** A colon only where words follow. */
export function ending(parts: readonly Part[], quote: string | null): readonly Part[] {
  return quote ? [...parts, ':'] : parts
}

/** What people call those that a sentence names. */
export interface Names {
  readonly nameOf: (id: string) => string
  /** A group by its short name. */
  readonly groupOf?: (name: string) => string
  /** The title of a session; undefined where it is not there any more. */
  readonly sessionOf?: (id: string) => string | undefined
  /** The group that a session is in. */
  readonly groupOfSession?: (id: string) => string | undefined
  /** Whether this is the placeholder of a workspace, which is shown nowhere. */
  readonly isPlaceholder?: (id: string) => boolean
}

export const UNKNOWN_SESSION = 'a deleted session'

/** Plain text of the parts. */
export function plainText(parts: readonly Part[], names: Names): string {
  const { nameOf, groupOf = (name) => name, sessionOf } = names
  return parts
    .map((part) => {
      if (typeof part === 'string') return part
      if ('who' in part) return nameOf(part.who)
      if ('many' in part) return listed(part.many.map(nameOf))
      if ('message' in part) return part.text
      if ('session' in part) return sessionOf?.(part.session) ?? part.text ?? UNKNOWN_SESSION
      return part.text ?? groupOf(part.group)
    })
    .join('')
}

/** `a`, `a and b`, `a, b and c`. */
function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}
