import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** What only the server reads: how far the files are written. */
const OWN = ['.crewroom.json', 'files.json']

/** Every file of group chats below a folder, by its path there, byte for byte as a character. */
export function treeFiles(folder: string): Record<string, string> {
  if (!existsSync(folder)) return {}
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !OWN.includes(entry.name))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .toSorted()
  return Object.fromEntries(
    files.map((file) => [file, readFileSync(path.join(folder, file), 'latin1')]),
  )
}

/** SHA-256 over the names and contents of all of them. */
export function treeHash(folder: string): string {
  const hash = createHash('sha256')
  for (const [file, text] of Object.entries(treeFiles(folder))) {
    hash.update(`${file}\0${text.length}\0${text}`, 'latin1')
  }
  return hash.digest('hex')
}

// oxlint-disable-next-line typescript/no-explicit-any -- tests read lines freely
export function linesOf(text: string | undefined): any[] {
  const lines = (text ?? '').split('\n')
  if (lines.pop() !== '') throw new Error('the last line has no end')
  return lines.map((line) => JSON.parse(line))
}
