import type { Worker } from 'node:worker_threads'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { App } from './app'
import { EXIT_FAILED } from './cli/end-with'
import type { StartFlags } from './cli/surroundings'
import { configuredBeside, loadConfig } from './config'
import { DataDir } from './data-dir'

const STOP_WITHIN_MS = 5_000

export interface ServerStart {
  readonly flags: StartFlags
  readonly folder: string
  /** The exit code after a signal. */
  readonly stopped: number
  readonly writerScript: URL
  /** Its thread loads while this one does. */
  readonly preparedWriter: Worker
  readonly builtFile: (name: string) => URL
}

/** The server in this process, until a signal ends both. */
export async function startServer({ flags, folder, stopped, ...built }: ServerStart): Promise<App> {
  const { writerScript, preparedWriter, builtFile } = built
  // Most commands only talk to a server that runs.
  const { startApp } = await import('./app')
  const place = { folder: process.cwd(), environment: process.env, file: flags.config }
  const config = await loadConfig({ ...place, flags: { port: flags.port, host: flags.host } })
  // Whoever starts a server in a folder of somebody else's must see what that folder makes of it.
  const beside = await configuredBeside(place)
  if (beside !== null) process.stderr.write(`${beside}\n`)
  const app = await startApp({
    config,
    data: new DataDir(folder),
    writerScript,
    transcriptScript: builtFile('transcript-thread.js'),
    preparedWriter,
    web: builtFolder(builtFile('web')),
    docs: builtFolder(builtFile('docs')),
    diagrams: builtFolder(builtFile('diagrams')),
    joining: builtFolder(builtFile('joining')),
    samples: { agent: builtFile('demo/agent.js'), scripts: builtFile('demo/scripts/') },
    fatal: (sentence) => {
      process.stderr.write(`${sentence}\n`)
      process.exit(EXIT_FAILED)
    },
    notice: (sentence) => process.stderr.write(`${sentence}\n`),
  })
  stopOnSignals(app, stopped)
  return app
}

function builtFolder(url: URL): string | null {
  const folder = fileURLToPath(url)
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
