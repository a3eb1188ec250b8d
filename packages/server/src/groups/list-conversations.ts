import { type GroupRecord, memberOf } from '@crewroom/shared/model/group'
import type { TimelineRow } from '@crewroom/shared/model/timeline'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { iso } from '../clock'
import type { Crew } from '../crew/crew'
import { crewsSeenBy } from '../crew/seen-crews'
import type { By, Shard } from '../crew/shard'
import { type After, partAfter } from './keyset'

export interface OwnConversation extends After {
  readonly crew: Crew
  readonly group: GroupRecord
  readonly times: ConversationTimes
}

export interface ConversationTimes {
  /** When it was archived; null while it is in use. */
  readonly archivedAt: string | null
  /** When something last happened in it. */
  readonly changedAt: string
}

/**
 * The groups that the actor is listed in, of all its crews, archived ones too: newest first, from behind one of them. A part
 * ends at the limit, or at about the size of a page.
 */
export async function listConversations(
  shard: Shard,
  by: By,
  { limit, after }: { readonly limit: number; readonly after: After | null },
): Promise<{ readonly conversations: readonly OwnConversation[]; readonly hasMore: boolean }> {
  const crews = crewsSeenBy(shard, by)
  // When one was archived or changed is read from the tables.
  for (const { state } of crews) await shard.journal.durable(state.lead.id)
  const own = crews.flatMap((crew) =>
    Object.values(crew.state.groups).flatMap((group) => {
      const member = memberOf(group, by.actor.id)
      if (!member || member.listed === false) return []
      return { crew, group, createdAt: group.createdAt, id: group.id }
    }),
  )
  const { rows, hasMore } = partAfter(own, after, limit)
  const fitting = rows.slice(0, countThatFits(rows))
  return {
    conversations: fitting.map((row) => ({ ...row, times: timesOf(shard, row.group) })),
    hasMore: hasMore || fitting.length < rows.length,
  }
}

/** Of JSON: one that has no members, and each of its members. */
const EACH_BYTES = 600
const MEMBER_BYTES = 40

function countThatFits(rows: readonly { readonly group: GroupRecord }[]): number {
  let bytes = 0
  for (const [at, { group }] of rows.entries()) {
    bytes += EACH_BYTES + group.memberCount * MEMBER_BYTES
    if (bytes > LIMITS.pageBytes && at > 0) return at
  }
  return rows.length
}

/** The end of its timeline says it: little follows the archiving of a group. */
function timesOf(shard: Shard, group: GroupRecord): ConversationTimes {
  const page = (limit: number) => {
    const query = { groupName: group.name, limit, viewer: null }
    return shard.ports.reader.timeline(group.leadId, query).rows
  }
  const rows = page(group.archived ? 5 : 1)
  const changedAt = timeOf(rows.at(-1)) ?? group.createdAt
  if (!group.archived) return { archivedAt: null, changedAt }
  const archived = rows.findLast(isArchiving) ?? page(LIMITS.page).findLast(isArchiving)
  // Without one it is archived right now, or was before the journal that is kept begins.
  const { lastMessage } = group
  const otherwise = lastMessage?.timestamp ?? iso(shard.ports.clock.now())
  return { archivedAt: timeOf(archived) ?? otherwise, changedAt }
}

const isArchiving = (row: TimelineRow) => row.kind === 'event' && row.event === 'archived'

function timeOf(row: TimelineRow | undefined): string | undefined {
  return row?.kind === 'event' ? row.at : row?.message.timestamp
}
