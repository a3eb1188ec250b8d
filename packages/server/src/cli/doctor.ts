import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { ACP_PRESETS } from '../crew/drivers/acp-presets'
import type { DataDir } from '../data-dir'
import { onPath } from '../crew/drivers/on-path'

export interface Finding {
  /** `note` is worth knowing and keeps nothing from working. */
  readonly kind: 'ok' | 'note' | 'problem'
  readonly text: string
}

export interface DoctorOptions {
  readonly nodeVersion: string
  readonly data: DataDir
  readonly host: string
  readonly port: number
  readonly environment: Readonly<Record<string, string | undefined>>
}

const ok = (text: string): Finding => ({ kind: 'ok', text })
const note = (text: string): Finding => ({ kind: 'note', text })
const problem = (text: string): Finding => ({ kind: 'problem', text })

/** Looks at what a server needs and changes nothing. */
export async function examine(options: DoctorOptions): Promise<Finding[]> {
  const { nodeVersion, data, environment } = options
  return [
    node(nodeVersion),
    ...dataFolder(data),
    await port(options),
    ...presets(environment['PATH'] ?? ''),
  ]
}

function node(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 20 || (major === 20 && minor >= 19)
    ? ok(`Node.js ${version}`)
    : problem(`Node.js ${version} is too old: 20.19 or newer is needed.`)
}

function dataFolder({ folder, database }: DataDir): Finding[] {
  if (!existsSync(folder)) {
    return [
      isWritable(nearest(folder))
        ? ok(`data folder ${folder}: not there yet, the first start makes it`)
        : problem(`data folder ${folder} cannot be made: ${nearest(folder)} is not writable.`),
    ]
  }
  if (!statSync(folder).isDirectory()) return [problem(`data folder ${folder} is no folder.`)]
  if (!isWritable(folder)) return [problem(`data folder ${folder} is not writable.`)]
  const findings = [ok(`data folder ${folder}`)]
  for (const file of [database, path.join(folder, 'tokens.json')]) {
    if (existsSync(file) && (statSync(file).mode & 0o077) !== 0 && process.platform !== 'win32') {
      findings.push(problem(`${file} can be read by others. Run: chmod 600 ${file}`))
    }
  }
  return findings
}

/** The folder that is there and in which the missing ones would be made. */
function nearest(folder: string): string {
  return existsSync(folder) ? folder : nearest(path.dirname(folder))
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The server that runs, or whether one could listen. */
async function port({ data, host, port: wanted }: DoctorOptions): Promise<Finding> {
  const running = data.runningServer()
  if (running)
    return ok(`a server runs: ${running.url} (pid ${running.pid}, since ${running.startedAt})`)
  const code = await new Promise<string | null>((resolve) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    probe.listen(wanted, host, () => probe.close(() => resolve(null)))
  })
  return code === null
    ? ok(`no server runs; port ${wanted} on ${host} is free`)
    : problem(
        `no server runs, and none can listen on ${host}:${wanted} (${code}). Choose another with --port.`,
      )
}

function presets(searchPath: string): Finding[] {
  return Object.entries(ACP_PRESETS).map(([name, { command }]) =>
    onPath(command, searchPath)
      ? ok(`coding agent ${name}: ${command}`)
      : note(`coding agent ${name}: ${command} is not on the PATH`),
  )
}
