import type { Command } from 'commander'
import { dataFolder } from '../data-folder'
import { DataDir } from '../data-dir'

/** `crewroom import`. */
export function addImport(program: Command): void {
  program
    .command('import')
    .description('import an exported file; none of its programs is started')
    .argument('<file>', 'the file; - reads standard input')
    .option('--lead <id>', 'the crew to import an exported group into')
    .option('--data <folder>', 'data folder (default $CREWROOM_HOME or ~/.crewroom)')
    .action(async (file: string, flags: { readonly lead?: string; readonly data?: string }) => {
      const { importFrom } = await import('./import')
      await importFrom({
        data: new DataDir(dataFolder(flags.data, process.env)),
        file,
        lead: flags.lead,
        stdin: process.stdin,
        print: (line) => process.stdout.write(`${line}\n`),
      })
    })
}
