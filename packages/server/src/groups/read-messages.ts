import type { GroupRecord } from '@crewroom/shared/model/group'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { Crew } from '../crew/crew'
import type { By, Shard } from '../crew/shard'
import type { Page, PageQuery, TimelinePage } from '../journal/ports/reader-port'
import { groupOf } from './lookup'
import { assertMay } from './rights'

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
  const group = groupOf(crew, input.group, by.actor)
  assertMay('read', crew, group, by.actor)
  await shard.journal.durable(crew.state.lead.id)
  return group
}

function queryOf(crew: Crew, by: By, group: GroupRecord, input: ReadInput): PageQuery {
  return {
    groupName: group.name,
    limit: input.limit,
    viewer: viewerIn(crew, by),
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

/** Whose stays decide what of a crew's groups may be read; null reads everything, as people and the lead do. */
export function viewerIn(crew: Crew, { actor }: By): string | null {
  return actor.kind === 'agent' && actor.id !== crew.state.lead.id ? actor.id : null
}
