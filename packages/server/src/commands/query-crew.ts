import type { AgentRecord } from '@crewroom/shared/model/agent'
import { shortTaskId, type TaskRecord } from '@crewroom/shared/model/task'
import { TEXT } from '@crewroom/shared/text/catalogue'
import type { CrewLine } from '@crewroom/shared/text/list-texts'
import { isActive, named } from '../crew/directory'
import { resolveTask } from '../crew/task-names'
import { isAway } from '../live/reasons'
import { answer, type CommandContext, type CommandHandler } from './command-handler'

export const queryCrewCommand: CommandHandler<'QUERY_CREW'> = {
  name: 'QUERY_CREW',
  run(context, { task, after }) {
    if (task !== undefined) return answer(oneTask(context, task))
    const { crew } = context
    const agents = Object.values(crew.state.agents)
    // Whoever has ended comes last: in a long list it is what an agent can do without.
    const inOrder = [...agents.filter(isActive), ...agents.filter((agent) => !isActive(agent))]
    return answer(
      TEXT.crew(
        crew.state.lead.name,
        inOrder.map((agent) => lineOf(context, agent)),
        crew.waitingTasks().map(({ id, agentId: to, after: before = [], waits, text }) => ({
          id: shortTaskId(id),
          to: named(crew, to),
          after: before.map(shortTaskId),
          lost: waits?.lost.map(shortTaskId) ?? [],
          text,
        })),
        after,
      ),
    )
  },
}

function lineOf({ crew, presence, agentId }: CommandContext, agent: AgentRecord): CrewLine {
  return {
    ...named(crew, agent.id),
    status: agent.ended ?? presence.get(agent.id).status,
    isAway: isActive(agent) && isAway(presence, agent.id),
    tasks: crew.openTasks(agent.id).map(({ id, text }) => ({ id: shortTaskId(id), text })),
    you: agent.id === agentId,
  }
}

function oneTask({ shard, crew }: CommandContext, reference: string): string {
  const task = resolveTask(shard, crew, reference)
  return TEXT.taskOf(named(crew, task.agentId), named(crew, task.by), {
    id: shortTaskId(task.id),
    text: task.text,
    context: task.context,
    state: stateOf(task),
  })
}

function stateOf({ status, waits }: TaskRecord): string {
  return waits ? 'waiting' : status
}
