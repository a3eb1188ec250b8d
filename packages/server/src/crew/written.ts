import { HUMAN_ID, SYSTEM_ID } from '@crewroom/shared/model/participant'
import { type Message } from '@crewroom/shared/model/message'
import { type Part, textOfParts } from '@crewroom/shared/model/part'
import { replyTo, type ReplyTo } from '@crewroom/shared/model/reply'
import { CONTENT_TOO_LONG, CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { PARTS, withoutSecretsIn } from '../journal/fact-texts'
import type { SecretMask } from '../journal/ports/mask-port'

/** What somebody writes to a group or session: a text, or parts that make one. */
export interface WrittenInput {
  readonly content?: string | undefined
  /** In place of `content`. */
  readonly parts?: readonly Part[] | undefined
  /** The message that it replies to: an id, `#n` or its ordinal. */
  readonly replyTo?: string | number | undefined
}

export interface Written {
  /** As it was written: masking does not change whom it mentions. */
  readonly text: string
  /** What is stored as its text. */
  readonly content: string
  /** Nothing for one text: its content says it all. */
  readonly parts?: readonly Part[] | undefined
  /** The reference, as it was given. */
  readonly replyTo?: string | undefined
}

/** What is stored of what somebody writes. Its links are never fetched. */
export function writtenOf(mask: SecretMask, input: WrittenInput): Written {
  const { parts, replyTo: reference } = input
  const text = parts ? textOfParts(parts) : (input.content ?? '')
  if (text.length > LIMITS.content) throw new CrewError('validation', CONTENT_TOO_LONG)
  const reply = reference === undefined ? {} : { replyTo: String(reference).trim() }
  if (!parts || (parts.length === 1 && parts[0]?.type === 'text')) {
    return { text, content: text, ...reply }
  }
  // Masked part by part: the name of a link loses brackets in the text, and a secret with them would not be found there.
  const stored = withoutSecretsIn(parts, PARTS, mask).map(linkOrText)
  return { text, content: textOfParts(stored), parts: stored, ...reply }
}

/** A link that was masked from its beginning leads nowhere: it is a text. */
function linkOrText(part: Part): Part {
  if (part.type === 'text' || /^https?:/i.test(part.url)) return part
  return { type: 'text', text: textOfParts([part]) }
}

/** Masked before it is cut: of half a secret no form is left to be found. */
export function quoteOf(mask: SecretMask, message: Message): ReplyTo {
  return replyTo({ ...message, content: mask.mask(message.content) })
}

/** Whom a reply calls, as a mention does: whoever wrote what it replies to, if that is there and not the writer. */
export function calledByReply(
  found: Pick<Message, 'from'> | null | undefined,
  from: string,
  memberIds: readonly string[],
): readonly string[] {
  if (!found || found.from === from || found.from === SYSTEM_ID) return []
  // The person reads every group, and who calls them must not be overheard for not having joined.
  return found.from === HUMAN_ID || memberIds.includes(found.from) ? [found.from] : []
}

/** Whether a reference names the message that a stored one replies to; without one, whether that replies to none. */
export function isSameReply(stored: ReplyTo | undefined, reference: string | undefined): boolean {
  if (!stored || reference === undefined) return !stored && reference === undefined
  const ordinal = /^#?(\d{1,9})$/.exec(reference)?.[1]
  return ordinal === undefined ? stored.id === reference : stored.n === Number(ordinal)
}
