import { type GroupRecord, listedIds } from '@crewroom/shared/model/group'
import { listedLabel, TEXT } from '@crewroom/shared/text/catalogue'
import type { GroupLine } from '@crewroom/shared/text/list-texts'
import type { Crew } from '../crew/crew'
import { named } from '../crew/directory'
import { groupsByNews } from '../crew/own-groups'
import { crewsSeenBy } from '../crew/seen-crews'
import { readGroup } from '../groups/list-groups'
import { answer, type CommandHandler } from './command-handler'

export const queryGroupsCommand: CommandHandler<'QUERY_GROUPS'> = {
  name: 'QUERY_GROUPS',
  run({ shard, crew, by, agentId }, { group: reference, after }) {
    if (reference !== undefined) {
      const group = readGroup(crew, by, reference)
      const labelOf = labelsOf(crew)
      return answer(TEXT.members(group.name, listedIds(group).map(labelOf), after))
    }
    return answer(TEXT.groups(linesOf(crewsSeenBy(shard, by), agentId), after))
  },
}

function linesOf(crews: readonly Crew[], agentId: string): GroupLine[] {
  const labels = new Map(crews.map((crew) => [crew, labelsOf(crew)]))
  return groupsByNews(crews, agentId).map(({ crew, group, unread }) => ({
    name: group.name,
    purpose: group.purpose,
    members: group.memberIds.map(labels.get(crew) ?? labelsOf(crew)),
    messageCount: group.messageCount,
    unread,
    last: lastOf(group),
  }))
}

function lastOf({ lastMessage }: GroupRecord): GroupLine['last'] {
  if (!lastMessage) return null
  return {
    n: lastMessage.n,
    from: { id: lastMessage.from, roleName: lastMessage.fromRole },
    // Nothing is left of a deleted one.
    preview: lastMessage.content || TEXT.isDeleted,
  }
}

/** Most groups have the same few members: each of them gets its label once. */
function labelsOf(crew: Crew): (id: string) => string {
  const labels = new Map<string, string>()
  return (id) => {
    let label = labels.get(id)
    if (label === undefined) labels.set(id, (label = listedLabel(named(crew, id))))
    return label
  }
}
