import { TEXT } from '@crewroom/shared/text/catalogue'
import { named } from '../crew/directory'
import { directReason } from '../live/reasons'
import { delegate } from '../agents/tasks'
import { type CommandHandler, confirmation } from './command-handler'

export const delegateCommand: CommandHandler<'DELEGATE'> = {
  name: 'DELEGATE',
  run({ shard, crew, by, presence }, { to, task, context }) {
    const { agent } = delegate(shard, crew, by, { to, text: task, context })
    return confirmation(
      TEXT.delegated(named(crew, agent.id), directReason(shard, crew, presence, agent)),
    )
  },
}
