import { TEXT } from '@crewroom/shared/text/catalogue'
import { broadcast } from '../agents/direct-messages'
import { type CommandHandler, confirmation } from './command-handler'

export const broadcastCommand: CommandHandler<'BROADCAST'> = {
  name: 'BROADCAST',
  run({ shard, crew, by }, { content }) {
    return confirmation(TEXT.broadcasted(broadcast(shard, crew, by, { content }).recipients.length))
  },
}
