import { readdirSync, readFileSync } from 'node:fs'

/** Running, and not one that only waits to be collected by its parent. */
export function runs(pid: number): boolean {
  const stat = read(pid, 'stat')
  return stat !== '' && stat[stat.lastIndexOf(')') + 2] !== 'Z'
}

/** Everything that was started for an agent of this crew, directly or by its programs, wherever it went. */
export function processesOf(leadId: string): number[] {
  return tagged(leadId).filter((pid) => !isKeeper(pid))
}

/** What stays beside the programs of this crew's agents. */
export function keepersOf(leadId: string): number[] {
  return tagged(leadId).filter(isKeeper)
}

function tagged(leadId: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid !== process.pid)
    .filter((pid) => `\0${read(pid, 'environ')}`.includes(`\0CREWROOM_LEAD_ID=${leadId}\0`))
    .filter(runs)
}

function isKeeper(pid: number): boolean {
  return `\0${read(pid, 'environ')}`.includes('\0CREWROOM_KEEPER=1\0')
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1')
  } catch {
    return ''
  }
}
