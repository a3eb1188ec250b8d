import type { ParsedMessage } from './messages'
import { textsOf } from './tags'

/** What a record says in words: its texts, without thoughts, tools and images. */
export const textOf = (message: ParsedMessage): string => textsOf(message).join('\n')
