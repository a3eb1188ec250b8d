import type { Message } from '@crewroom/shared/model/message'
import { MAIN_SESSION } from '@crewroom/shared/model/session'
import { TEXT } from '@crewroom/shared/text/catalogue'
import { saidIn } from '@crewroom/shared/text/said'
import { readNewest } from '../groups/read-history'
import { readNewestInSession } from '../sessions/read-session'
import { answer, type CommandHandler } from './command-handler'

const DEFAULT_LIMIT = 20

const writer = ({ from, fromRole }: Message) => ({ id: from, roleName: fromRole })

export const readGroupCommand: CommandHandler<'READ_GROUP'> = {
  name: 'READ_GROUP',
  run({ shard, crew, by }, { limit = DEFAULT_LIMIT, session = MAIN_SESSION, ...payload }) {
    if (session !== MAIN_SESSION) {
      const read = readNewestInSession(shard, crew, by, { ...payload, session, limit })
      const lines = read.messages.map((message) =>
        TEXT.sessionLine(writer(message), message.n, message.content, message.replyTo),
      )
      const { title, groupName } = read.session
      return answer(TEXT.readSession(title, groupName, lines, read.hasMore))
    }
    const { group, messages, hasMore } = readNewest(shard, crew, by, { ...payload, limit })
    const lines = messages.map((message) =>
      TEXT.historyLine(group.name, writer(message), message.n, saidIn(message), message.replyTo),
    )
    return answer(TEXT.read(group.name, lines, hasMore))
  },
}
