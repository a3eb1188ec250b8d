import type { Command } from 'commander'
import { dataFolder } from '../data-folder'
import { DataDir } from '../data-dir'
import { endWhenUnread } from './end-when-unread'
import { showsColors } from './shows-colors'

/** `crewroom tail`. */
export function addTail(program: Command): void {
  program
    .command('tail')
    .description('follow what happens on the running server')
    .option('--lead <id>', 'one crew only, by the id of its lead')
    .option('--json', 'events as JSON, one per line', false)
    .option('--data <folder>', 'data folder (default $CREWROOM_HOME or ~/.crewroom)')
    .action(
      async (flags: { readonly lead?: string; readonly json: boolean; readonly data?: string }) => {
        const { tail } = await import('./tail')
        endWhenUnread()
        await tail({
          data: new DataDir(dataFolder(flags.data, process.env)),
          lead: flags.lead,
          json: flags.json,
          colors: showsColors(process.stdout, process.env),
          print: (line) => process.stdout.write(`${line}\n`),
          note: (line) => process.stderr.write(`${line}\n`),
        })
      },
    )
}
