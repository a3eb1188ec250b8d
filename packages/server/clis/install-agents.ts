import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { ACP_PRESETS } from '../src/crew/presets'
import { isAtLeast } from '../src/cli/versions'

/** A newer Node.js for programs that need one; the registry has it as a package. */
const NODE = `node-${process.platform}-${process.arch}@22.23.3`

/** A program that is there, or why it is not. */
export type Installed = Ready | { readonly version: string; readonly problem: string }
export interface Ready {
  readonly program: string
  readonly version: string
  /** Of a newer Node.js, for a program that needs one. */
  readonly nodeFolder: string | null
}

/** Installs the version of a preset's package that its users are told to install. */
export async function installAgent(preset: string, cache: string): Promise<Installed> {
  const known = ACP_PRESETS[preset]
  if (!known) return { version: '', problem: `There is no preset ${preset}.` }
  const { command, minNode } = known
  const spec = known.install.split(' ').at(-1) ?? ''
  return installProgram({ preset, spec, command, minNode }, cache)
}

/** A program of a package; `spec` is its name and version, as npm is given it. */
export interface PackagedProgram {
  readonly preset: string
  readonly spec: string
  readonly command: string
  readonly minNode: string | null
}

/** Installs a program into a folder of its own, unless an earlier run did. */
export async function installProgram(
  { preset, spec, command, minNode }: PackagedProgram,
  cache: string,
): Promise<Installed> {
  const at = spec.lastIndexOf('@')
  const [name, version] = [spec.slice(0, at), spec.slice(at + 1)]
  const needsNode = minNode !== null && !isAtLeast(process.versions.node, minNode)
  try {
    const folder = await install(cache, `${preset}-${version}`, spec)
    const own = path.join(folder, 'node_modules', ...name.split('/'), 'package.json')
    const found = (JSON.parse(readFileSync(own, 'utf8')) as { version: string }).version
    const program = path.join(folder, 'node_modules', '.bin', command)
    if (!existsSync(program)) throw new Error(`the package has no program ${command}`)
    return { program, version: found, nodeFolder: needsNode ? await newerNode(cache) : null }
  } catch (error) {
    return { version, problem: error instanceof Error ? error.message : String(error) }
  }
}

async function newerNode(cache: string): Promise<string> {
  const folder = await install(cache, 'node', NODE)
  return path.join(folder, 'node_modules', NODE.slice(0, NODE.indexOf('@')), 'bin')
}

async function install(cache: string, called: string, spec: string): Promise<string> {
  const folder = path.join(cache, called)
  const stamp = path.join(folder, 'installed')
  if (existsSync(stamp)) return folder
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'package.json'), '{"private":true}\n')
  process.stdout.write(`installing ${spec}\n`)
  const args = ['install', '--no-audit', '--no-fund', '--loglevel', 'error', spec]
  await promisify(execFile)('npm', args, { cwd: folder }).catch((error: Error) => {
    throw new Error(`npm could not install it: ${lastLines(error.message)}`)
  })
  writeFileSync(stamp, '')
  return folder
}

function lastLines(text: string): string {
  return text.trim().split('\n').slice(-3).join(' ')
}
