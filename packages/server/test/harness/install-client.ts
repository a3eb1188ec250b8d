import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const SERVER = fileURLToPath(new URL('../../', import.meta.url))

/** The package as it is installed in a folder, as far as the client needs it. */
export function installClient(folder: string): void {
  const target = path.join(folder, 'node_modules/crewroom')
  mkdirSync(path.join(target, 'dist'), { recursive: true })
  for (const name of ['package.json', 'dist/client', 'dist/client.d.ts', 'dist/client.js']) {
    cpSync(path.join(SERVER, name), path.join(target, name), { recursive: true })
  }
  copyModule('dist/client-node.js', target)
}

/** A built module, and what it imports of the build. */
function copyModule(name: string, target: string): void {
  const text = readFileSync(path.join(SERVER, name), 'utf8')
  cpSync(path.join(SERVER, name), path.join(target, name))
  for (const [, imported = ''] of text.matchAll(/(?:from|import) ?"(\.\.?\/[^"]+\.js)"/g)) {
    copyModule(path.join(path.dirname(name), imported), target)
  }
}
