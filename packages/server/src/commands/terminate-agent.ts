import { TEXT } from '@crewroom/shared/text/catalogue'
import { named, resolveAddressee } from '../crew/directory'
import { terminateAgent } from '../agents/end-agent'
import { type CommandHandler, confirmation } from './command-handler'

export const terminateAgentCommand: CommandHandler<'TERMINATE_AGENT'> = {
  name: 'TERMINATE_AGENT',
  run({ shard, crew, by }, { agent: reference, reason }) {
    const agent = resolveAddressee(shard, crew, reference)
    terminateAgent(shard, crew, by, agent.id, reason ?? null)
    return confirmation(TEXT.terminated(named(crew, agent.id)))
  },
}
