import type { DriverSpec } from '@crewroom/shared/model/agent'

/** What a driver runs on this machine, in one line; `remote` runs nothing. */
export function programOf(driver: DriverSpec): string {
  if (driver.kind === 'remote') return 'nothing'
  const parts = [driver.command ?? '', ...driver.args].filter((part) => part !== '')
  const line = parts.map((part) => (/^[\w./:@=+-]+$/.test(part) ? part : JSON.stringify(part)))
  const preset = driver.kind === 'acp' && driver.preset !== null ? [`preset ${driver.preset}`] : []
  return [...preset, ...line].join(' ')
}
