import type { SystemGroup } from './groups'
import { HOOK_BLOCKED } from './hook-text'
import type { ParsedMessage } from './messages'
import { inTag, TAGS, textsOf } from './tags'
import { notificationText, userContentOf } from './user-content'

type Kind = SystemGroup['kind']

/** What a record of the program says, and what it is: output of a command, an error, a notice. */
export function systemGroupOf(
  id: string,
  message: ParsedMessage,
  before: ParsedMessage | null,
): SystemGroup {
  const { kind, text } = outputOf(message)
  const isOutput = (kind === 'output' || kind === 'error') && message.subtype !== HOOK_BLOCKED
  const command = isOutput && before !== null ? userContentOf(before).commands[0] : undefined
  return {
    id,
    message,
    timestamp: message.timestamp,
    commandOutput: text,
    ...(command !== undefined && { commandName: command.raw }),
    kind,
  }
}

function outputOf(message: ParsedMessage): { readonly kind: Kind; readonly text: string } {
  const text = textsOf(message).join('\n')
  if (message.type === 'assistant') return { kind: 'api_error', text }
  const output = joined(text, [TAGS.commandOutput, TAGS.bashOutput])
  const error = joined(text, [TAGS.commandError, TAGS.bashError])
  if (output !== null || error !== null) {
    const parts = [output ?? '', error ?? ''].filter((part) => part.trim() !== '')
    const failed = (output ?? '').trim() === '' && parts.length > 0
    return { kind: failed ? 'error' : 'output', text: parts.join('\n') }
  }
  if (text.includes(TAGS.notification)) return { kind: 'notice', text: notificationText(text) }
  return { kind: KIND_OF.get(message.subtype ?? '') ?? 'notice', text }
}

const KIND_OF: ReadonlyMap<string, Kind> = new Map([
  ['api_error', 'api_error'],
  [HOOK_BLOCKED, 'error'],
  ['stderr', 'error'],
  ['output', 'output'],
  ['local_command', 'output'],
])

/** Null: none of the tags is there. */
function joined(text: string, tags: readonly string[]): string | null {
  const parts = tags.flatMap((tag) => inTag(text, tag) ?? [])
  return parts.length === 0 ? null : parts.join('\n')
}
