import { TEXT } from '@crewroom/shared/text/catalogue'
import { named } from '../crew/directory'
import { directReason } from '../live/reasons'
import { interrupt } from '../agents/direct-messages'
import { type CommandHandler, confirmation } from './command-handler'

export const interruptCommand: CommandHandler<'INTERRUPT'> = {
  name: 'INTERRUPT',
  run({ shard, crew, by, presence }, payload) {
    const { agent } = interrupt(shard, crew, by, payload)
    return confirmation(
      TEXT.interrupted(named(crew, agent.id), directReason(shard, crew, presence, agent)),
    )
  },
}
