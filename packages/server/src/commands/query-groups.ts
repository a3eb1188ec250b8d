import { type GroupLine, listedLabel, TEXT } from '@crewroom/shared/text/catalogue'
import type { Crew } from '../crew/crew'
import { named } from '../crew/directory'
import { crewsSeenBy } from '../crew/seen-crews'
import type { By } from '../crew/shard'
import { listGroups } from '../groups/list-groups'
import { answer, type CommandHandler } from './command-handler'

export const queryGroupsCommand: CommandHandler<'QUERY_GROUPS'> = {
  name: 'QUERY_GROUPS',
  run({ shard, by }) {
    return answer(TEXT.groups(crewsSeenBy(shard, by).flatMap((crew) => linesOf(crew, by))))
  },
}

function linesOf(crew: Crew, by: By): GroupLine[] {
  // Most groups have the same few members: each of them gets its label once.
  const labels = new Map<string, string>()
  const labelOf = (id: string) => {
    let label = labels.get(id)
    if (label === undefined) labels.set(id, (label = listedLabel(named(crew, id))))
    return label
  }
  return listGroups(crew, by).map((group) => ({
    name: group.name,
    purpose: group.purpose,
    members: group.memberIds.map(labelOf),
    messageCount: group.messageCount,
    last: group.lastMessage && {
      n: group.lastMessage.n,
      from: { id: group.lastMessage.from, roleName: group.lastMessage.fromRole },
      // Nothing is left of a deleted one.
      preview: group.lastMessage.content || TEXT.isDeleted,
    },
  }))
}
