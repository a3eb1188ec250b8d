import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The files below a folder, by their paths there. */
export function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .toSorted()
}

/** How far the server has written; nobody else reads that. */
const OWN = /(^|\/)(\.crewroom|files)\.json$/

/** The files of group chats with their contents, JSON lines as such. */
export function treeIn(data: string): Record<string, unknown> {
  const folder = path.join(data, 'workspaces')
  return Object.fromEntries(
    filesBelow(folder).map((name) => [name, OWN.test(name) ? 'own' : contentOf(folder, name)]),
  )
}

function contentOf(folder: string, name: string): unknown {
  const text = readFileSync(path.join(folder, name), 'latin1')
  return name.endsWith('.jsonl') ? linesOf(text) : text
}

/** JSON lines, read. */
export function linesOf(text: string): unknown[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line))
}
