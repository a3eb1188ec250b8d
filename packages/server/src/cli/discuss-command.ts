import path from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { POLICY_KINDS } from '@crewroom/shared/model/run'
import { addFollowFlags, type FollowFlags, followWork } from './followed-work'
import type { Surroundings } from './surroundings'

interface DiscussFlags extends FollowFlags {
  readonly agents: string
  readonly policy: (typeof POLICY_KINDS)[number]
  readonly by?: string
  readonly rounds?: number
  readonly until?: string
}

function rounds(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1) {
    throw new InvalidArgumentError('The number of rounds is a whole number from 1.')
  }
  return value
}

/** `crewroom discuss`. */
export function addDiscuss(program: Command, { startServer }: Surroundings): void {
  const command = program
    .command('discuss')
    .description('have coding agents and programs discuss something, and follow it to its result')
    .argument('<goal>', 'what is to be found out')
    .requiredOption(
      '--agents <list>',
      'who takes part: claude,codex,ben=gemini,ada=./ada.mjs: coding agents, drivers of the configuration and programs, each with a name of its own if you like',
    )
    .addOption(
      new Option('--policy <policy>', 'who speaks next')
        .choices(POLICY_KINDS)
        .default('round_robin'),
    )
    .option('--by <name>', 'who chooses the speakers, sums up or manages: one of the agents')
    .option('--rounds <number>', 'how many rounds at most (default 10)', rounds)
    .option('--until <word>', 'a word that ends it at the end of an answer, beside [DONE]')
    .option('--cwd <folder>', 'folder to work in (default: the current one)')
    .option('--json', 'its course as JSON, one line each', false)
  addFollowFlags(command).action(async (goal: string, flags: DiscussFlags) => {
    const { discuss } = await import('./discuss')
    const { configuredDrivers } = await import('./run')
    const words = {
      continues: 'The discussion continues without you; the dashboard shows it.',
      stopped:
        'Stopped before the discussion was over. Nothing is lost: crewroom start continues it.',
    }
    await followWork(startServer, flags, words, async ({ data, start }) =>
      discuss({
        goal,
        agents: flags.agents,
        drivers: await configuredDrivers(flags.config),
        policy: flags.policy,
        by: flags.by,
        rounds: flags.rounds,
        until: flags.until,
        cwd: path.resolve(flags.cwd ?? '.'),
        data,
        searchPath: process.env['PATH'] ?? '',
        json: flags.json,
        start,
        print: (line) => process.stdout.write(`${line}\n`),
      }),
    )
  })
}
