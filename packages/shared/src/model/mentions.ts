import { HUMAN_ID } from './participant'

/** Who can be mentioned: a member of the group. */
export interface Mentionable {
  readonly id: string
  readonly name: string
  readonly role: string
  readonly roleName: string
  /** Not a member: `@here` does not mean it. */
  readonly isOutside?: true
}

/** Every member. */
const EVERYONE = 'here'
/** Behind a letter or digit it is an address, and within code it is an annotation. */
const MENTION = /(?<![\p{L}\p{N}_@/.`])@([\p{L}\p{N}][\p{L}\p{N}_-]{0,99})/gu
const CODE = /```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|`[^`\n]*`/g
const SHORTEST_PREFIX = 4

/**
 * The members whom a text mentions, each once, in the order of the members: `@shortid`, `@name` (spaces as hyphens or
 * left out), `@role`, `@human`, `@here`. What names nobody is only text; code mentions nobody.
 */
export function mentionsIn(content: string, members: readonly Mentionable[]): string[] {
  const words = new Set(
    mentionSpans(content.replace(CODE, ' ')).map(({ word }) => word.toLowerCase()),
  )
  if (words.size === 0) return []
  return members
    .filter((member) => [...words].some((word) => names(word, member)))
    .map(({ id }) => id)
}

export interface MentionSpan {
  /** Where its @ stands. */
  readonly at: number
  readonly word: string
}

/** Where a text calls somebody, whether there is such a member or not. To leave code out is up to the caller. */
export function mentionSpans(text: string): readonly MentionSpan[] {
  return Array.from(text.matchAll(MENTION), ({ index, 1: word = '' }) => ({
    at: index,
    word: word.replace(/[-_]+$/, ''),
  }))
}

function names(word: string, member: Mentionable): boolean {
  if (word === EVERYONE) return !member.isOutside
  if (member.id === HUMAN_ID) return word === HUMAN_ID
  if (word.length >= SHORTEST_PREFIX && member.id.startsWith(word)) return true
  return (
    word === member.role || spellings(member.name).has(word) || spellings(member.roleName).has(word)
  )
}

function spellings(name: string): ReadonlySet<string> {
  const lower = name.trim().toLowerCase()
  return new Set([lower, lower.replace(/\s+/g, '-'), lower.replace(/\s+/g, '')])
}
