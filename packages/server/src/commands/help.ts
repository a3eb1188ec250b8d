import { commandsFor } from '@crewroom/shared/command/help'
import { commandName } from '@crewroom/shared/command/parse'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { bounded } from '@crewroom/shared/text/bounded'
import { TEXT } from '@crewroom/shared/text/catalogue'
import { calledExample } from '@crewroom/shared/text/list-texts'
import { answer, type CommandHandler } from './command-handler'

export const helpCommand: CommandHandler<'HELP'> = {
  name: 'HELP',
  run({ crew, agentId, called }, payload) {
    const all = commandsFor(agentId === crew.state.lead.id)
    if (payload.command === undefined) {
      return answer(called ? TEXT.helpByTools(all) : TEXT.help(all))
    }
    const name = commandName(payload.command)
    if (!name || !all.includes(name)) {
      throw new CrewError(
        'unknown_command',
        `you have no command ${payload.command}. Your commands: ${bounded(all, { line: (one) => one })}.`,
      )
    }
    return answer(called ? TEXT.helpOf(name, calledExample(name)) : TEXT.helpOf(name))
  },
}
