// What other programs see of Crewroom is recorded in `packages/server/test/held/records`, and `records.sha256` beside it
// lists every record with its hash: a record may be added (`--add`) and is never changed. The code in `held` knows the
// product from outside alone, so that nothing which renames the product's code renames what is expected of it.
// `--self-test` proves that each breach is found.
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const HELD = 'packages/server/test/held'
const LIST = `${HELD}/records.sha256`
const CODE = /\.(ts|mts|cts|js|mjs|cjs)$/
const IMPORTED = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*['"]([^'"]+)['"]/g
const OURS = /^@crewroom\/|(^|\/)src(\/|$)/

/** The problems of a checkout, and the records that no line lists yet. */
export function checkHeld(root) {
  const problems = []
  const listed = listedIn(root)
  const there = filesOf(join(root, HELD, 'records'))
  for (const [file, hash] of listed) {
    if (!there.includes(file)) {
      problems.push(`${HELD}/records/${file} is gone: a record stays. Take it back from git.`)
    } else if (hashOf(root, file) !== hash) {
      problems.push(
        `${HELD}/records/${file} was changed: a record stays as it is. Take it back from git; what may be there in addition is listed in ${HELD}/additions.json.`,
      )
    }
  }
  const unlisted = there.filter((file) => !listed.has(file))
  for (const file of unlisted) {
    problems.push(
      `${HELD}/records/${file} is not in ${LIST}: read it, then run node scripts/check-held.mjs --add`,
    )
  }
  for (const file of filesOf(join(root, HELD)).filter((name) => CODE.test(name))) {
    problems.push(...importsOf(root, join(HELD, file)))
  }
  return { problems, unlisted }
}

/** Adds what is not listed; what is listed is never listed again. */
export function addTo(root) {
  const { unlisted } = checkHeld(root)
  const lines = unlisted.map((file) => `${hashOf(root, file)}  ${file}\n`)
  if (lines.length > 0) appendFileSync(join(root, LIST), lines.join(''))
  return unlisted
}

/** What a file of `held` imports from the product, directly or by way of a file of the harness. */
function importsOf(root, file, seen = new Set(), by = file) {
  if (seen.has(file)) return []
  seen.add(file)
  const found = []
  for (const [, name] of readFileSync(join(root, file), 'utf8').matchAll(IMPORTED)) {
    if (OURS.test(name)) {
      const way = by === file ? '' : ` (by way of ${slashed(file)})`
      found.push(
        `${slashed(by)} imports ${name}${way}: what is in ${HELD} asks the built server, and knows nothing of its code.`,
      )
    } else if (name.startsWith('.')) {
      const path = join(dirname(file), name)
      const next = [path, `${path}.ts`].find((one) => existsSync(join(root, one)) && CODE.test(one))
      if (next !== undefined) found.push(...importsOf(root, next, seen, by))
    }
  }
  return found
}

function listedIn(root) {
  const path = join(root, LIST)
  if (!existsSync(path)) return new Map()
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean)
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]))
}

/** A checkout may have other ends of lines. */
function hashOf(root, file) {
  const bytes = readFileSync(join(root, HELD, 'records', file))
  const isText = file.endsWith('.json')
  const hashed = isText ? bytes.toString('utf8').replaceAll('\r\n', '\n') : bytes
  return createHash('sha256').update(hashed).digest('hex')
}

function filesOf(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => slashed(relative(folder, join(entry.parentPath, entry.name))))
    .toSorted((a, b) => (a < b ? -1 : 1))
}

function slashed(path) {
  return path.split(sep).join('/')
}

/**
 * What is done to a checkout with one record and one test, and what is then said; '' for nothing.
 * @type {[string, (checkout: { write: Function, add: Function, remove: Function }) => unknown, string][]}
 */
const SELF_TESTS = [
  ['nothing', () => {}, ''],
  ['a new record', ({ write }) => write('records/b.json', '{}'), 'b.json is not in'],
  [
    'a record that was added',
    ({ write, add }) => {
      write('records/b.json', '{}')
      add()
    },
    '',
  ],
  ['a changed record', ({ write }) => write('records/a.json', '{"a":2}'), 'a.json was changed'],
  [
    'a changed record that was added again',
    ({ write, add }) => {
      write('records/a.json', '{"a":2}')
      add()
    },
    'a.json was changed',
  ],
  ['a removed record', ({ remove }) => remove('records/a.json'), 'a.json is gone'],
  ['other ends of lines', ({ write }) => write('records/a.json', '{"a":1}\r\n'), ''],
  ['a line taken out', ({ write }) => write('records.sha256', ''), 'a.json is not in'],
  [
    'an import of sources',
    ({ write }) => write('b.test.ts', "import { a } from '../../src/a'\n"),
    'b.test.ts imports ../../src/a',
  ],
  [
    'an import of the workspace',
    ({ write }) => write('b.test.ts', "await import('@crewroom/shared/a')\n"),
    'imports @crewroom/shared/a',
  ],
  [
    'an import by way of the harness',
    ({ write }) => {
      write('../harness/b.ts', "export { a } from '../../src/a'\n")
      write('b.test.ts', "import { a } from '../harness/b'\n")
    },
    'by way of packages/server/test/harness/b.ts',
  ],
  [
    'the harness alone',
    ({ write }) => {
      write('../harness/b.ts', "import path from 'node:path'\n")
      write('b.test.ts', "import { a } from '../harness/b'\n")
    },
    '',
  ],
]

function selfTest() {
  let failed = 0
  for (const [name, act, want] of SELF_TESTS) {
    const root = mkdtempSync(join(tmpdir(), 'check-held-'))
    const write = (file, text) => {
      const path = join(root, HELD, file)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
    }
    try {
      write('records/a.json', '{"a":1}\n')
      write('a.test.ts', "import { holds } from './compare'\n")
      addTo(root)
      act({ write, add: () => addTo(root), remove: (file) => rmSync(join(root, HELD, file)) })
      const { problems } = checkHeld(root)
      const good =
        want === '' ? problems.length === 0 : problems.length === 1 && problems[0].includes(want)
      if (good) continue
      failed += 1
      console.error(`self-test failed: ${name}: wanted '${want}', got:`, problems)
    } finally {
      rmSync(root, { recursive: true })
    }
  }
  console.log(`self-test: ${SELF_TESTS.length - failed} of ${SELF_TESTS.length} cases hold`)
  return failed === 0
}

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
if (process.argv.includes('--self-test')) {
  process.exitCode = selfTest() ? 0 : 1
} else {
  if (process.argv.includes('--add')) {
    for (const file of addTo(ROOT)) console.log(`added: ${file}`)
  }
  const { problems } = checkHeld(ROOT)
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
}
