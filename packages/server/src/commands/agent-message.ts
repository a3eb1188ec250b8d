import { TEXT } from '@crewroom/shared/text/catalogue'
import { named } from '../crew/directory'
import { sendDirect } from '../agents/direct-messages'
import { directReason } from '../live/reasons'
import { isHeld } from '../crew/wake'
import { type CommandHandler, confirmation } from './command-handler'

export const agentMessageCommand: CommandHandler<'AGENT_MESSAGE'> = {
  name: 'AGENT_MESSAGE',
  run({ shard, crew, by, presence }, payload) {
    const { agent, message } = sendDirect(shard, crew, by, payload)
    if (!agent) return confirmation(TEXT.sentToPerson)
    const to = named(crew, agent.id)
    if (agent.hold && isHeld(crew, agent.id, { kind: 'direct', hop: message.hop })) {
      return confirmation(TEXT.sentDirect(to, null) + TEXT.keptBack({ agent: to }, agent.hold))
    }
    return confirmation(TEXT.sentDirect(to, directReason(shard, crew, presence, agent)))
  },
}
