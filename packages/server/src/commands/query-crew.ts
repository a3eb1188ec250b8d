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
          task: crew.openTasks(agent.id)[0]?.text ?? null,
          you: agent.id === agentId,
        })),
      ),
    )
  },
}
