import { TEXT } from '@crewroom/shared/text/catalogue'
import { waitingOf } from '../crew/live'
import { sendMessage } from '../groups/send-message'
import { type CommandHandler, confirmation } from './command-handler'

export const groupMessageCommand: CommandHandler<'GROUP_MESSAGE'> = {
  name: 'GROUP_MESSAGE',
  run({ shard, crew, by, presence }, payload) {
    const { message, recipientIds } = sendMessage(shard, crew, by, payload)
    return confirmation(
      TEXT.sent(recipientIds.length, waitingOf(shard, crew, presence, message.group, recipientIds)),
    )
  },
}
