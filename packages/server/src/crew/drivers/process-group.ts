import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * When a process started, as the OS tells it (clock ticks since boot, or a date on systems without /proc). With
 * its pid it names one process for ever: pids are used again. Null when there is no such process.
 */
export function processStartTime(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The command name stands in parentheses and may hold anything: fields are counted after the last one.
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

/** Signals a process and everything in its group. False when nothing of the group is left. */
export function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-pid, signal)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EPERM') return true
    return false
  }
}

/** SIGTERM to the group, SIGKILL to what is left of it after `graceMs`; resolves when nothing of it runs. */
export async function endGroup(pid: number, graceMs: number): Promise<void> {
  if (!signalGroup(pid, 'SIGTERM')) return
  const until = Date.now() + graceMs
  while (Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    if (!signalGroup(pid, 0)) return
  }
  signalGroup(pid, 'SIGKILL')
}
