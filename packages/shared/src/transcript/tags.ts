import type { ParsedMessage } from './messages'

/** Tags in which a program wraps what no person wrote. */
export const TAGS = {
  commandName: '<command-name>',
  commandOutput: '<local-command-stdout>',
  commandError: '<local-command-stderr>',
  caveat: '<local-command-caveat>',
  reminder: '<system-reminder>',
  bashInput: '<bash-input>',
  bashOutput: '<bash-stdout>',
  bashError: '<bash-stderr>',
  notification: '<task-notification>',
  teammate: '<teammate-message teammate_id=',
} as const

const INTERRUPTION = '[Request interrupted by user'
/** What is beside the result of a tool that the person refused. */
export const REJECTION = 'User rejected tool use'
/** The model of texts that no model wrote. */
export const SYNTHETIC_MODEL = '<synthetic>'

/** The text between a tag and its end; null: the tag is not there. A tag without an end goes to the end. */
export function inTag(text: string, tag: string): string | null {
  const start = text.indexOf(tag)
  if (start < 0) return null
  const end = text.indexOf(endOf(tag), start + tag.length)
  return text.slice(start + tag.length, end < 0 ? undefined : end)
}

/** The texts in all tags of a kind, and what is around them, in one pass: a tag without an end is none. */
export function splitByTag(
  text: string,
  tag: string,
): { readonly inside: readonly string[]; readonly around: readonly string[] } {
  const [inside, around]: [string[], string[]] = [[], []]
  let from = 0
  for (;;) {
    const start = text.indexOf(tag, from)
    const end = start < 0 ? -1 : text.indexOf(endOf(tag), start + tag.length)
    if (end < 0) return { inside, around: [...around, text.slice(from)] }
    around.push(text.slice(from, start))
    inside.push(text.slice(start + tag.length, end))
    from = end + endOf(tag).length
  }
}

export const withoutTags = (text: string, tag: string): string =>
  text.includes(tag) ? splitByTag(text, tag).around.join('') : text

/** The text begins with the tag and ends with its end. */
export function isWhollyIn(text: string, tag: string): boolean {
  const own = text.trim()
  return own.startsWith(tag) && own.endsWith(endOf(tag))
}

export const endOf = (tag: string): string => `</${tag.slice(1)}`

/** The texts of a record: its own, or those of its blocks. */
export function textsOf({ content }: Pick<ParsedMessage, 'content'>): readonly string[] {
  if (typeof content === 'string') return [content]
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : []))
}

export const hasToolResult = (message: ParsedMessage): boolean => message.toolResults.length > 0

export const isInterruption = (text: string): boolean => text.trimStart().startsWith(INTERRUPTION)
