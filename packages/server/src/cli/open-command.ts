import type { Command } from 'commander'
import { dataFolder } from '../data-folder'
import { DataDir } from '../data-dir'
import { openBrowser } from './open-browser'

/** `crewroom open`. */
export function addOpen(program: Command): void {
  program
    .command('open')
    .description('print a fresh login link for the running server, and open it')
    .option('--json', 'print {"url"} and open nothing', false)
    .option('--data <folder>', 'data folder (default $CREWROOM_HOME or ~/.crewroom)')
    .action(async (flags: { readonly json: boolean; readonly data?: string }) => {
      const { ask, runningServer } = await import('./running-server')
      const server = await runningServer(new DataDir(dataFolder(flags.data, process.env)))
      const response = await ask(server, '/api/login-codes', { method: 'POST' })
      const { code } = (await response.json()) as { code: string }
      const link = `${server.url}/#code=${code}`
      process.stdout.write(`${flags.json ? JSON.stringify({ url: link }) : link}\n`)
      if (!flags.json) openBrowser(link)
    })
}
