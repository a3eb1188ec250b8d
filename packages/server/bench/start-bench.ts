import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { benchFolder } from './bench-crew'
import { manyMessages } from './many-messages'
import { type BenchResult, median, round } from './measure'

const ROUNDS = 7
const IDLE_MS = 2_000
const MESSAGES = 20_000
const START_BOUND = 2
const MEMORY_BOUND = 1.4

/** A start as whoever waits for it sees it, and what it holds when nobody has asked it for anything since. */
interface Started {
  readonly ms: number
  /** Of all its threads, until the answer. */
  readonly cpuMs: number
  readonly rssMb: number
  /** Its own: without what it shares with other programs, such as the code of Node.js. */
  readonly ownMb: number
}

type Program = (folder: string) => readonly string[]

const at = (name: string) => new URL(name, import.meta.url).pathname
const server: Program = (folder) => {
  return [at('../cli.js'), 'start', '--port', '0', '--no-open', '--data', folder]
}

const bare: Program = (folder) => [at('./bare-server.mjs'), path.join(folder, 'bare.sqlite')]
const bareBundle: Program = (folder) => [at('./bare-bundle.js'), path.join(folder, 'bare.sqlite')]

/** From the start of the program to its first answer, and its memory when it had nothing to do for a while. */
async function start(program: Program, folder: string): Promise<Started> {
  const began = performance.now()
  const child = spawn(process.execPath, program(folder), { stdio: ['ignore', 'pipe', 'inherit'] })
  const gone = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? []
      if (found) resolve(found)
    })
    void gone.then((code) => reject(new Error(`${program(folder)[0]} ended with ${code}`)))
  })
  const answer = await fetch(`${url}/healthz`)
  if (!answer.ok) throw new Error(`${url}/healthz answered ${answer.status}`)
  await answer.text()
  const ms = performance.now() - began
  const cpuMs = cpuOf(child.pid ?? 0)
  await sleep(IDLE_MS)
  const memory = readFileSync(`/proc/${child.pid}/smaps_rollup`, 'utf8')
  const mb = (name: string) => Number(new RegExp(`^${name}: +(\\d+)`, 'm').exec(memory)?.[1]) / 1024
  child.kill('SIGTERM')
  await gone
  return { ms, cpuMs, rssMb: mb('Rss'), ownMb: mb('Anonymous') }
}

/** Milliseconds from a start of the server on this data to its first answer. */
export async function startOf(folder: string): Promise<number> {
  return (await start(server, folder)).ms
}

/** What its threads have used of the processors, in ms. */
function cpuOf(pid: number): number {
  const used = readdirSync(`/proc/${pid}/task`).map((thread) => {
    return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0])
  })
  return used.reduce((sum, ns) => sum + ns, 0) / 1e6
}

/** How long a start takes and what the idle server holds, beside a bare express + better-sqlite3 + ws, in turn. */
export async function startBench(): Promise<BenchResult[]> {
  const { folder: used } = await manyMessages({ large: MESSAGES }, true)
  const inNewFolder = async (program: Program) => {
    const folder = benchFolder()
    try {
      return await start(program, folder)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  const all = { bare: [], bundle: [], empty: [], used: [] } as Record<string, Started[]>
  try {
    // The first of each fills the caches of the disk.
    for (let round = 0; round <= ROUNDS; round++) {
      const one = {
        bare: await inNewFolder(bare),
        bundle: await inNewFolder(bareBundle),
        empty: await inNewFolder(server),
        used: await start(server, used),
      }
      if (round > 0) for (const [name, started] of Object.entries(one)) all[name]?.push(started)
    }
  } finally {
    rmSync(used, { recursive: true, force: true })
  }
  const of = (name: string, what: keyof Started) =>
    median((all[name] ?? []).map((each) => each[what]))
  const result = (
    what: keyof Started,
    name: 'empty' | 'used',
    title: string,
    bound: number | null,
  ): BenchResult => {
    const ratio = of(name, what) / of('bare', what)
    return {
      name: `${title} / of a bare express + better-sqlite3 + ws`,
      ratio: round(ratio),
      bound: bound === null ? 'printed' : `<= ${bound}`,
      ok: bound === null || ratio <= bound,
      detail: {
        [what]: round(of(name, what), 1),
        'of the bare one': round(of('bare', what), 1),
        'of the bare one in one file': round(of('bundle', what), 1),
      },
    }
  }
  const large = `with ${MESSAGES} messages`
  return [
    result('ms', 'empty', 'start to the first answer, no data', START_BOUND),
    result('ms', 'used', `start to the first answer, ${large}`, START_BOUND),
    result('cpuMs', 'empty', 'processor time of a start, no data', null),
    result('cpuMs', 'used', `processor time of a start, ${large}`, null),
    result('rssMb', 'empty', `RSS after ${IDLE_MS / 1000} idle seconds, no data`, MEMORY_BOUND),
    result('rssMb', 'used', `RSS after ${IDLE_MS / 1000} idle seconds, ${large}`, null),
    result('ownMb', 'empty', 'memory that it shares with nobody, no data', null),
  ]
}
