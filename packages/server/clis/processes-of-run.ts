import { readdirSync, readFileSync } from 'node:fs'

/** Set in the environment of a run's server; whatever it starts inherits it, as nothing that begins with CREWROOM_. */
export const RUN_VARIABLE = 'CLIS_RUN'

interface Found {
  readonly pid: number
  readonly group: number
  readonly environment: string
  readonly command: string
}

function all(): Found[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid !== process.pid)
    .flatMap((pid) => {
      const stat = read(pid, 'stat')
      const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (state === undefined || ['', 'Z', 'X'].includes(state)) return []
      const command = read(pid, 'cmdline').replaceAll('\0', ' ').trim()
      const environment = `\0${read(pid, 'environ')}\0`
      return { pid, group: Number(group), environment, command }
    })
}

/** Everything that carries the run's mark, or is in a process group with something that does. */
export function processesOfRun(run: string): Found[] {
  const found = all()
  const mark = `\0${RUN_VARIABLE}=${run}\0`
  const groups = new Set(
    found.filter(({ environment }) => environment.includes(mark)).map(({ group }) => group),
  )
  return found.filter(({ group }) => groups.has(group))
}

/** The processes of one agent, without the keeper beside them. */
export function processesOfAgent(run: string, agentId: string): number[] {
  return processesOfRun(run)
    .filter(({ environment }) => environment.includes(`\0CREWROOM_AGENT_ID=${agentId}\0`))
    .filter(({ environment }) => !environment.includes('\0CREWROOM_KEEPER=1\0'))
    .map(({ pid }) => pid)
}

/** What a process holds in memory, in MiB. */
export function residentOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(read(pid, 'status'))?.[1] ?? 0) / 1024
}

/** Ends whatever is left of a run, by process group. */
export function endRun(run: string): void {
  for (const { group } of processesOfRun(run)) {
    try {
      process.kill(-group, 'SIGKILL')
    } catch {
      // It ended meanwhile.
    }
  }
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1')
  } catch {
    return ''
  }
}
