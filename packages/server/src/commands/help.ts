import { commandsFor } from '@crewroom/shared/command/help'
import { commandName } from '@crewroom/shared/command/parse'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { TEXT } from '@crewroom/shared/text/catalogue'
import { answer, type CommandHandler } from './command-handler'

export const helpCommand: CommandHandler<'HELP'> = {
  name: 'HELP',
  run({ crew, agentId }, payload) {
    const all = commandsFor(agentId === crew.state.lead.id)
    if (payload.command === undefined) return answer(TEXT.help(all))
    const name = commandName(payload.command)
    if (!name || !all.includes(name)) {
      throw new CrewError(
        'unknown_command',
        `you have no command ${payload.command}. Your commands: ${all.join(', ')}.`,
      )
    }
    return answer(TEXT.helpOf(name))
  },
}
