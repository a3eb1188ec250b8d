import type { GroupRecord } from '@crewroom/shared/model/group'
import type { Message } from '@crewroom/shared/model/message'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { managerOf } from '../crew/admissions'
import type { Crew } from '../crew/crew'
import type { By, Shard } from '../crew/shard'
import type { Page, PageQuery, TimelinePage } from '../journal/ports/reader-port'
import { findMessage } from './find-message'
import { readGroup } from './list-groups'
import { seesMessage, viewerIn } from './sight'

export interface ReadInput {
  readonly group: string
  readonly limit: number
  readonly before?: number | undefined
  readonly after?: number | undefined
  readonly around?: string | undefined
}

/** A page of a group's history from the tables, as the actor may see it. Waits until they hold what memory holds. */
export async function readMessages(
  shard: Shard,
  crew: Crew,
  by: By,
  input: ReadInput,
): Promise<Page> {
  const group = await readable(shard, crew, by, input)
  return pageOf(shard, crew, by, group, input)
}

/** The same together with events of the group: members that came and went, and changes. */
export async function readTimeline(
  shard: Shard,
  crew: Crew,
  by: By,
  input: ReadInput,
): Promise<TimelinePage> {
  const group = await readable(shard, crew, by, input)
  const { reader } = shard.ports
  const page = reader.timeline(crew.state.lead.id, queryOf(crew, by, group, input))
  assertFound(group, input, page.rows)
  return page
}

/** The newest messages of a group, or those before one of them, that the actor may see, without waiting. */
export function readNewest(
  shard: Shard,
  crew: Crew,
  by: By,
  input: {
    readonly group: string
    readonly limit: number
    /** A message: its id, `#n` or its ordinal. */
    readonly before?: string | number | undefined
  },
): { group: GroupRecord; messages: readonly Message[]; hasMore: boolean } {
  const group = readGroup(crew, by, input.group)
  const { limit } = input
  const before =
    input.before === undefined ? undefined : findMessage(shard, crew, group, input.before, by).seq
  const page = pageOf(shard, crew, by, group, { group: group.name, limit, before })
  // The tables may be a moment behind memory: what is newer is added from there.
  const shown = new Map(page.messages.map((message) => [message.id, message]))
  for (const message of crew.window(group.name).messages) {
    if (before !== undefined && message.seq >= before) continue
    if (seesMessage(crew, by, message)) shown.set(message.id, message)
  }
  const messages = [...shown.values()].sort((a, b) => a.seq - b.seq).slice(-limit)
  return { group, messages, hasMore: page.hasBefore || shown.size > messages.length }
}

/** A page of messages without waiting: for answers that are held until what they show is durable. */
export function pageOf(
  shard: Shard,
  crew: Crew,
  by: By,
  group: GroupRecord,
  input: ReadInput,
): Page {
  const page = shard.ports.reader.page(crew.state.lead.id, queryOf(crew, by, group, input))
  assertFound(group, input, page.messages)
  return page
}

async function readable(shard: Shard, crew: Crew, by: By, input: ReadInput): Promise<GroupRecord> {
  const group = readGroup(crew, by, input.group)
  await shard.journal.durable(crew.state.lead.id)
  return group
}

function queryOf(crew: Crew, by: By, group: GroupRecord, input: ReadInput): PageQuery {
  return {
    groupName: group.name,
    limit: input.limit,
    // The manager reads a conversation without being in it.
    viewer: managerOf(crew, group) === by.actor.id ? null : viewerIn(crew, by),
    ...(input.before === undefined ? {} : { before: input.before }),
    ...(input.after === undefined ? {} : { after: input.after }),
    ...(input.around === undefined ? {} : { around: input.around }),
  }
}

function assertFound(group: GroupRecord, { around }: ReadInput, rows: readonly unknown[]): void {
  if (around === undefined || rows.length > 0) return
  throw new CrewError(
    'message_not_found',
    `there is no message ${around.slice(0, 64)} in "${group.name}".`,
  )
}
