import { TEXT } from '@crewroom/shared/text/catalogue'
import { completeTask } from '../agents/tasks'
import { type CommandHandler, confirmation } from './command-handler'

export const completeTaskCommand: CommandHandler<'COMPLETE_TASK'> = {
  name: 'COMPLETE_TASK',
  run({ shard, crew, by, agentId }, { summary, status }) {
    const { openTasks } = completeTask(shard, crew, by, agentId, {
      summary,
      ...(status === undefined ? {} : { status }),
    })
    return confirmation(TEXT.completedTask(openTasks))
  },
}
