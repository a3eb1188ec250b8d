import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import type { Surroundings } from './surroundings'

/** `crewroom config schema`. */
export function addConfig(program: Command, { builtFile }: Surroundings): void {
  program
    .command('config')
    .description('about crewroom.config.yaml')
    .command('schema')
    .description('print the JSON Schema of the configuration file, for editors')
    .action(() => {
      process.stdout.write(readFileSync(builtFile('crewroom.schema.json'), 'utf8'))
    })
}
