import type { Command } from 'commander'
import { dataFolder } from '../data-folder'
import { DataDir } from '../data-dir'

interface ResumeFlags {
  readonly crew?: string
  readonly json: boolean
  readonly data?: string
}

/** `crewroom resume`. */
export function addResume(program: Command): void {
  program
    .command('resume')
    .description('resume a crew that is paused, or was imported, on the running server')
    .option('--crew <name>', 'the crew, by the name or the id of its lead (default: the only one)')
    .option('--json', 'print {"lead","wasPaused","programs"}', false)
    .option('--data <folder>', 'data folder (default $CREWROOM_HOME or ~/.crewroom)')
    .action(async ({ crew, json, data }: ResumeFlags) => {
      const { resume } = await import('./resume')
      await resume({
        data: new DataDir(dataFolder(data, process.env)),
        crew,
        json,
        print: (line) => process.stdout.write(`${line}\n`),
      })
    })
}
