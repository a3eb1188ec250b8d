import path from 'node:path'
import type { Command } from 'commander'
import { addFollowFlags, type FollowFlags, followWork } from './followed-work'
import { showsColors } from './shows-colors'
import type { Surroundings } from './surroundings'

interface RunFlags extends FollowFlags {
  readonly agent: string
  readonly program?: string
  readonly crew?: string
  readonly instruct?: string
}

/** A name is looked for on the PATH; a path is meant from here, wherever the agents work. */
function programAt(given: string): string {
  return path.basename(given) === given ? given : path.resolve(given)
}

/** `crewroom run`. */
export function addRun(program: Command, { startServer }: Surroundings): void {
  const command = program
    .command('run')
    .description('give a task to a crew of coding agents, and follow it until it is done')
    .argument('<task>', 'the task')
    .requiredOption(
      '--agent <preset>',
      'what does it: claude, codex, gemini …, or a driver of the configuration',
    )
    .option('--program <path>', 'path of its program, if it is not on the PATH')
    .option('--cwd <folder>', 'folder to work in (default: the current one)')
    .option('--crew <roles>', 'agents that work for its lead from the start: developer,qa-tester …')
    .option('--instruct <how>', 'how its lead is to work; @file reads that from a file')
    .option(
      '--json',
      'events as JSON, one per line; the first and the last line describe the run',
      false,
    )
  addFollowFlags(command).action(async (task: string, flags: RunFlags) => {
    const { configuredDrivers, run } = await import('./run')
    const { instructionsIn } = await import('./instructions')
    const words = {
      continues: 'The crew continues without you; crewroom tail follows it.',
      stopped: 'Stopped before the crew was done. Nothing is lost: crewroom start continues it.',
    }
    await followWork(startServer, flags, words, async ({ data, start, isStopped }) => {
      const { status } = await run({
        task,
        drivers: await configuredDrivers(flags.config),
        preset: flags.agent,
        ...(flags.program !== undefined && { program: programAt(flags.program) }),
        cwd: path.resolve(flags.cwd ?? '.'),
        ...(flags.instruct !== undefined && {
          instructions: await instructionsIn(flags.instruct),
        }),
        roles: (flags.crew ?? '').split(',').flatMap((role) => role.trim() || []),
        data,
        searchPath: process.env['PATH'] ?? '',
        json: flags.json,
        start,
        colors: showsColors(process.stdout, process.env),
        print: (line) => process.stdout.write(`${line}\n`),
        // A server that is being stopped cannot be reached; that need not be reported.
        note: (line) => isStopped() || process.stderr.write(`${line}\n`),
      })
      return status === 'completed'
    })
  })
}
