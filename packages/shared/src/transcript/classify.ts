import { HOOK_BLOCKED } from './hook-text'
import type { MessageCategory, ParsedMessage } from './messages'
import {
  hasToolResult,
  inTag,
  isInterruption,
  isWhollyIn,
  SYNTHETIC_MODEL,
  TAGS,
  textsOf,
} from './tags'

/** Records of the program that a reader is shown; all other kinds of them are noise. */
const SHOWN_SUBTYPES: ReadonlySet<string> = new Set([
  'api_error',
  'away_summary',
  HOOK_BLOCKED,
  'informational',
  'notice',
  'output',
  'stderr',
])

/** What begins a text that is the output of a command. */
const OUTPUT_TAGS = [TAGS.commandOutput, TAGS.commandError, TAGS.bashOutput, TAGS.bashError]
/** What begins a text that no person wrote and no command put out. */
const NOISE_TAGS = [TAGS.caveat, TAGS.reminder]

/** What a record of the session's own conversation is to it. Side chains are not a part of it. */
export function classify(message: ParsedMessage): MessageCategory {
  switch (message.type) {
    case 'user':
      return ofUser(message)
    case 'assistant':
      return ofAssistant(message)
    case 'system':
      return ofSystem(message)
    case 'summary':
    case 'file-history-snapshot':
    case 'queue-operation':
      return 'hardNoise'
  }
}

function ofAssistant(message: ParsedMessage): MessageCategory {
  if (message.isApiErrorMessage === true) return 'system'
  if (message.model !== SYNTHETIC_MODEL) return 'ai'
  return textsOf(message).some((text) => text.startsWith('API Error')) ? 'system' : 'hardNoise'
}

function ofSystem(message: ParsedMessage): MessageCategory {
  const [text = ''] = textsOf(message)
  if (message.subtype === 'local_command') {
    if (text.includes(TAGS.commandName)) return 'user'
    return isEmptyOutput(text) ? 'hardNoise' : 'system'
  }
  const isShown = message.subtype !== undefined && SHOWN_SUBTYPES.has(message.subtype)
  return isShown && text.trim() !== '' ? 'system' : 'hardNoise'
}

function ofUser(message: ParsedMessage): MessageCategory {
  if (message.isCompactSummary === true) return 'compact'
  const texts = textsOf(message)
  const [first = ''] = texts
  if (hasToolResult(message)) return ofToolResult(message, texts)
  if (texts.some(isInterruption)) return 'ai'
  if (texts.length === 1 && isHardNoise(first)) return 'hardNoise'
  if (texts.some((text) => startsWithAny(text, OUTPUT_TAGS))) return 'system'
  if (isWhollyIn(first, TAGS.notification)) return 'system'
  return isPersons(message, texts) ? 'user' : 'ai'
}

/** A person's words beside a result are theirs, unless they are the program's own about an interruption. */
function ofToolResult(message: ParsedMessage, texts: readonly string[]): MessageCategory {
  if (message.isMeta || texts.length === 0 || texts.some(isInterruption)) return 'ai'
  return isPersons(message, texts) ? 'user' : 'ai'
}

const isHardNoise = (text: string) =>
  NOISE_TAGS.some((tag) => isWhollyIn(text, tag)) || isEmptyOutput(text)

/** The output of a command that wrote nothing, neither here nor there. */
function isEmptyOutput(text: string): boolean {
  if (!startsWithAny(text, OUTPUT_TAGS)) return false
  return OUTPUT_TAGS.every((tag) => (inTag(text, tag) ?? '').trim() === '')
}

function isPersons(message: ParsedMessage, texts: readonly string[]): boolean {
  if (message.isMeta) return false
  const { content } = message
  if (texts.some((text) => startsWithAny(text, [...NOISE_TAGS, TAGS.teammate]))) return false
  if (typeof content === 'string') return content.trim() !== ''
  return content.some(({ type }) => type === 'text' || type === 'image')
}

function startsWithAny(text: string, tags: readonly string[]): boolean {
  const own = text.trimStart()
  return tags.some((tag) => own.startsWith(tag))
}
