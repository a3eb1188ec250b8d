#!/usr/bin/env node
import { Command } from 'commander'
import { addJoin } from './cli/join-command'
import { addMcp } from './cli/mcp-command'
import { runProgram } from './cli/end-with'
import { VERSION } from './version'

/**
 * `crewroom.mjs`: what a coding agent on another machine needs to join a server, which offers it there. One file, so that
 * nothing has to be installed, and no registry says whose program runs.
 */
const program = new Command('crewroom')
  .description('Joins a Crewroom server elsewhere.')
  .version(VERSION)
  .showHelpAfterError()

addJoin(program, { builtFile: () => new URL(import.meta.url) })
addMcp(program)
program.hook('preAction', (_program, command) => {
  if (command.opts<{ url?: string }>().url === undefined) {
    command.error('error: this program joins a server elsewhere: give its address with --url')
  }
})

await runProgram(program)
