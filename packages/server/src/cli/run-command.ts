import path from 'node:path'
import type { Command } from 'commander'
import { dataFolder } from '../config'
import { DataDir } from '../data-dir'
import { port } from './option-values'
import { showsColors } from './shows-colors'
import type { OwnServer, StartFlags, Surroundings } from './surroundings'

interface RunFlags extends Pick<StartFlags, 'port' | 'config'> {
  readonly agent: string
  readonly program?: string
  readonly cwd?: string
  readonly crew?: string
  readonly json: boolean
  readonly data?: string
}

/** A name is looked for on the PATH; a path is meant from here, wherever the agents work. */
function programAt(given: string): string {
  return path.basename(given) === given ? given : path.resolve(given)
}

/** `crewroom run`. */
export function addRun(program: Command, { startServer }: Surroundings): void {
  program
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
    .option(
      '--json',
      'events as JSON, one per line; the first and the last line describe the run',
      false,
    )
    .option('--port <number>', 'port of the server, if none is running yet (default 4900)', port)
    .option(
      '--config <file>',
      'configuration file (default $CREWROOM_CONFIG or crewroom.config.yaml)',
    )
    .option('--data <folder>', 'data folder (default $CREWROOM_HOME or ~/.crewroom)')
    .action(async (task: string, flags: RunFlags) => {
      const { configuredDrivers, run } = await import('./run')
      const folder = dataFolder(flags.data, process.env)
      let own: OwnServer | null = null
      let isStopped = false
      const stop = () => {
        if (isStopped) return
        isStopped = true
        process.stderr.write(
          own === null
            ? 'The crew continues without you; crewroom tail follows it.\n'
            : 'Stopped before the crew was done. Nothing is lost: crewroom start continues it.\n',
        )
        if (own === null) process.exit(1)
      }
      process.on('SIGINT', stop)
      process.on('SIGTERM', stop)
      const { status } = await run({
        task,
        drivers: await configuredDrivers(flags.config),
        preset: flags.agent,
        ...(flags.program !== undefined && { program: programAt(flags.program) }),
        cwd: path.resolve(flags.cwd ?? '.'),
        roles: (flags.crew ?? '').split(',').flatMap((role) => role.trim() || []),
        data: new DataDir(folder),
        searchPath: process.env['PATH'] ?? '',
        json: flags.json,
        start: async () => {
          const { port: given, config } = flags
          own = await startServer(
            {
              ...(given !== undefined && { port: given }),
              ...(config !== undefined && { config }),
            },
            folder,
            1,
          )
        },
        colors: showsColors(process.stdout, process.env),
        print: (line) => process.stdout.write(`${line}\n`),
        // A server that is being stopped cannot be reached; that need not be reported.
        note: (line) => isStopped || process.stderr.write(`${line}\n`),
      })
      await (own as OwnServer | null)?.close()
      process.exit(status === 'completed' ? 0 : 1)
    })
}
