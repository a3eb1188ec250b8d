import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Variables that keep what a program stores inside its own home. */
export function privateFolders(home: string): Readonly<Record<string, string>> {
  return {
    HOME: home,
    XDG_CONFIG_HOME: path.join(home, '.config'),
    XDG_DATA_HOME: path.join(home, '.local/share'),
    XDG_STATE_HOME: path.join(home, '.local/state'),
    XDG_CACHE_HOME: path.join(home, '.cache'),
  }
}

/** Writes what a program finds in its home when it starts. */
export function furnish(home: string, files: Readonly<Record<string, string | object>>): void {
  mkdirSync(home, { recursive: true })
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(home, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  }
}

/** A newer Node.js goes before the one that is there. */
export function pathBehind(...folders: readonly (string | null)[]): string {
  return [...folders.filter((one) => one !== null), process.env['PATH'] ?? ''].join(path.delimiter)
}
