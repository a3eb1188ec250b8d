import type { GroupRecord } from '@crewroom/shared/model/group'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { Crew } from '../crew/crew'
import type { By, Shard } from '../crew/shard'
import type { Page } from '../journal/reader-port'
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
  const group = groupOf(crew, input.group, by.actor)
  assertMay('read', crew, group, by.actor)
  await shard.journal.durable(crew.state.lead.id)
  return pageOf(shard, crew, by, group, input)
}

/** The same without waiting: for answers that are held until what they show is durable. */
export function pageOf(
  shard: Shard,
  crew: Crew,
  by: By,
  group: GroupRecord,
  input: ReadInput,
): Page {
  const viewer = viewerIn(crew, by)
  const page = shard.ports.reader.page(crew.state.lead.id, {
    groupName: group.name,
    limit: input.limit,
    viewer,
    ...(input.before === undefined ? {} : { before: input.before }),
    ...(input.after === undefined ? {} : { after: input.after }),
    ...(input.around === undefined ? {} : { around: input.around }),
  })
  if (input.around !== undefined && page.messages.length === 0) {
    throw new CrewError(
      'message_not_found',
      `there is no message ${input.around.slice(0, 64)} in "${group.name}".`,
    )
  }
  return page
}

/** Whose stays decide what of a crew's groups may be read; null reads everything, as people and the lead do. */
export function viewerIn(crew: Crew, { actor }: By): string | null {
  return actor.kind === 'agent' && actor.id !== crew.state.lead.id ? actor.id : null
}
