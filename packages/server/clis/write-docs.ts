import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const BEGIN = '<!-- measured by npm run test:clis -- --write -->'
const END = '<!-- end of what was measured -->'

/** Puts the table between its marks in docs/agents.md. */
export function writeDocs(table: string): void {
  // From dist/clis.
  const file = fileURLToPath(new URL('../../../../docs/agents.md', import.meta.url))
  const text = readFileSync(file, 'utf8')
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)]
  if (begin === -1 || end < begin) throw new Error(`${file} has lost its marks "${BEGIN}"`)
  const before = text.slice(0, begin + BEGIN.length)
  writeFileSync(file, `${before}\n\n${table}\n\n${text.slice(end)}`)
}
