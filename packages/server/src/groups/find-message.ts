import type { GroupRecord } from '@crewroom/shared/model/group'
import type { Message } from '@crewroom/shared/model/message'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { Crew } from '../crew/crew'
import type { By, Shard } from '../crew/shard'
import { sees } from './sight'

/** A message of the group that the actor may see: memory first, the tables after. */
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
  if (found && sees(crew, by, group.name, found.seq)) return found
  throw new CrewError(
    'message_not_found',
    `there is no message ${text.slice(0, 64)} in "${group.name}".`,
  )
}

function byOrdinal(shard: Shard, crew: Crew, group: GroupRecord, n: number): Message | null {
  const window = crew.window(group.name)
  const recent = window.messages.find((message) => message.n === n)
  if (recent) return recent
  const stored = shard.ports.reader.messageByN(crew.state.lead.id, group.name, n)
  // The row may lack a reaction that is not durable yet; the window knows.
  return stored ? (window.find(stored.id) ?? stored) : null
}
