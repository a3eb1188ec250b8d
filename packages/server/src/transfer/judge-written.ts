import type { Message } from '@crewroom/shared/model/message'
import { type Part, textOfParts } from '@crewroom/shared/model/part'
import type { ReplyTo } from '@crewroom/shared/model/reply'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { Misfit } from './read-file'

type Quoted = Pick<Message, 'n' | 'from' | 'fromRole'>

/** Refuses a quote of something that the message it names does not say of itself. Its text may be masked otherwise. */
export function assertQuotes(
  reply: Omit<ReplyTo, 'id'>,
  n: number,
  quoted: Quoted | undefined,
): void {
  if (!quoted || quoted.n !== reply.n || reply.n >= n) {
    throw new Misfit('a reply to a message that is not there.')
  }
  if (quoted.from !== reply.from || quoted.fromRole !== reply.fromRole) {
    throw new Misfit('a reply that quotes somebody else.')
  }
}

/** Refuses parts that say something else than the text: what is masked or cut there was so when it was stored. */
export function assertSaysParts(content: string, parts: readonly Part[] | undefined): void {
  if (!parts || content === textOfParts(parts)) return
  if (content.includes('[masked:') || content.length >= LIMITS.content - 1) return
  throw new Misfit('parts that say something else than the message.')
}
