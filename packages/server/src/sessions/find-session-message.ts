import type { Message } from '@crewroom/shared/model/message'
import { placeOfSession, type SessionRecord } from '@crewroom/shared/model/session'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { Crew } from '../crew/crew'
import type { Shard } from '../crew/shard'

/** A message of a session, by its id, `#n` or its ordinal: memory first, the tables after. */
export function findSessionMessage(
  shard: Shard,
  crew: Crew,
  session: SessionRecord,
  reference: string | number,
): Message {
  const window = crew.window(placeOfSession(session.id))
  const { reader } = shard.ports
  const { leadId, groupName, id } = session
  const text = String(reference).trim()
  const ordinal = /^#?(\d{1,9})$/.exec(text)?.[1]
  if (ordinal === undefined) {
    const found = window.find(text) ?? reader.message(leadId, groupName, text, id)
    if (found) return found
    throw noMessage(session, text)
  }
  const n = Number(ordinal)
  const recent = window.messages.find((message) => message.n === n)
  if (recent) return recent
  const stored = reader.messageByN(leadId, groupName, n, id)
  if (!stored) throw noMessage(session, text)
  // The row may lack a reaction that is not durable yet; the window knows.
  return window.find(stored.id) ?? stored
}

export function noMessage(session: SessionRecord, reference: string): CrewError {
  return new CrewError(
    'message_not_found',
    `there is no message ${reference.slice(0, 64)} in session "${session.title}".`,
  )
}
