import { readdirSync, readFileSync } from 'node:fs'

/** Processor time of a process with all of its threads so far, microseconds (Linux). */
export function cpuMicroseconds(pid: number): number {
  let nanoseconds = 0
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    const [ran] = readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')
    nanoseconds += Number(ran)
  }
  return nanoseconds / 1_000
}

/** Resident memory of a process, MiB (Linux). */
export function residentMiB(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}
