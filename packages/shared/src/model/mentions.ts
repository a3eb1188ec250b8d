import { HUMAN_ID } from './participant'

/** Who can be mentioned: a member of the group, or the person, whose name is what the page calls them. */
export interface Mentionable {
  readonly id: string
  readonly name: string
  readonly role: string
  readonly roleName: string
  /** Another name, which only it has. */
  readonly handle?: string | undefined
  /** Not a member: `@here` does not mean it. */
  readonly isOutside?: true
}

/** Every member, as people write it in one program or another. */
const EVERYONE = 'here'
export const EVERYONE_TOO: readonly string[] = ['all', 'everyone', 'channel']
/** What the person is called besides by name: agents call them so, and the page does where it has no name for them. */
const PERSON = ['human', 'you']
/** Behind a letter or digit it is an address, and within code it is an annotation. */
const MENTION = /(?<![\p{L}\p{N}_@/.`])@([\p{L}\p{N}][\p{L}\p{M}\p{N}_-]{0,99})/gu
const CODE = /```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|`[^`\n]*`/g
const SHORTEST_PREFIX = 4

/**
 * The members whom a text mentions, each once, in the order of the members: `@shortid`, `@name` (spaces as they are, as
 * hyphens or left out), `@role`, `@here`, `@all`, and for the person `@human`, `@you` and their name, if no agent has it.
 * A name that matches nobody is only text; code mentions nobody.
 */
export function mentionsIn(content: string, members: readonly Mentionable[]): string[] {
  const text = content.replace(CODE, ' ')
  const spans = mentionSpans(text)
  if (spans.length === 0) return []
  const phrases = phrasesOf(members)
  return meant(new Set(spans.map((span) => callAt(text, span, phrases).word)), members)
}

/** Who is called where a text begins with an @, and by how much of it: `@Mira Voss` of `@Mira Voss, which one?`. */
export function firstCall(
  text: string,
  members: readonly Mentionable[],
): { readonly ids: readonly string[]; readonly length: number } {
  const [span] = mentionSpans(text)
  if (!span || span.at !== 0) return { ids: [], length: 0 }
  const { word, length } = callAt(text, span, phrasesOf(members))
  return { ids: meant(new Set([word]), members), length: length + 1 }
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

/** Whether a text calls every member at once. */
export function callsEveryone(content: string, members: readonly Mentionable[]): boolean {
  const text = content.replace(CODE, ' ')
  const phrases = phrasesOf(members)
  return mentionSpans(text).some((span) => isEveryone(callAt(text, span, phrases).word, members))
}

function isAgentCalled(word: string, members: readonly Mentionable[]): boolean {
  return members.some((member) => member.id !== HUMAN_ID && names(word, member))
}

function isEveryone(word: string, members: readonly Mentionable[]): boolean {
  // Nobody can take `@here` away; an agent that bears one of the other names is meant by it.
  return word === EVERYONE || (EVERYONE_TOO.includes(word) && !isAgentCalled(word, members))
}

function meant(words: ReadonlySet<string>, members: readonly Mentionable[]): string[] {
  const own = [...words].filter((word) => !isEveryone(word, members))
  const isForAll = own.length < words.size
  return members
    .filter((member) => {
      if (isForAll && !member.isOutside) return true
      return own.some((word) => {
        if (member.id !== HUMAN_ID) return names(word, member)
        // An agent that bears the name is meant by it; nobody but the person is `human`.
        return (
          word === HUMAN_ID || (callsPerson(word, member.name) && !isAgentCalled(word, members))
        )
      })
    })
    .map(({ id }) => id)
}

function names(word: string, member: Mentionable): boolean {
  if (word.length >= SHORTEST_PREFIX && member.id.startsWith(word)) return true
  return (
    word === member.handle?.toLowerCase() ||
    word === member.role ||
    spellings(member.name).has(word) ||
    spellings(member.roleName).has(word)
  )
}

function callsPerson(word: string, name: string): boolean {
  // Signs in a name, such as an emoji, cannot be typed after an @.
  const letters = name.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
  return PERSON.includes(word) || spellings(name).has(word) || spellings(letters).has(word)
}

function spellings(name: string): ReadonlySet<string> {
  const own = folded(name.trim())
  return new Set([own.replace(/\s+/g, ' '), own.replace(/\s+/g, '-'), own.replace(/\s+/g, '')])
}

/** The same for the same name, however it is cased and its marks are encoded. */
function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

interface Phrase {
  readonly word: string
  readonly pattern: RegExp
}

/** Names of several words, and handles that are more than a word, by their first one; the longest first. */
function phrasesOf(members: readonly Mentionable[]): ReadonlyMap<string, readonly Phrase[]> {
  const found = new Map<string, Phrase[]>()
  const handles = new Set(members.flatMap(({ handle }) => handle ?? []))
  const names = members.flatMap(({ name, roleName }) => [name.trim(), roleName.trim()])
  for (const name of [...new Set([...names, ...handles])].toSorted((a, b) => b.length - a.length)) {
    const first = handles.has(name) ? handleWord(name) : folded(name).split(/\s+/)[0]
    if (first === undefined || first === folded(name)) continue
    const forms = new Set([name, name.normalize('NFC'), name.normalize('NFD')])
    const pattern = [...forms].map((form) => form.split(/\s+/).map(literal).join('[ \\u00A0]+'))
    const phrase = {
      word: folded(name).replace(/\s+/g, ' '),
      pattern: new RegExp(`(?:${pattern.join('|')})(?![\\p{L}\\p{M}\\p{N}_])`, 'iuy'),
    }
    found.set(first, [...(found.get(first) ?? []), phrase])
  }
  return found
}

/** What a text that calls a handle seems to call: a handle may go on where a word ends. */
function handleWord(handle: string): string | undefined {
  const [span] = mentionSpans(`@${handle}`)
  return span && folded(span.word)
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
}

/** The name at a span: one of several words if there is one, otherwise its word. */
function callAt(
  text: string,
  { at, word }: MentionSpan,
  phrases: ReadonlyMap<string, readonly Phrase[]>,
): { readonly word: string; readonly length: number } {
  for (const phrase of phrases.get(folded(word)) ?? []) {
    phrase.pattern.lastIndex = at + 1
    const [found] = phrase.pattern.exec(text) ?? []
    if (found !== undefined) return { word: phrase.word, length: found.length }
  }
  return { word: folded(word), length: word.length }
}
