import type { Command } from 'commander'
import { dataFolder } from '../data-folder'
import { DataDir } from '../data-dir'

interface ExportFlags {
  readonly lead?: string
  readonly group?: string
  readonly out?: string
  readonly data?: string
}

/** `crewroom export`. */
export function addExport(program: Command): void {
  program
    .command('export')
    .description('write a crew, or one group of it, to a file')
    .option('--lead <id>', 'the crew, by the id of its lead (default: the only one there is)')
    .option('--group <name>', 'one group only')
    .option('--out <file>', 'file to write (default: standard output)')
    .option('--data <folder>', 'data folder (default $CREWROOM_HOME or ~/.crewroom)')
    .action(async (flags: ExportFlags) => {
      const { exportTo } = await import('./export')
      await exportTo({
        data: new DataDir(dataFolder(flags.data, process.env)),
        lead: flags.lead,
        group: flags.group,
        out: flags.out ?? '-',
        stdout: process.stdout,
        note: (line) => process.stderr.write(`${line}\n`),
      })
    })
}
