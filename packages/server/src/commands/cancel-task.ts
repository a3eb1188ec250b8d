import { TEXT } from '@crewroom/shared/text/catalogue'
import { cancelTask } from '../agents/waiting-task'
import { named } from '../crew/directory'
import { type CommandHandler, confirmation } from './command-handler'

export const cancelTaskCommand: CommandHandler<'CANCEL_TASK'> = {
  name: 'CANCEL_TASK',
  run({ shard, crew, by }, { task: reference }) {
    const task = cancelTask(shard, crew, by, reference)
    return confirmation(TEXT.taskDropped(named(crew, task.agentId), task.text))
  },
}
