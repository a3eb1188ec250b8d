import { createServer } from 'node:net'
import { type Keeper, keeper } from '../programs/processes/keeper'
import type { DriverInput } from '../agents/create-agent'
import { ACP_PRESETS } from '../crew/presets'
import type { DataDir, ServerFile } from '../data-dir'
import { folderLines, type RoleFolder } from '../role-folders'
import { onPath } from '../programs/processes/on-path'
import { examineDatabase, examineSqlite } from './examine-database'
import { examineFiles } from './examine-files'
import { examineFolder } from './examine-folder'
import { examineSpace, type KeptFor } from './examine-space'
import { examineTranscripts } from './examine-transcripts'
import { type Finding, note, ok, problem } from './finding'
import { ask, findServer } from './running-server'
import { nodeOf } from '../programs/processes/script-node'
import type { TryPorts } from '../programs/try-program'
import { examineModels } from './try-models'
import { type TriedAgent, triedFinding, tryAgents } from './try-agents'
import { isAtLeast } from './versions'

export interface DoctorOptions {
  readonly nodeVersion: string
  readonly data: DataDir
  readonly host: string
  readonly port: number
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The program that looks at a whole database, built beside this one. */
  readonly checkScript: URL
  /** The settings of which it says what they keep; what a server without any does when they are not given. */
  readonly settings?: KeptFor
  /** Folders of session files; without them nothing is said of any. */
  readonly transcripts?: readonly string[]
  /** Folders that define roles, as they were read; without them nothing is said of any. */
  readonly roles?: readonly RoleFolder[]
  /** What stays beside agents' programs; this machine's own when it is not given. */
  readonly keeper?: Keeper | null | undefined
  /** Programs and models that people have set up, by name. */
  readonly drivers?: Readonly<Record<string, DriverInput>>
  /** Given when coding agents are to be started; without it none is. */
  readonly tries?: TryPorts | undefined
}

const NO_LIMITS: KeptFor = { recordDays: 0, recordMegabytes: 0, journalDays: 0 }

/** Looks at what a server needs and changes nothing. Starts coding agents only where it is asked to. */
export async function examine(options: DoctorOptions): Promise<Finding[]> {
  const { nodeVersion, environment } = options
  const sqlite = examineSqlite()
  return [
    node(nodeVersion),
    sqlite,
    // Without SQLite nothing can be said of what it keeps.
    ...(sqlite.kind === 'ok' ? await kept(options) : []),
    keeping(options.keeper === undefined ? keeper() : options.keeper),
    ...(options.transcripts ? await examineTranscripts(options.transcripts) : []),
    ...(options.roles ?? []).flatMap(folderLines),
    ...presets(environment['PATH'] ?? '', await tried(options)),
    ...(await examineModels(options.drivers ?? {}, environment, options.tries)),
  ]
}

async function kept(options: DoctorOptions): Promise<Finding[]> {
  const { data, checkScript, settings = NO_LIMITS } = options
  const folder = examineFolder(data)
  const isUsable = folder[0]?.kind === 'ok'
  const database = isUsable ? await examineDatabase(data, checkScript) : []
  const isSound = database.length > 0 && database.every(({ kind }) => kind !== 'problem')
  const space = isSound ? await examineSpace(data, checkScript, settings, Date.now()) : []
  const files = isUsable ? examineFiles(data) : []
  return [...folder, ...database, ...space, ...files, await port(options, isUsable)]
}

function node(version: string): Finding {
  return isAtLeast(version, '20.19')
    ? ok(`Node.js ${version}`)
    : problem(`Node.js ${version} is too old: 20.19 or newer is needed.`)
}

/** The server that runs, or whether one could listen. */
async function port(
  { data, host, port: wanted }: DoctorOptions,
  isUsable: boolean,
): Promise<Finding> {
  // What is wrong with the lock was told before.
  const found = isUsable ? await findServer(data).catch(() => null) : null
  if (found?.kind === 'unproven') return problem(found.why)
  if (found?.kind === 'running') {
    const { url, pid, startedAt } = found.server
    const numberOf = await numbersOf(found.server)
    const asleep = numberOf('crewroom_programs_asleep')
    const longest = numberOf('crewroom_event_loop_longest_seconds')
    const busy = longest === null ? '' : `; at most ${longest.toFixed(2)} s without an answer`
    const sleeps =
      asleep === null || asleep === 0
        ? ''
        : `; asleep until something wakes them: ${asleep} of its agents’ programs`
    return ok(`a server is running: ${url} (pid ${pid}, since ${startedAt})${busy}${sleeps}`)
  }
  const code = await new Promise<string | null>((resolve) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    probe.listen(wanted, host, () => probe.close(() => resolve(null)))
  })
  return code === null
    ? ok(`no server is running; port ${wanted} on ${host} is free`)
    : problem(
        `no server is running, and none can listen on ${host}:${wanted} (${code}). Choose another with --port.`,
      )
}

/** What the server counts, by name; null for what it does not say. */
async function numbersOf(server: ServerFile): Promise<(name: string) => number | null> {
  const numbers = await ask(server, '/api/metrics').then(
    (answer) => answer.text(),
    () => '',
  )
  return (name) => {
    const number = new RegExp(`^${name} ([\\d.e+-]+)$`, 'm').exec(numbers)?.[1]
    return number === undefined ? null : Number(number)
  }
}

function keeping(found: Keeper | null): Finding {
  if (found)
    return ok(
      `processes that agents' programs leave behind are ended with them (by ${found.command})`,
    )
  const missing = process.platform === 'linux' ? 'Perl is missing' : 'this needs Linux'
  return note(
    `a process that clears its environment and detaches from its program is not ended with it: ${missing}`,
  )
}

async function tried({
  environment,
  tries,
}: DoctorOptions): Promise<ReadonlyMap<string, TriedAgent>> {
  return tries ? await tryAgents(environment['PATH'] ?? '', tries) : new Map()
}

function presets(searchPath: string, all: ReadonlyMap<string, TriedAgent>): Finding[] {
  return Object.entries(ACP_PRESETS).map(([name, { command, install, login, minNode }]) => {
    const trial = all.get(name)
    if (trial) return triedFinding(trial, login)
    if (!onPath(command, searchPath)) {
      return note(`coding agent ${name}: ${command} is not on the PATH (${install})`)
    }
    const found = minNode === null ? null : nodeOf(command, searchPath)
    return minNode !== null && found !== null && !isAtLeast(found, minNode)
      ? note(
          `coding agent ${name}: ${command} needs Node.js ${minNode} or newer, but the node on the PATH is ${found}`,
        )
      : ok(`coding agent ${name}: ${command} (to log in, ${login})`)
  })
}
