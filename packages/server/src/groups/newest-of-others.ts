import type { GroupRecord } from '@crewroom/shared/model/group'
import type { Message } from '@crewroom/shared/model/message'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { Crew } from '../crew/crew'
import { assertMayInGroup } from '../crew/may'
import type { By, Shard } from '../crew/shard'
import { groupOf } from './lookup'
import { pageOf } from './read-history'
import { seesMessage } from './sight'

/** Older messages looked at for one that is not the agent's own. */
const LOOK_BACK = 100

/**
 * The newest message of others that the agent was handed: what it can mean by none. One that was handed none of the
 * group, and reads it in another way, means the newest that was there when its turn began.
 */
export function newestOfOthers(
  shard: Shard,
  crew: Crew,
  by: By,
  input: { readonly group: string; readonly turnBeganSeq: number },
): string {
  const group = groupOf(crew, input.group, by.actor)
  assertMayInGroup('react', crew, group, by)
  const handed = crew.inHand.handedSeq(by.actor.id, group.name)
  const found =
    newestUpTo(shard, crew, by, group, handed) ??
    newestUpTo(shard, crew, by, group, input.turnBeganSeq)
  if (found !== null) return found
  throw new CrewError(
    'message_not_found',
    `"${group.name}" had no message from anybody else when your turn began. Give messageId, such as "#1".`,
  )
}

function newestUpTo(
  shard: Shard,
  crew: Crew,
  by: By,
  group: GroupRecord,
  to: number,
): string | null {
  const isOfOthers = (message: Message) => message.from !== by.actor.id
  const recent = crew
    .window(group.name)
    .messages.findLast(
      (message) => message.seq <= to && seesMessage(crew, by, message) && isOfOthers(message),
    )
  if (recent) return recent.id
  const page = { group: group.name, limit: LOOK_BACK, before: to + 1 }
  return pageOf(shard, crew, by, group, page).messages.findLast(isOfOthers)?.id ?? null
}
