/** Kinds of conversations that are exported as Markdown, each with what names one of them. */
export const MARKDOWN_KINDS = {
  group: 'the name of a group',
  session: 'the id of a session',
  discussion: 'the id of a discussion',
  direct: 'the id of an agent, or everyone',
  conversation: 'the id of a conversation of a circle',
  chat: 'the id of a group chat, with its sessions',
  transcript: 'the id of an agent',
} as const

export type MarkdownKindName = keyof typeof MARKDOWN_KINDS

export const MARKDOWN_KIND_NAMES = Object.keys(MARKDOWN_KINDS) as readonly MarkdownKindName[]
