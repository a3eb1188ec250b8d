import { TEXT } from '@crewroom/shared/text/catalogue'
import { directReason, waitingOf } from '../live/reasons'
import { broadcast } from '../agents/direct-messages'
import { type CommandHandler, confirmation } from './command-handler'

export const broadcastCommand: CommandHandler<'BROADCAST'> = {
  name: 'BROADCAST',
  run({ shard, crew, by, presence }, { content }) {
    const { recipients } = broadcast(shard, crew, by, { content })
    const waiting = waitingOf(recipients, crew, (agent) =>
      directReason(shard, crew, presence, agent),
    )
    return confirmation(TEXT.broadcasted(recipients.length, waiting))
  },
}
