import { commandName } from '@crewroom/shared/command/parse'
import { COMMAND_PAYLOADS, type CommandName } from '@crewroom/shared/command/payloads'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { TEXT } from '@crewroom/shared/text/catalogue'
import { answer, type CommandHandler } from './command-handler'

export const helpCommand: CommandHandler<'HELP'> = {
  name: 'HELP',
  run(_context, payload) {
    const all = Object.keys(COMMAND_PAYLOADS) as CommandName[]
    if (payload.command === undefined) return answer(TEXT.help(all))
    const name = commandName(payload.command)
    if (!name) {
      throw new CrewError(
        'unknown_command',
        `there is no command ${payload.command}. There are: ${all.join(', ')}.`,
      )
    }
    return answer(TEXT.help([name]))
  },
}
