import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { join } from '../../src/cli/join'
import { crewroomHere } from '../harness/crewroom-here'
import { tempFolder } from '../harness/temp-folder'

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))

interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

function crewroom(args: readonly string[], searchPath = process.env['PATH'] ?? ''): Promise<Ran> {
  return new Promise((resolve) => {
    const env = { ...process.env, PATH: searchPath }
    execFile(process.execPath, [CLI, ...args], { env }, (error, stdout, stderr) => {
      const code = error ? Number((error as { code?: unknown }).code ?? 1) : 0
      resolve({ code, stdout, stderr })
    })
  })
}

/** The same, in this process. */
async function here(...args: readonly string[]): Promise<Ran> {
  const { code, out, errors } = await crewroomHere(['join', '--for', ...args])
  return { code: code ?? 0, stdout: out, stderr: errors }
}

const MCP = `${process.execPath} ${CLI} mcp`

test('MC24 the line for each coding agent has its own form, and what it is to be', async () => {
  const lineFor = async (...args: string[]) => (await here(...args)).stdout
  const apart = await crewroom(['join', '--for', 'claude'])
  expect(apart.stdout).toBe(`claude mcp add crewroom -- ${MCP}\n`)
  expect(await lineFor('codex', '--role', 'qa-tester')).toBe(
    `codex mcp add crewroom -- ${MCP} --role qa-tester\n`,
  )
  expect(await lineFor('gemini', '--crew', "Dora's crew")).toBe(
    `gemini mcp add --scope user crewroom ${process.execPath} -- ${CLI} mcp --crew 'Dora'\\''s crew'\n`,
  )
  expect(await lineFor('copilot', '--lead')).toBe(`copilot mcp add crewroom -- ${MCP} --lead\n`)
  const unknown = await here('emacs')
  expect(unknown.code).toBe(1)
  expect(unknown.stderr).toContain('claude, codex, gemini, copilot, qwen, opencode')
  const half = await here('claude', '--url', 'http://127.0.0.1:1')
  expect([half.code, half.stderr]).toEqual([1, '--url and --invite go together.\n'])
})

test('MC24 the line works in any folder and without the variables of this shell', async () => {
  const there = await here('claude', '--data', 'my data')
  expect(there.stdout).toBe(
    `claude mcp add crewroom -- ${MCP} --data '${path.resolve('my data')}'\n`,
  )
  process.env['CREWROOM_HOME'] = 'home'
  const home = await crewroom(['join', '--for', 'claude']).finally(() => {
    delete process.env['CREWROOM_HOME']
  })
  expect(home.stdout).toBe(`claude mcp add crewroom -- ${MCP} --data ${path.resolve('home')}\n`)
  const nowhere = await here('claude', '--url', 'atlas', '--invite', 'x')
  expect(nowhere.code).toBe(1)
  expect(nowhere.stderr).toContain('Give the address of the server, such as http://127.0.0.1:4900.')
})

test('MC24, PK22 the program is started by its file, never by a name, even where npx keeps it', async () => {
  const lineOf = async (script: string) => {
    const lines: string[] = []
    const print = (line: string) => lines.push(line)
    await join({ agent: 'codex', args: [], script, write: false, print })
    return lines.join('\n')
  }
  const installed = '/home/dora/atlas/node_modules/crewroom/dist/cli.js'
  const start = `codex mcp add crewroom --`
  expect(await lineOf(installed)).toBe(`${start} ${process.execPath} ${installed} mcp`)
  const cached = '/home/dora/.npm/_npx/0f1e2d3c/node_modules/crewroom/dist/cli.js'
  expect(await lineOf(cached)).toBe(`${start} ${process.execPath} ${cached} mcp`)
})

test('MC25 --write has the coding agent keep the line, and says what to do where it cannot', async () => {
  using folder = tempFolder()
  const bin = path.join(folder.path, 'bin')
  mkdirSync(bin)
  const none = await crewroom(['join', '--for', 'claude', '--write'], bin)
  expect(none.code).toBe(1)
  expect(none.stderr).toBe(
    `Claude Code was not changed: "claude" is not on the PATH. Install it, or run this where it is: claude mcp add crewroom -- ${MCP}\n`,
  )
  const seen = path.join(folder.path, 'seen')
  const program = path.join(bin, 'claude')
  writeFileSync(program, `#!/bin/sh\nprintf '%s\\n' "$@" > '${seen}'\n`)
  chmodSync(program, 0o755)
  const done = await crewroom(['join', '--for', 'claude', '--write', '--role', 'designer'], bin)
  expect([done.code, done.stdout]).toEqual([
    0,
    'Claude Code has "crewroom" among its MCP servers now. Start it again, and ask it to call read_inbox.\n',
  ])
  expect(readFileSync(seen, 'utf8').trim().split('\n')).toEqual([
    'mcp',
    'add',
    'crewroom',
    '--',
    process.execPath,
    CLI,
    'mcp',
    '--role',
    'designer',
  ])
  writeFileSync(program, '#!/bin/sh\nexit 3\n')
  const refused = await crewroom(['join', '--for', 'claude', '--write'], bin)
  expect(refused.code).toBe(1)
  expect(refused.stderr).toMatch(
    /^Claude Code refused the line \(exit code 3\)\. It was: claude mcp add /,
  )
})
