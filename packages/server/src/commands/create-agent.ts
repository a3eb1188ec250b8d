import { TEXT } from '@crewroom/shared/text/catalogue'
import { chooseDriver } from '../agents/choose-driver'
import { createAgent, createLead } from '../agents/create-agent'
import { named } from '../crew/directory'
import { type CommandHandler, confirmation } from './command-handler'

export const createAgentCommand: CommandHandler<'CREATE_AGENT'> = {
  name: 'CREATE_AGENT',
  run({ shard, crew, by, drivers }, payload) {
    const driver = chooseDriver(drivers, crew, payload.driver)
    if (payload.role === 'lead') {
      const { name = 'Sub-team', task, instructions } = payload
      const parentId = crew.state.lead.id
      const made = createLead(shard, by, { name, task, driver, instructions, parentId })
      const who = named(made.crew, made.crew.state.lead.id)
      return confirmation(
        driver.kind === 'remote' ? TEXT.agentAwaited(who) : TEXT.agentCreated(who, !!task),
      )
    }
    const { agent } = createAgent(shard, crew, by, { ...payload, driver })
    const who = named(crew, agent.id)
    return confirmation(
      driver.kind === 'remote'
        ? TEXT.agentAwaited(who)
        : TEXT.agentCreated(who, payload.task !== undefined),
    )
  },
}
