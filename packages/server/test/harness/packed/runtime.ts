import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** A Node.js with an npm, as somebody may have them. */
export interface Runtime {
  readonly node: string
  readonly npm: string
  readonly npx: string
  /** The folder in which both are found by name. */
  readonly bin: string
  /** Both versions, for what is printed. */
  readonly name: string
}

export interface Ran {
  readonly code: number | null
  readonly out: string
  readonly errors: string
  readonly seconds: number
}

const INSTALL_MS = 300_000

/** The Node.js and the npm that run this. */
export function presentRuntime(): Runtime {
  const { status, stdout } = spawnSync('npm', ['root', '--global'], { encoding: 'utf8' })
  const npm = path.join(stdout.trim(), 'npm')
  if (status !== 0 || !existsSync(npm)) throw new Error('npm was not found')
  return described(process.execPath, npm, path.dirname(process.execPath))
}

/** These major versions, installed once for all tests that ask for them. */
export function runtime(node: number, npm: number): Runtime {
  const folder = path.join(
    process.env['CREWROOM_RUNTIMES_CACHE'] ?? path.join(os.tmpdir(), 'crewroom-runtimes'),
    `node-${node}-npm-${npm}`,
  )
  const modules = path.join(folder, 'node_modules')
  if (!existsSync(path.join(folder, 'ready'))) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, 'package.json'), '{}')
    const { status, stdout, stderr } = spawnSync(
      'npm',
      ['install', '--no-audit', '--no-fund', `node@${node}`, `npm@${npm}`],
      { cwd: folder, encoding: 'utf8' },
    )
    if (status !== 0) throw new Error(`Node.js ${node} with npm ${npm}: ${stdout}${stderr}`)
    writeFileSync(path.join(folder, 'ready'), '')
  }
  const binary = realpathSync(path.join(modules, 'node/bin/node'))
  return described(binary, path.join(modules, 'npm'), path.join(modules, '.bin'))
}

function described(node: string, folder: string, bin: string): Runtime {
  const npm = path.join(folder, 'bin/npm-cli.js')
  const version = (args: readonly string[]) =>
    spawnSync(node, args, { encoding: 'utf8' }).stdout.trim().replace(/^v/, '')
  const name = `Node.js ${version(['--version'])}, npm ${version([npm, '--version'])}`
  return { node, npm, npx: path.join(folder, 'bin/npx-cli.js'), bin, name }
}

/** A script of Node.js in a folder, with this Node.js before all others on the PATH. */
export function run(
  { node, bin }: Runtime,
  args: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const began = performance.now()
  const child = spawn(node, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...outside(), PATH: pathWith(bin), ...environment },
  })
  let [out, errors] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const late = setTimeout(() => child.kill('SIGKILL'), INSTALL_MS)
  return new Promise((resolve) => {
    child.once('close', (code) => {
      clearTimeout(late)
      const seconds = Math.round((performance.now() - began) / 100) / 10
      resolve({ code, out, errors, seconds })
    })
  })
}

export function pathWith(bin: string): string {
  return `${bin}${path.delimiter}${process.env['PATH'] ?? ''}`
}

/** The environment without what npm set for this test run: the checkout is none of a newcomer's business. */
export function outside(): Record<string, string | undefined> {
  const kept = Object.entries(process.env).filter(
    ([name]) =>
      !/^(npm_(lifecycle|package|config_local_prefix|command|execpath)|INIT_CWD|NODE_PATH|VITEST|NODE_ENV)/.test(
        name,
      ),
  )
  return Object.fromEntries(kept)
}
