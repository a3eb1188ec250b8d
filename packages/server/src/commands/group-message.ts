import { TEXT } from '@crewroom/shared/text/catalogue'
import { waitingOf } from '../live/live'
import { sendMessage } from '../groups/send-message'
import { type CommandHandler, confirmation } from './command-handler'

export const groupMessageCommand: CommandHandler<'GROUP_MESSAGE'> = {
  name: 'GROUP_MESSAGE',
  run({ shard, crew, by, presence }, payload) {
    const { message, recipientIds } = sendMessage(shard, crew, by, payload)
    const { group } = message
    const hold = crew.state.groups[group]?.hold
    // Of a held group all are told at once: whoever is busy beside that makes no difference.
    const waiting = hold ? [] : waitingOf(shard, crew, presence, group, recipientIds)
    const sent = TEXT.sent(recipientIds.length, waiting)
    return confirmation(hold ? sent + TEXT.keptBack({ group }, hold) : sent)
  },
}
