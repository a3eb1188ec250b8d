import type { Command } from 'commander'
import { dataFolder } from '../data-folder'
import { VERSION } from '../version'
import { openBrowser } from './open-browser'
import { port } from './option-values'
import type { StartFlags, Surroundings } from './surroundings'
import { assertNoOtherCommand } from './unknown-command'

/** `crewroom start`, and `crewroom` alone. */
export function addStart(program: Command, { startServer }: Surroundings): void {
  program
    .command('start', { isDefault: true })
    .description('start the server on your own data')
    .option('--port <number>', 'port to listen on (default 4900; 0 takes any free one)', port)
    .option('--host <address>', 'address to listen on (default 127.0.0.1)')
    .option(
      '--config <file>',
      'configuration file (default $CREWROOM_CONFIG or crewroom.config.yaml)',
    )
    .option('--data <folder>', 'data folder (default $CREWROOM_HOME or ~/.crewroom)')
    .option('--no-open', 'do not open a browser')
    .allowExcessArguments()
    .action(
      async (
        flags: StartFlags & { readonly data?: string; readonly open: boolean },
        self: Command,
      ) => {
        assertNoOtherCommand(self.args, program.commands)
        const server = await startServer(flags, dataFolder(flags.data, process.env))
        const link = server.loginUrl()
        process.stdout.write(
          `Crewroom ${VERSION} is running at ${server.url}\nDashboard: ${link}\n`,
        )
        if (flags.open) openBrowser(link)
      },
    )
}
