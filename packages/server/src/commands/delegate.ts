import { shortTaskId } from '@crewroom/shared/model/task'
import { TEXT } from '@crewroom/shared/text/catalogue'
import { named } from '../crew/directory'
import { directReason } from '../live/reasons'
import { delegate } from '../agents/tasks'
import { type CommandHandler, confirmation } from './command-handler'

export const delegateCommand: CommandHandler<'DELEGATE'> = {
  name: 'DELEGATE',
  run({ shard, crew, by, presence }, { task: text, ...input }) {
    const { agent, task } = delegate(shard, crew, by, { text, ...input })
    const who = named(crew, agent.id)
    const id = shortTaskId(task.id)
    if (task.waits) {
      const open = (task.after ?? []).filter((one) => crew.state.tasks[one] !== undefined)
      return confirmation(TEXT.taskKept(who, open.map(shortTaskId), id))
    }
    return confirmation(TEXT.delegated(who, directReason(shard, crew, presence, agent), id))
  },
}
