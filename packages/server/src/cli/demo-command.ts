import { type Command, InvalidArgumentError } from 'commander'
import { port } from './option-values'
import type { DemoFlags, Surroundings } from './surroundings'

function pace(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !(value >= 0 && value <= 10)) {
    throw new InvalidArgumentError('A pace is a number from 0 to 10.')
  }
  return value
}

/** `crewroom demo`. */
export function addDemo(program: Command, { playDemo }: Surroundings): void {
  program
    .command('demo')
    .description('start the server and a sample crew of real agent programs')
    .option('--port <number>', 'port to listen on (default: any free one)', port)
    .option(
      '--config <file>',
      'configuration file (default $CREWROOM_CONFIG or crewroom.config.yaml)',
    )
    .option('--data <folder>', 'data folder (default: a new temporary one)')
    .option(
      '--pace <number>',
      'how slowly it plays: 1 takes about a minute, 0 is as fast as possible',
      pace,
      1,
    )
    .option('--once', 'end when the crew has finished; the last line is a JSON summary', false)
    .option('--no-open', 'do not open a browser')
    .action((flags: DemoFlags) => playDemo(flags))
}
