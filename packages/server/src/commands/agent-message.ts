import { TEXT } from '@crewroom/shared/text/catalogue'
import { named } from '../crew/directory'
import { sendDirect } from '../crew/direct-messages'
import { directReason } from '../crew/live'
import { type CommandHandler, confirmation } from './command-handler'

export const agentMessageCommand: CommandHandler<'AGENT_MESSAGE'> = {
  name: 'AGENT_MESSAGE',
  run({ shard, crew, by, presence }, payload) {
    const { agent } = sendDirect(shard, crew, by, payload)
    if (!agent) return confirmation(TEXT.sentToPerson)
    return confirmation(
      TEXT.sentDirect(named(crew, agent.id), directReason(shard, crew, presence, agent)),
    )
  },
}
