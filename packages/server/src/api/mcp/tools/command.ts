import { commandName } from '@crewroom/shared/command/parse'
import { type CalledCommand, commandOfTool, type CommandTool } from '@crewroom/shared/command/tools'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { calledCommand } from '../../called-command'
import { hashOfAsked } from '../../retries/request-key'
import type { Attempt } from '../../retries/retries'
import type { Call, DoorTool, ToolAnswer, ToolPorts } from '../tool'
import { COMMAND_CREATES } from './creating-commands'

/** A command that is called instead of written. */
export function commandAsTool(tool: CommandTool): DoorTool {
  return {
    tool,
    async run(ports, call) {
      const command = commandOfTool(tool.name, call.args)
      if (!command) throw new CrewError('not_found', `There is no tool "${tool.name}".`)
      const attempt = await attemptAt(ports, call, command)
      if (attempt?.first) return JSON.parse(attempt.first.text) as ToolAnswer
      try {
        return await run(ports, call, command, attempt)
      } finally {
        attempt?.end()
      }
    },
  }
}

async function run(
  ports: ToolPorts,
  { caller }: Call,
  { name, value }: CalledCommand,
  attempt: Attempt | null,
): Promise<ToolAnswer> {
  const result = await calledCommand(
    ports,
    caller.agentId,
    name,
    value,
    (leadId, by, { ok, reply }) => {
      const text = JSON.stringify({ text: reply, isError: !ok })
      if (ok) attempt?.keep(leadId, by, { status: 200, text, secrets: [], founds: false })
    },
  )
  return { text: result.reply, isError: !result.ok }
}

/**
 * A call that creates something is known by its session, its id and what it asks. Clients that use an id again for something
 * else ask for something else; those without a session say nothing by an id.
 */
async function attemptAt(
  { retries }: ToolPorts,
  { caller: { agentId }, session, request }: Call,
  { name, value }: CalledCommand,
): Promise<Attempt | null> {
  const known = commandName(name)
  if (session === null || known === null || !COMMAND_CREATES[known]) return null
  const asked = hashOfAsked(known, value)
  const key = JSON.stringify(['mcp', session, request, asked])
  return retries.beginAfter({ who: agentId, key, asked })
}
