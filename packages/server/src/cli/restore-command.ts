import type { Command } from 'commander'
import { dataFolder } from '../data-folder'
import { DataDir } from '../data-dir'
import { randomIds } from '../ids'
import { untilStopped } from './until-stopped'

interface RestoreFlags {
  readonly force: boolean
  readonly json: boolean
  readonly data?: string
}

/** `crewroom restore`. */
export function addRestore(program: Command): void {
  program
    .command('restore')
    .description('make a data folder from a backup; no server may be running on it')
    .argument('<file>', 'the file that crewroom backup wrote')
    .option('--force', 'keep the folder that is there under another name, and restore', false)
    .option('--json', 'print what was restored as one JSON object', false)
    .option('--data <folder>', 'data folder (default $CREWROOM_HOME or ~/.crewroom)')
    .action(async (file: string, flags: RestoreFlags) => {
      const [{ restore }, { restoreLines }] = await Promise.all([
        import('./restore'),
        import('./backup-lines'),
      ])
      const data = new DataDir(dataFolder(flags.data, process.env))
      const restored = await restore({
        data,
        file,
        force: flags.force,
        epoch: randomIds.record(),
        signal: untilStopped(),
      })
      const { head, end, aside } = restored
      const lines = flags.json
        ? [JSON.stringify({ ok: true, file, data: data.folder, aside, ...head, ...end })]
        : restoreLines(file, data.folder, restored)
      for (const line of lines) process.stdout.write(`${line}\n`)
    })
}
