import type { Waiting } from './waiting'

/** The parts of the inbox, in the order of the page: agents that do nothing until they are answered come first. */
export const INBOX_KINDS = ['still', 'questions', 'mentions', 'failed', 'other', 'reports'] as const
export type InboxKind = (typeof INBOX_KINDS)[number]

export const INBOX_WORDS: Readonly<
  Record<InboxKind, { readonly title: string; readonly chip: string }>
> = {
  still: { title: 'Agents wait for you', chip: 'Waiting' },
  questions: { title: 'Questions', chip: 'Questions' },
  mentions: { title: 'Mentions', chip: 'Mentions' },
  failed: { title: 'Failed', chip: 'Failed' },
  other: { title: 'To look at', chip: 'To look at' },
  reports: { title: 'Reports to read', chip: 'Reports' },
}

export function inboxKindOf(waiting: Waiting): Exclude<InboxKind, 'reports'> {
  if ('asks' in waiting) return 'still'
  if ('mention' in waiting) return 'mentions'
  const { kind } = waiting.need
  switch (kind) {
    case 'permission':
    case 'turn':
      return 'still'
    case 'mention':
      return 'mentions'
    case 'question':
      return 'questions'
    case 'failed':
    case 'files':
      return 'failed'
    case 'held':
    case 'budget':
    case 'refused':
    case 'stalled':
    case 'rules':
      return 'other'
    default:
      return kind satisfies never
  }
}
