import type { Command } from 'commander'
import { dataFolder } from '../data-folder'
import { DataDir } from '../data-dir'
import { endWhenUnread } from './end-when-unread'

interface AnswerFlags {
  readonly always: boolean
  readonly usd?: string
  readonly tokens?: string
}

/** `crewroom needs` and `crewroom needs answer`. */
export function addNeeds(program: Command): void {
  const needs = program
    .command('needs')
    .description(
      'list what waits for you on the running server, and answer requests for permission and about budgets',
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
    .description(
      'answer a request for permission with one of the options that the agent offers, or about a budget',
    )
    .argument('<id>', 'the request, by its id or the beginning of that')
    .argument(
      '<option>',
      'the option, by its id or its name; of a budget: raise, once or leave; of rules: keep or drop',
    )
    .option('--always', 'answer everything of this kind so from now on', false)
    .option('--usd <amount>', 'to what a budget is raised, in US dollars')
    .option('--tokens <number>', 'to what a budget is raised, in tokens')
    .action(async (id: string, option: string, flags: AnswerFlags) => {
      const { answerWaiting } = await import('./needs')
      await answerWaiting({
        data: new DataDir(dataFolder(needs.opts<{ data?: string }>().data, process.env)),
        id,
        option,
        always: flags.always,
        raise: { usd: flags.usd, tokens: flags.tokens },
        print: (line) => process.stdout.write(`${line}\n`),
      })
    })
}
