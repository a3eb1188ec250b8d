import { TEXT } from '@crewroom/shared/text/catalogue'
import { waitingOf } from '../live/reasons'
import { sendMessage } from '../groups/send-message'
import { type CommandHandler, confirmation } from './command-handler'

export const groupMessageCommand: CommandHandler<'GROUP_MESSAGE'> = {
  name: 'GROUP_MESSAGE',
  run({ shard, crew, by, presence }, payload) {
    const { message, recipientIds } = sendMessage(shard, crew, by, payload)
    const { group } = message
    const hold = crew.state.groups[group]?.hold
    // For a held group one sentence covers everybody: which of them are busy as well makes no difference.
    const waiting = hold ? [] : waitingOf(shard, crew, presence, group, recipientIds)
    const sent = TEXT.sent(recipientIds.length, waiting)
    return confirmation(hold ? sent + TEXT.keptBack({ group }, hold) : sent)
  },
}
