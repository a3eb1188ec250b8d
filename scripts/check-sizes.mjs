// Looks over the files git tracks, or would track: long files, names that say nothing, machine-private text,
// and clocks in domain code. `--self-test` proves that each check finds what it looks for.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const LONG = 250
const TOO_LONG = 400
const SOURCE = /^packages\/[^/]+\/(src|bench|clis)\/.*\.(ts|tsx|mts|css)$/
/** Nobody reads what is made from the API's document. */
const MADE = 'packages/shared/src/client/api-types.ts'
const TEST = /\.(test|contract)\.tsx?$|(^|\/)test\//
const EMPTY_NAME = /(^|\/)(utils?|helpers?|misc|common)(\.[^/]*)?(\/|$)/i
const CODE = /\.(ts|tsx|mts|cts|js|mjs|cjs|css)$/
const LOCK = /(^|\/)(pnpm-lock\.yaml|package-lock\.json|npm-shrinkwrap\.json|yarn\.lock)$/
// Written in pieces, so that this file passes its own check.
const PRIVATE_PATH = new RegExp(`(?<![\\w.-])/(?:${['work', 'root'].join('|')})/`)
const REGISTRY = /\bregistry\.[a-z0-9-]+(?:\.[a-z0-9-]+)+/i
const REGISTRY_URL = /(?<=\/\/)registry\.[a-z0-9-]+(?:\.[a-z0-9-]+)+/i
const DOMAIN = /^packages\/(shared\/src|server\/src\/(groups|scanner|commands))\//

export function checkFiles(root) {
  const problems = []
  const notes = []
  for (const file of trackedFiles(root)) {
    const report = (line, text) => problems.push(`${file}:${line}: ${text}`)
    const text = readText(join(root, file))
    if (CODE.test(file) && EMPTY_NAME.test(file)) {
      report(1, `'${basename(file)}' says nothing: name the file after what it does`)
    }
    if (text === undefined) continue
    const lines = text.split('\n')
    const count = text.endsWith('\n') ? lines.length - 1 : lines.length
    if (SOURCE.test(file) && !TEST.test(file) && file !== MADE) {
      if (count > TOO_LONG) report(TOO_LONG + 1, `${count} lines; ${TOO_LONG} is the end`)
      else if (count > LONG) notes.push(`${file} has ${count} lines; ${LONG} is long`)
    }
    for (const [index, line] of lines.entries()) {
      checkLine(file, line, (what) => report(index + 1, what))
    }
  }
  return { problems, notes }
}

function checkLine(file, line, report) {
  if (PRIVATE_PATH.test(line)) report('a path of one machine')
  const isLock = LOCK.test(file)
  if (isLock && /\btarball:/.test(line)) report('a tarball URL ties the lock file to one registry')
  if ((isLock ? REGISTRY : REGISTRY_URL).test(line)) {
    report('the name of a registry: which one is the business of whoever installs')
  }
  // The linter bans Date.now and timers there; this one it cannot express.
  if (DOMAIN.test(file) && !TEST.test(file) && /\bnew Date\b\s*(\(\s*\)|(?!\s*\())/.test(line)) {
    if (!/^\s*(\/\/|\/?\*)/.test(line))
      report('new Date() reads the wall clock: use the injected one')
  }
}

/** Tracked files and new ones that are not ignored: a commit that follows must not fail. */
function trackedFiles(root) {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 << 20 })
    .split('\0')
    .filter((file) => file !== '')
}

/** Undefined for what is binary, huge, a link to elsewhere, or deleted but not yet committed. */
function readText(path) {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats?.isFile() || stats.size > 8 << 20) return undefined
  const bytes = readFileSync(path)
  return bytes.subarray(0, 8000).includes(0) ? undefined : bytes.toString('utf8')
}

const SELF_TESTS = [
  {
    file: 'packages/a/src/fine.ts',
    text: "const url = 'https://a.b/rooting/network/'\n",
    want: '',
  },
  { file: 'packages/a/src/long.ts', text: 'a\n'.repeat(401), want: ':401: 401 lines' },
  { file: 'packages/a/bench/long.ts', text: 'a\n'.repeat(401), want: ':401: 401 lines' },
  { file: 'packages/a/src/end.ts', text: 'a\n'.repeat(400), want: '' },
  { file: 'packages/a/src/long.test.ts', text: 'a\n'.repeat(500), want: '' },
  { file: 'packages/a/src/utils.ts', text: '', want: 'says nothing' },
  { file: 'packages/a/src/helpers/a.ts', text: '', want: 'says nothing' },
  { file: 'packages/a/src/common.test.ts', text: '', want: 'says nothing' },
  { file: 'packages/a/src/misc.mjs', text: '', want: 'says nothing' },
  { file: 'a.md', text: `one\ncd ${['', 'work', 'x'].join('/')}\n`, want: ':2: a path of' },
  { file: 'a.json', text: `"${['', 'root', '.npm'].join('/')}"`, want: ':1: a path of' },
  {
    file: 'pnpm-lock.yaml',
    text: `a: https:${'//registry'}.example.org/b\n`,
    want: ':1: the name of a registry',
  },
  {
    file: '.npmrc',
    text: `registry=https:${'//registry'}.example.org/\n`,
    want: ':1: the name of a registry',
  },
  { file: 'a.ts', text: 'registry.groups.create()\n', want: '' },
  { file: 'pnpm-lock.yaml', text: `a:\n  tarball: https://a.b/c.tgz\n`, want: ':2: a tarball' },
  { file: 'packages/shared/src/a.ts', text: 'x(new Date())\n', want: ':1: new Date()' },
  { file: 'packages/server/src/groups/a.ts', text: 'x(new Date)\n', want: ':1: new Date()' },
  { file: 'packages/server/src/groups/a.ts', text: 'x(new Date(ms))\n', want: '' },
  { file: 'packages/server/src/api/a.ts', text: 'x(new Date())\n', want: '' },
]

function selfTest() {
  let failed = 0
  for (const { file, text, want } of SELF_TESTS) {
    const root = mkdtempSync(join(tmpdir(), 'check-sizes-'))
    try {
      execFileSync('git', ['init', '-q'], { cwd: root })
      mkdirSync(dirname(join(root, file)), { recursive: true })
      writeFileSync(join(root, file), text)
      const { problems } = checkFiles(root)
      const good = want === '' ? problems.length === 0 : problems.some((p) => p.includes(want))
      if (good) continue
      failed += 1
      console.error(`self-test of ${file} failed: wanted '${want}', got:`, problems)
    } finally {
      rmSync(root, { recursive: true })
    }
  }
  console.log(`self-test: ${SELF_TESTS.length - failed} of ${SELF_TESTS.length} cases hold`)
  return failed === 0
}

if (process.argv.includes('--self-test')) {
  process.exitCode = selfTest() ? 0 : 1
} else {
  const { problems, notes } = checkFiles(join(dirname(fileURLToPath(import.meta.url)), '..'))
  for (const note of notes) console.log(`note: ${note}`)
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
}
