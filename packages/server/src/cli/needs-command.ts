import type { Command } from 'commander'
import { dataFolder } from '../config'
import { DataDir } from '../data-dir'

/** `crewroom needs` and `crewroom needs answer`. */
export function addNeeds(program: Command, endWhenUnread: () => void): void {
  const needs = program
    .command('needs')
    .description(
      'list what waits for you on the running server, and answer requests for permission',
    )
    .option('--json', 'one JSON object per line', false)
    .option('--data <folder>', 'data folder (default $CREWROOM_HOME or ~/.crewroom)')
    .action(async (flags: { readonly json: boolean; readonly data?: string }) => {
      const { listWaiting } = await import('./needs')
      endWhenUnread()
      await listWaiting({
        data: new DataDir(dataFolder(flags.data, process.env)),
        json: flags.json,
        print: (line) => process.stdout.write(`${line}\n`),
      })
    })

  needs
    .command('answer')
    .description('answer a request for permission with one of the options that the agent offers')
    .argument('<id>', 'the request, by its id or the beginning of that')
    .argument('<option>', 'the option, by its id or its name')
    .option('--always', 'answer everything of this kind so from now on', false)
    .action(async (id: string, option: string, flags: { readonly always: boolean }) => {
      const { answerWaiting } = await import('./needs')
      await answerWaiting({
        data: new DataDir(dataFolder(needs.opts<{ data?: string }>().data, process.env)),
        id,
        option,
        always: flags.always,
        print: (line) => process.stdout.write(`${line}\n`),
      })
    })
}
