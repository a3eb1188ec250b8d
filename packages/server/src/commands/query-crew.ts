import { shortTaskId, type TaskRecord } from '@crewroom/shared/model/task'
import { TEXT } from '@crewroom/shared/text/catalogue'
import { named } from '../crew/directory'
import { answer, type CommandHandler } from './command-handler'

export const queryCrewCommand: CommandHandler<'QUERY_CREW'> = {
  name: 'QUERY_CREW',
  run({ crew, presence, agentId }) {
    const { lead, agents } = crew.state
    return answer(
      TEXT.crew(
        lead.name,
        Object.values(agents).map((agent) => ({
          ...named(crew, agent.id),
          status: agent.ended ?? presence.get(agent.id).status,
          task: shown(crew.openTasks(agent.id)[0]),
          you: agent.id === agentId,
        })),
        crew.waitingTasks().map(({ id, agentId: to, after = [], waits, text }) => ({
          id: shortTaskId(id),
          to: named(crew, to),
          after: after.map(shortTaskId),
          lost: waits?.lost.map(shortTaskId) ?? [],
          text,
        })),
      ),
    )
  },
}

const shown = (task: TaskRecord | undefined) =>
  task ? { id: shortTaskId(task.id), text: task.text } : null
