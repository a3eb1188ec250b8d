/** What a document says of the conversation before its first message. */
export interface MarkdownHead {
  readonly title: string
  /** Each a name and what is said under it. */
  readonly facts: readonly (readonly [name: string, value: string])[]
  /** Files and pictures that belong to all of it. */
  readonly links?: readonly MarkdownLink[]
}

/** A picture or a file. */
export interface MarkdownLink {
  readonly label: string
  readonly url: string
  readonly isPicture: boolean
  /** Such as its type and its size. */
  readonly about?: string | undefined
}

export interface MarkdownMessage {
  readonly kind: 'message'
  /** Its number, if it has one. */
  readonly n: number | null
  /** Its writer, or what it is. */
  readonly from: string
  readonly at: string
  /** Short facts about it, such as how long it took. */
  readonly about?: readonly string[] | undefined
  readonly replyTo?: { readonly n: number; readonly from: string; readonly text: string }
  /** Markdown of its writer; null where the writer has deleted it. */
  readonly text: string | null
  /** Written by a program: shown as it is. */
  readonly code?: string | undefined
  readonly editedAt?: string | undefined
  readonly deletedAt?: string | undefined
  readonly reactions?: readonly (readonly [emoji: string, names: readonly string[]])[]
  readonly links?: readonly MarkdownLink[]
}

/** A part of the conversation with a heading of its own. */
export interface MarkdownSection {
  readonly kind: 'section'
  readonly title: string
  readonly note?: string | undefined
  /** Markdown of somebody, below the heading. */
  readonly text?: string | undefined
}

export type MarkdownBlock = MarkdownMessage | MarkdownSection

/** So much of the message that is replied to is repeated. */
const QUOTED_UNITS = 80

/** The last line of a document: one without it was cut off. */
const END = '*End: '

/**
 * A conversation as a Markdown document, piece by piece. Each message is a heading of the third level, with its text as a
 * quotation below it: whatever a text has in it stays within its quotation, so that the headings of the document are those of its
 * messages and sections alone.
 */
export function* markdownDocument(
  head: MarkdownHead,
  blocks: Iterable<MarkdownBlock>,
): Generator<string> {
  yield documentHead(head)
  let messages = 0
  for (const block of blocks) {
    if (block.kind === 'message') messages++
    yield documentBlock(block)
  }
  yield documentEnd(messages)
}

/** Its parts, for a document whose messages come later. */
export function documentHead({ title, facts, links = [] }: MarkdownHead): string {
  const about = [
    ...facts.map(([name, value]) => `- ${plain(name)}: ${plain(value)}`),
    ...links.map(linkLine),
  ]
  return `# ${plain(title)}\n\n${about.length > 0 ? `${about.join('\n')}\n\n` : ''}`
}

export function documentBlock(block: MarkdownBlock): string {
  const parts = block.kind === 'message' ? messageParts(block) : sectionParts(block)
  return `${parts.filter((part) => part !== '').join('\n\n')}\n\n`
}

export function documentEnd(messages: number): string {
  return `---\n\n${END}${messages} ${messages === 1 ? 'message' : 'messages'}*\n`
}

/** Whether a document is there to its end, by its last characters. */
export function endsAsDocument(tail: string): boolean {
  return /\n---\n\n\*End: \d+ messages?\*\n$/.test(tail)
}

function sectionParts({ title, note, text = '' }: MarkdownSection): string[] {
  return [`## ${plain(title)}`, note === undefined ? '' : `*${plain(note)}*`, quoted(text)]
}

function messageParts(message: MarkdownMessage): string[] {
  const { n, from, at, about = [], replyTo, text, code = '', links = [] } = message
  const number = n === null ? '' : ` (#${n})`
  const facts = about.length === 0 ? '' : ` (${about.join(', ')})`
  return [
    `### ${plain(`${from}, ${at}${facts}${number}`)}`,
    replyTo ? plain(`In reply to ${replyTo.from} (#${replyTo.n}): “${short(replyTo.text)}”`) : '',
    text === null ? deleted(message) : quoted(text),
    text === null ? '' : fenced(code),
    text === null ? '' : links.map(linkLine).join('\n'),
    text !== null && message.editedAt !== undefined ? `*Edited ${plain(message.editedAt)}*` : '',
    reactionsOf(message),
  ]
}

function deleted({ deletedAt }: MarkdownMessage): string {
  return `*Deleted${deletedAt === undefined ? '' : ` ${plain(deletedAt)}`}*`
}

function linkLine({ label, url, isPicture, about }: MarkdownLink): string {
  const words = about === undefined ? '' : ` (${plain(about)})`
  const kind = isPicture ? 'Picture: !' : 'File: '
  return `- ${kind}[${plain(label)}](<${addressed(url)}>)${words}`
}

function reactionsOf({ reactions = [] }: MarkdownMessage): string {
  if (reactions.length === 0) return ''
  const each = reactions.map(([emoji, names]) => `${plain(emoji)} ${plain(names.join(', '))}`)
  return `Reactions: ${each.join('; ')}`
}

/** A text as a quotation: each of its lines, however it ends, is one of the quotation. */
function quoted(text: string): string {
  if (text.trim() === '') return ''
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')
}

/** A text in which nothing is Markdown, line by line. Its fence is longer than any in it. */
function fenced(text: string): string {
  if (text === '') return ''
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${text.replaceAll(/\r\n|\r/g, '\n')}\n${fence}`
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length <= QUOTED_UNITS ? line : `${line.slice(0, QUOTED_UNITS).toWellFormed()}…`
}

/** An address between angle brackets. */
function addressed(url: string): string {
  return url.replaceAll(/[<>\\\s]/g, (sign) => encodeURIComponent(sign))
}

/** A text on one line, in which nothing is Markdown. */
function plain(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[\\`*_[\]<>&~|!$]/g, (sign) => `\\${sign}`)
}
