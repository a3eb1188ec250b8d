import type { Command } from 'commander'
import { dataFolder } from '../data-folder'
import { DataDir } from '../data-dir'
import { port } from './option-values'
import type { OwnServer, StartFlags, Surroundings } from './surroundings'

/** Flags of commands that start a server if none runs, and follow what they asked of it. */
export interface FollowFlags extends Pick<StartFlags, 'port' | 'config'> {
  readonly cwd?: string
  readonly json: boolean
  readonly data?: string
}

export function addFollowFlags(command: Command): Command {
  return command
    .option('--port <number>', 'port of the server, if none is running yet (default 4900)', port)
    .option(
      '--config <file>',
      'configuration file (default $CREWROOM_CONFIG or crewroom.config.yaml)',
    )
    .option('--data <folder>', 'data folder (default $CREWROOM_HOME or ~/.crewroom)')
}

export interface Followed {
  readonly data: DataDir
  /** Starts a server in this process. */
  readonly start: () => Promise<void>
  /** Whether a signal has ended the following. */
  readonly isStopped: () => boolean
}

/**
 * Follows work until it is over, and ends the process: with 0 when it went well, else with 1. A server of its own ends with
 * it. On a signal the person is told `continues`, if the server is another one, or `stopped`.
 */
export async function followWork(
  startServer: Surroundings['startServer'],
  { port: given, config, data }: FollowFlags,
  words: { readonly continues: string; readonly stopped: string },
  work: (followed: Followed) => Promise<boolean>,
): Promise<void> {
  const folder = dataFolder(data, process.env)
  let own: OwnServer | null = null
  let isStopped = false
  const stop = () => {
    if (isStopped) return
    isStopped = true
    process.stderr.write(`${own === null ? words.continues : words.stopped}\n`)
    if (own === null) process.exit(1)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  const isGood = await work({
    data: new DataDir(folder),
    start: async () => {
      const flags = {
        ...(given !== undefined && { port: given }),
        ...(config !== undefined && { config }),
      }
      own = await startServer(flags, folder, 1)
    },
    isStopped: () => isStopped,
  })
  await (own as OwnServer | null)?.close()
  process.exit(isGood ? 0 : 1)
}
