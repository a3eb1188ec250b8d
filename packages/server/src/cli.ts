#!/usr/bin/env node
import { Command } from 'commander'
import type { App } from './app'
import { COMMANDS } from './cli/commands'
import { runProgram } from './cli/end-with'
import { openBrowser } from './cli/open-browser'
import type { DemoFlags, StartFlags } from './cli/surroundings'
import { startServer } from './start-server'
import { prepareWriter } from './storage/prepared-writer'
import { VERSION } from './version'

const builtFile = (name: string) => new URL(name, import.meta.url)

function start(flags: StartFlags, folder: string, stopped = 0): Promise<App> {
  const writerScript = builtFile('writer-worker.js')
  const preparedWriter = prepareWriter(writerScript)
  return startServer({ flags, folder, stopped, writerScript, preparedWriter, builtFile })
}

async function playDemo(flags: DemoFlags): Promise<void> {
  const { runDemo } = await import('./demo/demo')
  await runDemo({
    once: flags.once,
    pace: flags.once ? 0 : flags.pace,
    data: flags.data,
    start: (folder: string) => start({ ...flags, port: flags.port ?? 0 }, folder),
    open: flags.open && !flags.once ? openBrowser : () => {},
  })
}

const program = new Command('crewroom')
  .description(
    'The place where crews of AI agents, and the people who run them, talk and coordinate.',
  )
  .version(VERSION)
  .showHelpAfterError()

for (const add of COMMANDS) add(program, { startServer: start, playDemo, builtFile })

await runProgram(program)
