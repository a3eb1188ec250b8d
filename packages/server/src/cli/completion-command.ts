import { Argument, type Command } from 'commander'
import { ROLES } from '@crewroom/shared/model/role'
import { ACP_PRESETS } from '../crew/presets'
import { completionScript, type KnownWords, type Shell, SHELLS } from './completion'

const roles = ROLES.map(({ id }) => id)
/** Flags whose values are known, but which take others too. */
const KNOWN: KnownWords = {
  'run --agent': Object.keys(ACP_PRESETS),
  'run --crew': roles,
  'invite --role': roles,
}

/** `crewroom completion`. */
export function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('print a script that completes commands and flags in your shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .action((shell: Shell) => {
      process.stdout.write(completionScript(shell, program, KNOWN))
    })
}
