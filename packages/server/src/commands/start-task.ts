import { TEXT } from '@crewroom/shared/text/catalogue'
import { startTask } from '../agents/waiting-task'
import { named } from '../crew/directory'
import { type CommandHandler, confirmation } from './command-handler'

export const startTaskCommand: CommandHandler<'START_TASK'> = {
  name: 'START_TASK',
  run({ shard, crew, by }, { task: reference }) {
    const task = startTask(shard, crew, by, reference)
    return confirmation(TEXT.taskStarted(named(crew, task.agentId), task.text))
  },
}
