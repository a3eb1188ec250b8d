#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Command, InvalidArgumentError } from 'commander'
import type { App } from './app'
import { EXIT_FAILED, endOf } from './cli/end-with'
import { addFiles } from './cli/files-command'
import { addNeeds } from './cli/needs-command'
import { addTranscript } from './cli/transcript-command'
import { showsColors } from './cli/shows-colors'
import { assertNoOtherCommand } from './cli/unknown-command'
import { configuredBeside, dataFolder, loadConfig } from './config'
import { DataDir } from './data-dir'
import type { TryPorts } from './programs/try-program'
import { prepareWriter } from './storage/prepared-writer'
import { rootPaths } from './transcripts/roots'
import { VERSION } from './version'

const STOP_WITHIN_MS = 5_000
/** So long a coding agent may take to open a session for `doctor --try`. */
const TRY_MS = 10_000

interface StartFlags {
  readonly port?: number
  readonly host?: string
  readonly data?: string
  readonly open: boolean
}

interface RunFlags {
  readonly agent: string
  readonly program?: string
  readonly cwd?: string
  readonly crew?: string
  readonly json: boolean
  readonly port?: number
  readonly data?: string
}

interface DoctorFlags extends Omit<StartFlags, 'open'> {
  readonly json: boolean
  readonly try: boolean
}

/** A name is looked for on the PATH; a path is meant from here, wherever the agents work. */
function programAt(given: string): string {
  return path.basename(given) === given ? given : path.resolve(given)
}

function port(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 0 || value > 65_535) {
    throw new InvalidArgumentError('A port is a whole number from 0 to 65535.')
  }
  return value
}

function pace(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !(value >= 0 && value <= 10)) {
    throw new InvalidArgumentError('A pace is a number from 0 to 10.')
  }
  return value
}

/** `stopped`: the exit code after a signal. */
async function start(flags: StartFlags, folder: string, stopped = 0): Promise<App> {
  const writerScript = new URL('./writer-worker.js', import.meta.url)
  const preparedWriter = prepareWriter(writerScript)
  // Most commands only talk to a server that runs.
  const { startApp } = await import('./app')
  const config = await loadConfig({
    folder: process.cwd(),
    environment: process.env,
    flags: { port: flags.port, host: flags.host },
  })
  // Whoever starts a server in a folder of somebody else's must see what that folder makes of it.
  const beside = await configuredBeside(process.cwd())
  if (beside !== null) process.stderr.write(`${beside}\n`)
  const app = await startApp({
    config,
    data: new DataDir(folder),
    writerScript,
    transcriptScript: new URL('./transcript-thread.js', import.meta.url),
    preparedWriter,
    web: builtFolder('web'),
    docs: builtFolder('docs'),
    samples: {
      agent: new URL('./demo/agent.js', import.meta.url),
      scripts: new URL('./demo/scripts/', import.meta.url),
    },
    fatal: (sentence) => {
      process.stderr.write(`${sentence}\n`)
      process.exit(EXIT_FAILED)
    },
    notice: (sentence) => process.stderr.write(`${sentence}\n`),
  })
  stopOnSignals(app, stopped)
  return app
}

function builtFolder(name: 'web' | 'docs'): string | null {
  const folder = fileURLToPath(new URL(`./${name}`, import.meta.url))
  return existsSync(folder) ? folder : null
}

function stopOnSignals(app: App, code: number): void {
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    const late = setTimeout(() => {
      process.stderr.write('Crewroom could not stop everything in time and is exiting now.\n')
      process.exit(code)
    }, STOP_WITHIN_MS - 250)
    late.unref()
    app.close().then(
      () => process.exit(code),
      (error: unknown) => {
        process.stderr.write(`Stopping failed: ${String(error)}\n`)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

/** Opens the person's browser where there is one to open; the link is printed anyway. */
function openBrowser(url: string): void {
  if (!process.stdout.isTTY || process.env['CI']) return
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open', url]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '', url]
        : ['xdg-open', url]
  const opener = spawn(command ?? 'xdg-open', args, { stdio: 'ignore', detached: true })
  opener.once('error', () => process.stdout.write('No browser could be opened; use the link.\n'))
  opener.unref()
}

/** How `doctor` starts coding agents; a signal ends those that run, and then this command. */
async function trying(): Promise<TryPorts> {
  const [{ LOADED_LATER }, { systemClock }, { createMask, secretValues }] = await Promise.all([
    import('./loaded-later'),
    import('./clock'),
    import('./rollouts/secret-mask'),
  ])
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  const mask = createMask(secretValues(process.env))
  return { acp: LOADED_LATER.acp, clock: systemClock, mask, ms: TRY_MS, signal: stop.signal }
}

/** The reader of the lines may stop: `crewroom tail | head` does not fail. */
function endWhenUnread(): void {
  process.stdout.on('error', () => process.exit(0))
}

const program = new Command('crewroom')
  .description(
    'The place where crews of AI agents, and the people who run them, talk and coordinate.',
  )
  .version(VERSION)
  .showHelpAfterError()

program
  .command('start', { isDefault: true })
  .description('start the server on your own data')
  .option('--port <number>', 'port to listen on (default 4900; 0 takes any free one)', port)
  .option('--host <address>', 'address to listen on (default 127.0.0.1)')
  .option('--data <folder>', 'data folder (default $CREWROOM_HOME or ~/.crewroom)')
  .option('--no-open', 'do not open a browser')
  .allowExcessArguments()
  .action(async (flags: StartFlags, self: Command) => {
    assertNoOtherCommand(self.args, program.commands)
    const app = await start(flags, dataFolder(flags.data, process.env))
    const link = app.loginUrl()
    process.stdout.write(`Crewroom ${VERSION} is running at ${app.url}\nDashboard: ${link}\n`)
    if (flags.open) openBrowser(link)
  })

program
  .command('demo')
  .description('start the server and a sample crew of real agent programs')
  .option('--port <number>', 'port to listen on (default: any free one)', port)
  .option('--data <folder>', 'data folder (default: a new temporary one)')
  .option(
    '--pace <number>',
    'how slowly it plays: 1 takes about a minute, 0 is as fast as possible',
    pace,
    1,
  )
  .option('--once', 'end when the crew has finished; the last line is a JSON summary', false)
  .option('--no-open', 'do not open a browser')
  .action(async (flags: StartFlags & { readonly once: boolean; readonly pace: number }) => {
    const { runDemo } = await import('./demo/demo')
    await runDemo({
      once: flags.once,
      pace: flags.once ? 0 : flags.pace,
      data: flags.data,
      start: (folder: string) => start({ ...flags, port: flags.port ?? 0 }, folder),
      open: flags.open && !flags.once ? openBrowser : () => {},
    })
  })

program
  .command('open')
  .description('print a fresh login link for the running server, and open it')
  .option('--json', 'print {"url"} and open nothing', false)
  .option('--data <folder>', 'data folder (default $CREWROOM_HOME or ~/.crewroom)')
  .action(async (flags: { readonly json: boolean; readonly data?: string }) => {
    const { ask, runningServer } = await import('./cli/running-server')
    const server = await runningServer(new DataDir(dataFolder(flags.data, process.env)))
    const response = await ask(server, '/api/login-codes', { method: 'POST' })
    const { code } = (await response.json()) as { code: string }
    const link = `${server.url}/#code=${code}`
    process.stdout.write(`${flags.json ? JSON.stringify({ url: link }) : link}\n`)
    if (!flags.json) openBrowser(link)
  })

program
  .command('tail')
  .description('follow what happens on the running server')
  .option('--lead <id>', 'one crew only, by the id of its lead')
  .option('--json', 'events as JSON, one per line', false)
  .option('--data <folder>', 'data folder (default $CREWROOM_HOME or ~/.crewroom)')
  .action(
    async (flags: { readonly lead?: string; readonly json: boolean; readonly data?: string }) => {
      const { tail } = await import('./cli/tail')
      endWhenUnread()
      await tail({
        data: new DataDir(dataFolder(flags.data, process.env)),
        lead: flags.lead,
        json: flags.json,
        colors: showsColors(process.stdout, process.env),
        print: (line) => process.stdout.write(`${line}\n`),
        note: (line) => process.stderr.write(`${line}\n`),
      })
    },
  )

addNeeds(program, endWhenUnread)
addTranscript(program, endWhenUnread)
addFiles(program)

program
  .command('run')
  .description('give a task to a crew of coding agents, and follow it until it is done')
  .argument('<task>', 'the task')
  .requiredOption('--agent <preset>', 'the coding agent that does it: claude, codex, gemini …')
  .option('--program <path>', 'path of its program, if it is not on the PATH')
  .option('--cwd <folder>', 'folder to work in (default: the current one)')
  .option('--crew <roles>', 'agents that work for its lead from the start: developer,qa-tester …')
  .option(
    '--json',
    'events as JSON, one per line; the first and the last line describe the run',
    false,
  )
  .option('--port <number>', 'port of the server, if none is running yet (default 4900)', port)
  .option('--data <folder>', 'data folder (default $CREWROOM_HOME or ~/.crewroom)')
  .action(async (task: string, flags: RunFlags) => {
    const { run } = await import('./cli/run')
    const folder = dataFolder(flags.data, process.env)
    let own: App | null = null
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
      preset: flags.agent,
      ...(flags.program !== undefined && { program: programAt(flags.program) }),
      cwd: path.resolve(flags.cwd ?? '.'),
      roles: (flags.crew ?? '').split(',').flatMap((role) => role.trim() || []),
      data: new DataDir(folder),
      searchPath: process.env['PATH'] ?? '',
      json: flags.json,
      start: async () => {
        own = await start(
          { ...(flags.port === undefined ? {} : { port: flags.port }), open: false },
          folder,
          1,
        )
      },
      colors: showsColors(process.stdout, process.env),
      print: (line) => process.stdout.write(`${line}\n`),
      // A server that is being stopped cannot be reached; that need not be reported.
      note: (line) => isStopped || process.stderr.write(`${line}\n`),
    })
    await (own as App | null)?.close()
    process.exit(status === 'completed' ? 0 : 1)
  })

program
  .command('export')
  .description('write a crew, or one group of it, to a file')
  .option('--lead <id>', 'the crew, by the id of its lead (default: the only one there is)')
  .option('--group <name>', 'one group only')
  .option('--out <file>', 'file to write (default: standard output)')
  .option('--data <folder>', 'data folder (default $CREWROOM_HOME or ~/.crewroom)')
  .action(
    async (flags: { readonly lead?: string; group?: string; out?: string; data?: string }) => {
      const { exportTo } = await import('./cli/export')
      await exportTo({
        data: new DataDir(dataFolder(flags.data, process.env)),
        lead: flags.lead,
        group: flags.group,
        out: flags.out ?? '-',
        stdout: process.stdout,
        note: (line) => process.stderr.write(`${line}\n`),
      })
    },
  )

program
  .command('import')
  .description('import an exported file; none of its programs is started')
  .argument('<file>', 'the file; - reads standard input')
  .option('--lead <id>', 'the crew to import an exported group into')
  .option('--data <folder>', 'data folder (default $CREWROOM_HOME or ~/.crewroom)')
  .action(async (file: string, flags: { readonly lead?: string; readonly data?: string }) => {
    const { importFrom } = await import('./cli/import')
    await importFrom({
      data: new DataDir(dataFolder(flags.data, process.env)),
      file,
      lead: flags.lead,
      stdin: process.stdin,
      print: (line) => process.stdout.write(`${line}\n`),
    })
  })

program
  .command('doctor')
  .description('check that everything a server needs is there')
  .option('--json', 'print {"ok","findings"}', false)
  .option('--try', 'start each installed coding agent for a moment, and say what it answers', false)
  .option('--port <number>', 'port to check (default 4900)', port)
  .option('--host <address>', 'address to check (default 127.0.0.1)')
  .option('--data <folder>', 'data folder (default $CREWROOM_HOME or ~/.crewroom)')
  .action(async (flags: DoctorFlags) => {
    endWhenUnread()
    const { examine } = await import('./cli/doctor')
    const settings = await loadConfig({
      folder: process.cwd(),
      environment: process.env,
      flags: { port: flags.port, host: flags.host },
    })
    const tries = flags.try ? await trying() : undefined
    const findings = await examine({
      nodeVersion: process.versions.node,
      data: new DataDir(dataFolder(flags.data, process.env)),
      host: settings.host,
      port: settings.port,
      settings,
      transcripts: rootPaths(settings.transcripts.roots, os.homedir()),
      environment: process.env,
      checkScript: new URL('./database-check.js', import.meta.url),
      tries,
    })
    const signs = { ok: 'ok      ', note: '-       ', problem: 'PROBLEM ' }
    const ok = findings.every(({ kind }) => kind !== 'problem')
    if (flags.json) process.stdout.write(`${JSON.stringify({ ok, findings })}\n`)
    else for (const { kind, text } of findings) process.stdout.write(`${signs[kind]}${text}\n`)
    if (!ok) process.exitCode = 1
  })

try {
  await program.parseAsync()
} catch (error) {
  const { code, text } = endOf(error, process.env['CREWROOM_LOG_LEVEL'] === 'debug')
  process.stderr.write(`${text}\n`)
  process.exit(code)
}
