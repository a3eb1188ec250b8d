import { TEXT } from '@crewroom/shared/text/catalogue'
import { readNewest } from '../groups/read-history'
import { answer, type CommandHandler } from './command-handler'

const DEFAULT_LIMIT = 20

export const readGroupCommand: CommandHandler<'READ_GROUP'> = {
  name: 'READ_GROUP',
  run({ shard, crew, by }, { limit = DEFAULT_LIMIT, ...payload }) {
    const { group, messages, hasMore } = readNewest(shard, crew, by, { ...payload, limit })
    const lines = messages.map((message) =>
      TEXT.historyLine(
        group.name,
        { id: message.from, roleName: message.fromRole },
        message.n,
        message.content,
      ),
    )
    return answer(TEXT.read(group.name, lines, hasMore))
  },
}
