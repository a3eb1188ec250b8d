import type { Command } from 'commander'
import { DataDir } from '../data-dir'
import { dataFolder } from '../data-folder'
import type { Elsewhere } from './bridge/way-in'
import {
  INVITE_FILE,
  inviteCode,
  type InviteFlags,
  isFromStdin,
  isInArguments,
} from './invite-code'
import { serverAddress } from './option-values'

interface McpFlags extends InviteFlags {
  readonly crew?: string
  readonly role: string
  readonly lead: boolean
  readonly url?: string
  readonly agent?: string
  readonly data?: string
}

/** `crewroom mcp`. */
export function addMcp(program: Command): void {
  program
    .command('mcp')
    .description('let a coding agent join as an MCP server on stdin and stdout')
    .option('--crew <name>', 'the crew, by the name or the id of its lead (default: the only one)')
    .option('--role <role>', 'what its agent is', 'developer')
    .option('--lead', 'it leads a crew of its own', false)
    .option('--url <address>', 'address of a server elsewhere, with --invite', serverAddress)
    .option('--invite <code>', 'the code of an invitation, with --url')
    .option(...INVITE_FILE)
    .option('--agent <id>', 'the agent that crewroom join made, with --url')
    .option('--data <folder>', 'data folder (default $CREWROOM_HOME or ~/.crewroom)')
    .action(async (flags: McpFlags, self: Command) => {
      const { crew, role, lead, data } = flags
      const problem = problemIn(flags)
      if (problem) self.error(`error: ${problem}`)
      if (isInArguments(flags)) {
        process.stderr.write(
          'Every user of this machine can list the arguments of a command, and the code is among them. Give it in a file (--invite-file), or join with it once: crewroom join --invite -\n',
        )
      }
      const { Bridge } = await import('./bridge/bridge')
      const bridge = new Bridge({
        way: {
          data: new DataDir(dataFolder(data, process.env)),
          crew,
          role,
          isLead: lead,
          elsewhere: elsewhere(flags),
        },
        cwd: process.cwd(),
      })
      await bridge.run()
      process.exit(0)
    })
}

function problemIn(flags: McpFlags): string | null {
  const { url, agent, invite, inviteFile } = flags
  if (isFromStdin(flags)) return 'stdin belongs to the client: give the code with --invite-file'
  const given = [agent, invite, inviteFile].filter((one) => one !== undefined).length
  if (given > 1) return 'give one of --agent, --invite and --invite-file'
  if ((url === undefined) === (given === 0)) return null
  return agent === undefined ? '--url and --invite go together' : '--url and --agent go together'
}

function elsewhere({ url, agent, ...flags }: McpFlags): Elsewhere | null {
  if (url === undefined) return null
  return { url, agentId: agent ?? null, code: () => inviteCode(flags) }
}
