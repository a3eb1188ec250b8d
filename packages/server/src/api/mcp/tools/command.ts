import { commandOfTool, type CommandTool } from '@crewroom/shared/command/tools'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { calledCommand } from '../../called-command'
import type { DoorTool } from '../tool'

/** A command that is called instead of written. */
export function commandAsTool(tool: CommandTool): DoorTool {
  return {
    tool,
    async run(ports, { caller, args }) {
      const command = commandOfTool(tool.name, args)
      if (!command) throw new CrewError('not_found', `There is no tool "${tool.name}".`)
      const { name, value } = command
      const result = await calledCommand(ports, caller.agentId, name, value)
      return { text: result.reply, isError: !result.ok }
    },
  }
}
