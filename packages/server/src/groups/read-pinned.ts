import type { Message } from '@crewroom/shared/model/message'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { Crew } from '../crew/crew'
import type { By, Shard } from '../crew/shard'
import { readGroup } from './list-groups'
import { seesMessage } from './sight'

/** Messages of a group and its sessions that somebody has pinned, as far as the actor may read them. */
export async function readPinned(
  shard: Shard,
  crew: Crew,
  by: By,
  reference: string,
): Promise<{ messages: readonly Message[]; hasMore: boolean; asOf: number }> {
  const group = readGroup(crew, by, reference)
  const leadId = crew.state.lead.id
  await shard.journal.durable(leadId)
  const page = shard.ports.reader.pinned(leadId, group.name, LIMITS.page)
  return { ...page, messages: page.messages.filter((message) => seesMessage(crew, by, message)) }
}
