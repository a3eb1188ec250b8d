import type { GroupRecord } from '@crewroom/shared/model/group'
import type { Message } from '@crewroom/shared/model/message'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { Crew } from '../crew/crew'
import type { By, Shard } from '../crew/shard'
import { seesMessage } from './sight'

/** A message of the group that the actor may see, or was shown the number of: memory first, the tables after. */
export function findMessage(
  shard: Shard,
  crew: Crew,
  group: GroupRecord,
  reference: string | number,
  by: By,
): Message {
  const window = crew.window(group.name)
  const text = String(reference).trim()
  const ordinal = /^#?(\d{1,9})$/.exec(text)?.[1]
  const leadId = crew.state.lead.id
  const found =
    ordinal === undefined
      ? (window.find(text) ?? shard.ports.reader.message(leadId, group.name, text))
      : byOrdinal(shard, crew, group, Number(ordinal))
  if (found && (seesMessage(crew, by, found) || isQuoted(shard, crew, by, found))) return found
  throw new CrewError(
    'message_not_found',
    `there is no message ${text.slice(0, 64)} in "${group.name}".`,
  )
}

/** The same, for a reply: nothing was taken of it when it is refused, and the refusal says how to send it. */
export function findReplied(
  shard: Shard,
  crew: Crew,
  group: GroupRecord,
  reference: string | number,
  by: By,
): Message {
  try {
    return findMessage(shard, crew, group, reference, by)
  } catch (error) {
    if (!(error instanceof CrewError) || error.code !== 'message_not_found') throw error
    throw new CrewError(
      error.code,
      `${error.message} Nothing was sent. Send it again without replyTo, or reply to a number that you were shown.`,
    )
  }
}

/** True if the actor reads a message that replies to this one, and so has its number and its first words. */
function isQuoted(shard: Shard, crew: Crew, by: By, { id, group, leadId }: Message): boolean {
  const replies = shard.ports.reader.repliesTo(leadId, group, id, LIMITS.page)
  return replies.some((reply) => seesMessage(crew, by, reply))
}

function byOrdinal(shard: Shard, crew: Crew, group: GroupRecord, n: number): Message | null {
  const window = crew.window(group.name)
  const recent = window.messages.find((message) => message.n === n)
  if (recent) return recent
  const stored = shard.ports.reader.messageByN(crew.state.lead.id, group.name, n)
  // The row may lack a reaction that is not durable yet; the window knows.
  return stored ? (window.find(stored.id) ?? stored) : null
}
