import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Command, Option } from 'commander'
import { JOINING, type Joining } from '@crewroom/shared/text/join-lines'
import { StartRefused } from '../start-refused'
import { serverAddress } from './option-values'
import type { Surroundings } from './surroundings'

interface JoinFlags {
  readonly for: Joining
  readonly crew?: string
  readonly role?: string
  readonly lead: boolean
  readonly url?: string
  readonly invite?: string
  readonly data?: string
  readonly write: boolean
}

/** `crewroom join`. */
export function addJoin(program: Command, { builtFile }: Surroundings): void {
  program
    .command('join')
    .description('print the line with which a coding agent joins, with crewroom as its MCP server')
    .addOption(
      new Option('--for <agent>', 'the coding agent').choices([...JOINING]).makeOptionMandatory(),
    )
    .option('--crew <name>', 'the crew, by the name or the id of its lead (default: the only one)')
    .option('--role <role>', 'what its agent is (default developer)')
    .option('--lead', 'it leads a crew of its own', false)
    .option('--url <address>', 'address of a server elsewhere, with --invite', serverAddress)
    .option('--invite <code>', 'the code of an invitation, with --url')
    .option('--data <folder>', 'data folder (default $CREWROOM_HOME or ~/.crewroom)')
    .option('--write', 'run the line instead of printing it', false)
    .action(async ({ for: agent, lead, write, data, ...given }: JoinFlags) => {
      if ((given.url === undefined) !== (given.invite === undefined)) {
        throw new StartRefused('--url and --invite go together.')
      }
      // The coding agent runs the line in any folder, and perhaps without the variables of this shell.
      const folder = data ?? (process.env['CREWROOM_HOME'] || undefined)
      const named = { ...given, ...(folder === undefined ? {} : { data: path.resolve(folder) }) }
      const args = Object.entries(named).flatMap(([name, value]) => [`--${name}`, value])
      const { join } = await import('./join')
      await join({
        agent,
        args: [...args, ...(lead ? ['--lead'] : [])],
        script: fileURLToPath(builtFile('cli.js')),
        write,
        print: (line) => process.stdout.write(`${line}\n`),
      })
    })
}
