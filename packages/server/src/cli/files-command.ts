import type { Command } from 'commander'
import { dataFolder } from '../data-folder'
import { DataDir } from '../data-dir'

/** `crewroom files rebuild`. */
export function addFiles(program: Command): void {
  program
    .command('files')
    .description('group chats as files')
    .command('rebuild')
    .description(
      'write the files of all group chats again, from what the running server has stored',
    )
    .option('--data <folder>', 'data folder (default $CREWROOM_HOME or ~/.crewroom)')
    .action(async (flags: { readonly data?: string }) => {
      const { ask, runningServer } = await import('./running-server')
      const server = await runningServer(new DataDir(dataFolder(flags.data, process.env)))
      const response = await ask(server, '/api/files/rebuild', { method: 'POST' })
      const { workspaces, path } = (await response.json()) as { workspaces: number; path: string }
      const said = workspaces === 1 ? '1 workspace' : `${workspaces} workspaces`
      process.stdout.write(`The group chats of ${said} were written again below ${path}.\n`)
    })
}
