import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * When a process started, as the OS reports it (clock ticks since boot, or a date on systems without /proc). With its
 * pid, which the OS may use again, it identifies one process for ever. Null if there is no such process.
 */
export function processStartTime(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The command name is in parentheses and may contain anything: fields are counted after the last one.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    // No such process, or no /proc at all.
    return process.platform === 'linux' ? null : startTimeByPs(pid)
  }
}

function startTimeByPs(pid: number): string | null {
  try {
    return (
      execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null
    )
  } catch {
    // ps exits with 1 when there is no such process.
    return null
  }
}

/** Signals a process and everything in its group. False if nothing of the group is left. */
export function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-pid, signal)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EPERM') return true
    return false
  }
}
