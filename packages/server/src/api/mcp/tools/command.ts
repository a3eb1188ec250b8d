import { commandLine } from '@crewroom/shared/command/grammar'
import { commandOfTool, type CommandTool } from '@crewroom/shared/command/tools'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { DoorTool } from '../tool'

/** A command that is called instead of written. */
export function commandAsTool(tool: CommandTool): DoorTool {
  return {
    tool,
    async run({ toolCalls, remoteRollouts }, { caller, args }) {
      const command = commandOfTool(tool.name, args)
      if (!command) throw new CrewError('not_found', `There is no tool "${tool.name}".`)
      const { agentId, runsElsewhere } = caller
      const result = await toolCalls.call(agentId, command.name, command.value)
      // The server keeps the record of programs that it runs itself.
      if (runsElsewhere) {
        const line = commandLine(command.name, args)
        remoteRollouts.called(agentId, line, result)
      }
      return { text: result.reply, isError: !result.ok }
    },
  }
}
