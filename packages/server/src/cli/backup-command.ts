import type { Command } from 'commander'
import { iso, systemClock } from '../clock'
import { dataFolder } from '../data-folder'
import { DataDir } from '../data-dir'
import { untilStopped } from './until-stopped'

interface BackupFlags {
  readonly force: boolean
  readonly json: boolean
  readonly data?: string
}

/** `crewroom backup`. Needs no server, and does not mind one. */
export function addBackup(program: Command): void {
  program
    .command('backup')
    .description('write everything in the data folder to one file, even while a server is running')
    .argument('<file>', 'the file; it contains tokens, and only you may read it')
    .option('--force', 'replace the file if it is there', false)
    .option('--json', 'print what was written as one JSON object', false)
    .option('--data <folder>', 'data folder (default $CREWROOM_HOME or ~/.crewroom)')
    .action(async (file: string, flags: BackupFlags) => {
      const [{ backUp }, { backupLines }] = await Promise.all([
        import('./backup'),
        import('./backup-lines'),
      ])
      const made = await backUp({
        data: new DataDir(dataFolder(flags.data, process.env)),
        file,
        force: flags.force,
        madeAt: iso(systemClock.now()),
        signal: untilStopped(),
      })
      const { head, end, bytes } = made
      const lines = flags.json
        ? [JSON.stringify({ ok: true, file, bytes, ...head, ...end })]
        : backupLines(file, made)
      for (const line of lines) process.stdout.write(`${line}\n`)
    })
}
