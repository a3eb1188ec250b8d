import os from 'node:os'
import type { Command } from 'commander'
import { loadConfig } from '../config'
import { dataFolder } from '../data-folder'
import { DataDir } from '../data-dir'
import type { TryPorts } from '../programs/try-program'
import { rootPaths } from '../transcripts/roots'
import { endWhenUnread } from './end-when-unread'
import { port } from './option-values'
import type { StartFlags, Surroundings } from './surroundings'

/** So long a coding agent may take to open a session for `doctor --try`. */
const TRY_MS = 10_000

interface DoctorFlags extends StartFlags {
  readonly data?: string
  readonly json: boolean
  readonly try: boolean
}

/** How `doctor` starts coding agents; a signal ends those that run, and then this command. */
async function trying(): Promise<TryPorts> {
  const [{ LOADED_LATER }, { systemClock }, { createMask, secretValues }] = await Promise.all([
    import('../loaded-later'),
    import('../clock'),
    import('../rollouts/secret-mask'),
  ])
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  const mask = createMask(secretValues(process.env))
  return { acp: LOADED_LATER.acp, clock: systemClock, mask, ms: TRY_MS, signal: stop.signal }
}

/** `crewroom doctor`. */
export function addDoctor(program: Command, { builtFile }: Surroundings): void {
  program
    .command('doctor')
    .description('check that everything a server needs is there')
    .option('--json', 'print {"ok","findings"}', false)
    .option(
      '--try',
      'start each installed coding agent and ask each model’s endpoint; say what they answer',
      false,
    )
    .option('--port <number>', 'port to check (default 4900)', port)
    .option('--host <address>', 'address to check (default 127.0.0.1)')
    .option(
      '--config <file>',
      'configuration file (default $CREWROOM_CONFIG or crewroom.config.yaml)',
    )
    .option('--data <folder>', 'data folder (default $CREWROOM_HOME or ~/.crewroom)')
    .action(async (flags: DoctorFlags) => {
      endWhenUnread()
      const [{ examine }, { findRoles }] = await Promise.all([
        import('./doctor'),
        import('../role-folders'),
      ])
      const settings = await loadConfig({
        folder: process.cwd(),
        environment: process.env,
        file: flags.config,
        flags: { port: flags.port, host: flags.host },
      })
      const tries = flags.try ? await trying() : undefined
      const findings = await examine({
        nodeVersion: process.versions.node,
        data: new DataDir(dataFolder(flags.data, process.env)),
        host: settings.host,
        port: settings.port,
        settings,
        roles: (await findRoles(settings, os.homedir())).folders,
        transcripts: rootPaths(settings.transcripts.roots, os.homedir()),
        environment: process.env,
        checkScript: builtFile('database-check.js'),
        tries,
        drivers: settings.drivers,
      })
      const signs = { ok: 'ok      ', note: '-       ', problem: 'PROBLEM ' }
      const ok = findings.every(({ kind }) => kind !== 'problem')
      if (flags.json) process.stdout.write(`${JSON.stringify({ ok, findings })}\n`)
      else for (const { kind, text } of findings) process.stdout.write(`${signs[kind]}${text}\n`)
      if (!ok) process.exitCode = 1
    })
}
