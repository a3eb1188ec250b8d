import { type Command, InvalidArgumentError } from 'commander'
import { dataFolder } from '../data-folder'
import { DataDir } from '../data-dir'

interface InviteFlags {
  readonly crew?: string
  readonly role?: string
  readonly instruct?: string
  readonly uses?: number
  readonly minutes?: number
  readonly json: boolean
  readonly data?: string
}

function whole(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isInteger(value) || value < 1) {
    throw new InvalidArgumentError('Give a whole number from 1.')
  }
  return value
}

/** `crewroom invite`. */
export function addInvite(program: Command): void {
  program
    .command('invite')
    .description('make a code with which agents register themselves in a crew')
    .option('--crew <name>', 'the crew, by the name or the id of its lead (default: the only one)')
    .option('--role <role>', 'what the agents are: developer … (default: what they say themselves)')
    .option('--instruct <how>', 'how they are to work; @file reads that from a file')
    .option('--uses <number>', 'how many agents may register with it (default 1)', whole)
    .option('--minutes <number>', 'for how long (default 1440, a day)', whole)
    .option('--json', 'print {"invite","code","url"}', false)
    .option('--data <folder>', 'data folder (default $CREWROOM_HOME or ~/.crewroom)')
    .action(async ({ crew, role, instruct, uses, minutes, json, data }: InviteFlags) => {
      const { invite } = await import('./invite')
      const { instructionsIn } = await import('./instructions')
      await invite({
        data: new DataDir(dataFolder(data, process.env)),
        crew,
        role,
        instructions: instruct === undefined ? undefined : await instructionsIn(instruct),
        uses,
        minutes,
        json,
        print: (line) => process.stdout.write(`${line}\n`),
      })
    })
}
