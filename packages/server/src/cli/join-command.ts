import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Command, Option } from 'commander'
import { JOINING, type Joining } from '@crewroom/shared/text/join-lines'
import { dataFolder } from '../data-folder'
import { StartRefused } from '../start-refused'
import { INVITE_FILE, inviteCode, type InviteFlags, isInArguments } from './invite-code'
import { serverAddress } from './option-values'
import type { Surroundings } from './surroundings'

interface JoinFlags extends InviteFlags {
  readonly for: Joining
  readonly crew?: string
  readonly role?: string
  readonly lead: boolean
  readonly url?: string
  readonly data?: string
  readonly write: boolean
}

/** `crewroom join`. */
export function addJoin(program: Command, { builtFile }: Pick<Surroundings, 'builtFile'>): void {
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
    .option('--invite <code>', 'the code of an invitation, with --url; - reads it from stdin')
    .option(...INVITE_FILE)
    .option('--data <folder>', 'data folder (default $CREWROOM_HOME or ~/.crewroom)')
    .option('--write', 'run the line instead of printing it', false)
    .action(async (flags: JoinFlags) => {
      const { for: agent, lead, write, data, url, invite, inviteFile, ...given } = flags
      if (invite !== undefined && inviteFile !== undefined) {
        throw new StartRefused('Give one of --invite and --invite-file.')
      }
      const hasCode = invite !== undefined || inviteFile !== undefined
      if ((url === undefined) === hasCode) {
        throw new StartRefused('--url and --invite go together.')
      }
      // The coding agent runs the line in any folder, and perhaps without the variables of this shell.
      const folder = data ?? (process.env['CREWROOM_HOME'] || undefined)
      const kept = folder === undefined ? {} : { data: path.resolve(folder) }
      const script = fileURLToPath(builtFile('cli.js'))
      let named: Record<string, string> = { ...given, ...kept }
      if (url !== undefined && isInArguments(flags)) {
        process.stderr.write(
          'Every user of this machine can list the arguments of a command, and the code is among them. Give it on stdin (--invite -) or in a file (--invite-file).\n',
        )
        named = { ...given, url, invite: invite ?? '', ...kept }
      } else if (url !== undefined) {
        const { joinElsewhere } = await import('./join-elsewhere')
        const agentId = await joinElsewhere({
          agent,
          url,
          code: await inviteCode(flags),
          role: given.role ?? 'developer',
          isLead: lead,
          leads: lead ? (given.crew ?? null) : null,
          folder: path.resolve(dataFolder(data, process.env)),
          script,
        })
        named = { url, agent: agentId, ...kept }
      }
      const args = Object.entries(named).flatMap(([name, value]) => [`--${name}`, value])
      const { join } = await import('./join')
      await join({
        agent,
        args: [...args, ...(lead ? ['--lead'] : [])],
        script,
        write,
        print: (line) => process.stdout.write(`${line}\n`),
      })
    })
}
