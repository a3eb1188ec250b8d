// Every route has an example in the API's document, and every example a route: what a request looks like and what it
// answers is shown for each. `openapi.test.ts` (OA2) holds the same routes to those that express has.
// `--self-test` proves that both are found.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const EXAMPLES = 'packages/server/src/api/openapi/examples.json'
const ROUTES = [
  'packages/server/src/api/openapi/*-operations.ts',
  'packages/server/src/api/routes/*-routes.ts',
]
/** `row('Work', listTasks, { id: 'listTasks'`, and in tables `'get /lead': { id: 'listLeads'`. */
const ID = /(?:\brow\(\s*'[^']+',\s*[\w.]+,\s*|['`]\]?:\s*)\{\s*id: '(\w+)'/g

/** Problems of sources, given as file → text, and of the ids that have an example. */
export function checkRoutes(sources, examples) {
  const ids = new Map()
  const problems = []
  for (const [file, text] of sources) {
    for (const { 1: id, index } of text.matchAll(ID)) {
      const line = text.slice(0, index).split('\n').length
      if (ids.has(id)) problems.push(`${file}:${line}: ${id} is another route's id already`)
      else ids.set(id, `${file}:${line}`)
    }
  }
  for (const [id, place] of ids) {
    if (examples.includes(id)) continue
    problems.push(`${place}: ${id} has no example: give it a sample, then npm run api:examples`)
  }
  for (const id of examples) {
    if (!ids.has(id)) problems.push(`${EXAMPLES}: ${id} is no route: npm run api:examples`)
  }
  return problems
}

/** @type {[string, string, string[], string[]][]} */
const SELF_TESTS = [
  ['nothing', "row('Work', shapes.a, {\n id: 'a',", ['a'], []],
  ['a table', "'get /a': { id: 'a' },\n[`get ${B}/c`]: {\n id: 'b',", ['a', 'b'], []],
  ['no example', "row('Work', a, { id: 'a',", [], ['a has no example']],
  ['no route', '', ['a'], ['a is no route']],
  ['twice', "'get /a': { id: 'a' },\n'get /b': { id: 'a' }", ['a'], ["another route's id"]],
]

function selfTest() {
  const failed = SELF_TESTS.filter(([name, text, examples, wanted]) => {
    const problems = checkRoutes([['x.ts', text]], examples)
    const holds =
      problems.length === wanted.length && wanted.every((want, n) => problems[n].includes(want))
    if (!holds) console.error('self-test failed:', name, 'wanted', wanted, 'got', problems)
    return !holds
  })
  console.log(`self-test: ${SELF_TESTS.length - failed.length} of ${SELF_TESTS.length} cases hold`)
  return failed.length === 0
}

if (process.argv.includes('--self-test')) {
  process.exitCode = selfTest() ? 0 : 1
} else {
  const root = join(dirname(fileURLToPath(import.meta.url)), '..')
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...ROUTES], {
    cwd: root,
    encoding: 'utf8',
  })
  const known = files.split('\n').filter((file) => file !== '' && existsSync(join(root, file)))
  const sources = known.map((file) => [file, readFileSync(join(root, file), 'utf8')])
  const { operations } = JSON.parse(readFileSync(join(root, EXAMPLES), 'utf8'))
  const problems = checkRoutes(sources, Object.keys(operations))
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
}
