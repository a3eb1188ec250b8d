import type { Command } from 'commander'
import { dataFolder } from '../data-folder'
import { DataDir } from '../data-dir'
import { serverAddress } from './option-values'

interface McpFlags {
  readonly crew?: string
  readonly role: string
  readonly lead: boolean
  readonly url?: string
  readonly invite?: string
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
    .option('--data <folder>', 'data folder (default $CREWROOM_HOME or ~/.crewroom)')
    .action(async ({ crew, role, lead, url, invite, data }: McpFlags, self: Command) => {
      if ((url === undefined) !== (invite === undefined)) {
        self.error('error: --url and --invite go together')
      }
      const { Bridge } = await import('./bridge/bridge')
      const bridge = new Bridge({
        way: {
          data: new DataDir(dataFolder(data, process.env)),
          crew,
          role,
          isLead: lead,
          invitation: url === undefined || invite === undefined ? null : { url, code: invite },
        },
        cwd: process.cwd(),
      })
      await bridge.run()
      process.exit(0)
    })
}
