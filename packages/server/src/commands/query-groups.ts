import { type GroupLine, TEXT } from '@crewroom/shared/text/catalogue'
import { named } from '../crew/directory'
import { crewsSeenBy } from '../crew/seen-crews'
import { listGroups } from '../groups/list-groups'
import { answer, type CommandHandler } from './command-handler'

export const queryGroupsCommand: CommandHandler<'QUERY_GROUPS'> = {
  name: 'QUERY_GROUPS',
  run({ shard, by }) {
    const lines = crewsSeenBy(shard, by).flatMap((crew) =>
      listGroups(crew, by).map((group): GroupLine => ({
        name: group.name,
        purpose: group.purpose,
        members: group.memberIds.map((id) => named(crew, id)),
        messageCount: group.messageCount,
        last: group.lastMessage && {
          n: group.lastMessage.n,
          from: { id: group.lastMessage.from, roleName: group.lastMessage.fromRole },
          preview: group.lastMessage.content,
        },
      })),
    )
    return answer(TEXT.groups(lines))
  },
}
