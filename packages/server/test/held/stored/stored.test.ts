import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, test } from 'vitest'
import { holds, normalised } from '../compare'
import { storedIn } from './database'
import { erased } from './erased'
import { filesBelow, linesOf, treeIn } from './folder'
import { start } from './running'
import { playScript } from './script'

const data = mkdtempSync(path.join(os.tmpdir(), 'held-stored-'))
let now: Record<string, unknown> = {}

beforeAll(async () => {
  const { ids, exported } = await played()
  const { journal, tables, rows } = storedIn(data)
  const files = filesBelow(data).filter((name) => !name.startsWith('workspaces'))
  const tokens = JSON.parse(readFileSync(path.join(data, 'tokens.json'), 'utf8')) as object
  // Ids are numbered in the order in which they are met: that of the journal, which is the same in every run.
  const stored = { a: journal, b: rows, c: exported, d: treeIn(data), e: files }
  const names = { ...namesOf(ids), ...tasksIn(journal), [data]: '<data>' }
  const { a, b, c, d, e } = normalised(stored, { names, keys: CHANCE }) as typeof stored
  now = {
    journal: a,
    tables,
    rows: b,
    export: c,
    tree: d,
    folder: { files: [...e].toSorted(), 'tokens.json': Object.keys(tokens) },
  }
})
afterAll(() => rmSync(data, { recursive: true, force: true }))

/** What was exported, and the ids of the script. */
async function played() {
  const server = await start(data, { isStill: true })
  try {
    const { ids } = await playScript(server.ask)
    await erased(data)
    const crews = [ids['lead'], ids['below']].map(async (id) =>
      linesOf(await server.text(`/api/lead/${id}/export`)),
    )
    return { ids, exported: await Promise.all(crews) }
  } finally {
    await server.stop()
  }
}

/** What is of chance beside ids and times. */
const CHANCE = { hash: '<hash>', sha256: '<hash>', codeHash: '<hash>', code_hash: '<hash>' }

const namesOf = (ids: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(ids).map(([name, id]) => [id, `<${name}>`]))

/** Texts to agents name a task by the end of its id. */
function tasksIn(journal: readonly Record<string, unknown>[]): Record<string, string> {
  const created = journal.filter(({ type }) => type === 'task:created')
  return Object.fromEntries(
    created.map(({ data: of }, index) => {
      const { task } = of as { task: { id: string } }
      return [task.id.slice(-8), `<end of task ${index + 1}>`]
    }),
  )
}

test.each([
  ['the journal of a scripted crew', 'journal'],
  ['every table, column, index and trigger', 'tables'],
  ['the rows of a scripted crew', 'rows'],
  ['the export of a scripted crew', 'export'],
  ['the files of a group chat and its sessions', 'tree'],
  ['the data folder', 'folder'],
])('OA17 a later version keeps the recorded form of %s', (_, name) => {
  holds(`stored/${name}`, now[name])
})
