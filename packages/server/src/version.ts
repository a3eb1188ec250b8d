import { existsSync, readFileSync } from 'node:fs'

/** The version of this package, from the package.json beside dist or above the sources. */
export const VERSION: string = readVersion()

function readVersion(): string {
  for (const candidate of ['../package.json', '../../package.json']) {
    const file = new URL(candidate, import.meta.url)
    if (!existsSync(file)) continue
    const parsed = JSON.parse(readFileSync(file, 'utf8')) as { name?: string; version?: string }
    if (parsed.name === 'crewroom' && parsed.version) return parsed.version
  }
  return '0.0.0'
}
