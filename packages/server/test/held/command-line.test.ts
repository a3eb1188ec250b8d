import { execFile } from 'node:child_process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { holds } from './compare'
import { VERSION } from './outside'

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))
const HELPS = fileURLToPath(new URL('helps.mjs', import.meta.url))
const run = promisify(execFile)

const COMMANDS =
  ',start,demo,open,tail,needs,needs answer,transcript,files,files rebuild,invite,join,mcp,run,discuss,resume,export,import,backup,restore,config,config schema,completion,doctor'.split(
    ',',
  )

async function printed(...args: readonly string[]): Promise<string> {
  const { stdout } = await run(process.execPath, args, { maxBuffer: 16 << 20 })
  return stdout
}

/** The commands that a help lists. */
function listed(help: string): readonly string[] {
  const behind = help.split('\nCommands:\n')[1] ?? ''
  const names = [...behind.matchAll(/^ {2}(\w+)/gm)].map(([, name]) => name ?? '')
  return names.filter((name) => name !== 'help')
}

test('OA17 the help of every command says what it said, line by line', async () => {
  const helps = JSON.parse(await printed(HELPS, pathToFileURL(CLI).href, ...COMMANDS)) as Record<
    string,
    string
  >
  // A command that nobody asks about would hold nothing.
  for (const [name, help] of Object.entries(helps)) {
    expect.soft(help, name).toContain(`Usage: crewroom ${name}`.trim())
    for (const below of listed(help)) expect.soft(COMMANDS).toContain(`${name} ${below}`.trim())
  }
  const lines = Object.entries(helps).map(([name, help]) => [
    `crewroom ${name}`.trim(),
    help.replaceAll(VERSION, '<version>').split('\n'),
  ])
  holds('command-line/help', Object.fromEntries(lines))
})

test('OA17 the schema of the configuration file has the settings, types and defaults that it had', async () => {
  holds('command-line/config-schema', JSON.parse(await printed(CLI, 'config', 'schema')))
})
