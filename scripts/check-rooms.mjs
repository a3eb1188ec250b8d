// The rooms of the server, from the ground up, held against its imports and against the linter's rules: no arrow runs
// up, no folder is without a place, no two folders import each other. `--self-test` proves that the linter refuses
// every import upwards, and that this check finds what it looks for.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, posix, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
const SERVER = 'packages/server/src'

/** A room may import what stands before it. Rooms of one line stand side by side and do not know each other. */
const GROUND_UP = [
  ['scanner', 'journal'],
  ['rollouts', 'storage', 'crew'],
  ['conduct', 'intake', 'live'],
  ['rounds'],
  ['groups'],
  ['admissions'],
  ['delivery'],
  ['agents'],
  ['sessions'],
  ['discussions'],
  ['group-chats'],
  ['markdown', 'programs', 'transfer', 'tree'],
  ['commands', 'metrics', 'transcripts'],
  ['cli'],
  ['demo'],
  ['api', 'embed'],
]
const FLOORS = new Map(GROUND_UP.flatMap((rooms, floor) => rooms.map((room) => [room, floor])))

/** The file's text without what could look like an import and is none. */
function importsOf(text) {
  const found = text.matchAll(
    /(?:^|[\s;])(?:import|export)\b[^'";]*?from\s+'(\.[^']+)'|\bimport\('(\.[^']+)'\)/g,
  )
  return Array.from(found, ([, from, called]) => from ?? called)
}

function sources(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/\.test\.ts$|\/test\//.test(file.slice(folder.length)))
}

/** What is wrong with the rooms under a root, one sentence each. */
export function checkRooms(root) {
  const problems = []
  const server = join(root, SERVER)
  const knows = new Map()
  for (const file of sources(server)) {
    const place = relative(server, file).replaceAll('\\', '/')
    const [room] = place.split('/')
    if (!place.includes('/')) continue
    if (!FLOORS.has(room)) {
      problems.push(
        `${SERVER}/${place}: room '${room}' has no place: add it to scripts/check-rooms.mjs`,
      )
      continue
    }
    for (const specifier of importsOf(readFileSync(file, 'utf8'))) {
      const target = posix.join(posix.dirname(place), specifier)
      const [other] = target.split('/')
      const folder = posix.dirname(place)
      const otherFolder = posix.dirname(target)
      if (folder !== otherFolder) {
        const edges = knows.get(folder) ?? new Map()
        knows.set(folder, edges.set(otherFolder, place))
      }
      if (other === room || !target.includes('/') || !FLOORS.has(other)) continue
      if (FLOORS.get(other) >= FLOORS.get(room)) {
        problems.push(`${SERVER}/${place}: '${room}' imports '${other}', which is not below it`)
      }
    }
  }
  // A folder and its subfolder are one room; two others that import each other are a circle.
  const isInside = (a, b) =>
    a.startsWith(`${b}/`) || b.startsWith(`${a}/`) || a === '.' || b === '.'
  for (const [folder, edges] of knows) {
    for (const [other, file] of edges) {
      if (folder < other && !isInside(folder, other) && knows.get(other)?.has(folder)) {
        problems.push(`${SERVER}/${file}: '${folder}' and '${other}' import each other`)
      }
    }
  }
  return problems
}

/** Asks the linter about one import from each room to each other, and to the files that wire everything. */
function askLinter() {
  const folder = mkdtempSync(join(tmpdir(), 'crewroom-rooms-'))
  try {
    const rooms = Array.from(FLOORS.keys())
    const pairs = rooms.flatMap((from) => rooms.filter((to) => to !== from).map((to) => [from, to]))
    for (const [from, to] of pairs) {
      mkdirSync(join(folder, SERVER, from), { recursive: true })
      writeFileSync(join(folder, SERVER, from, `knows-${to}.ts`), `export * from '../${to}/x'\n`)
    }
    const rules = readFileSync(join(ROOT, '.oxlintrc.json'), 'utf8')
    writeFileSync(
      join(folder, '.oxlintrc.json'),
      rules.replaceAll('"./scripts/', `"${ROOT}/scripts/`),
    )
    const linter = join(ROOT, 'node_modules', '.bin', 'oxlint')
    let report
    try {
      report = execFileSync(linter, ['-c', '.oxlintrc.json', '--format', 'unix', '.'], {
        cwd: folder,
        stdio: 'pipe',
      })
    } catch (error) {
      report = error.stdout
    }
    const text = String(report)
    return pairs.flatMap(([from, to]) => {
      const isRefused = text.includes(`${from}/knows-${to}.ts`)
      const isUp = FLOORS.get(to) > FLOORS.get(from)
      return isUp && !isRefused
        ? [`the linter lets '${from}' import '${to}', which is above it`]
        : []
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const CASES = [
  {
    files: { 'crew/a.ts': "import { b } from '../groups/b'\n", 'groups/b.ts': '' },
    want: 'not below',
  },
  {
    files: { 'crew/a.ts': "import type { B } from '../live/b'\n", 'live/b.ts': '' },
    want: 'not below',
  },
  { files: { 'live/a.ts': "export * from '../intake/b'\n", 'intake/b.ts': '' }, want: 'not below' },
  { files: { 'attic/a.ts': 'export const a = 1\n' }, want: 'has no place' },
  {
    files: {
      'programs/acp/a.ts': "import { b } from '../processes/b'\n",
      'programs/processes/b.ts': "import { a } from '../acp/a'\n",
    },
    want: 'import each other',
  },
  { files: { 'groups/a.ts': "import { b } from '../crew/b'\n", 'crew/b.ts': '' }, want: '' },
  {
    files: { 'api/routes/a.ts': "import { b } from '../b'\n", 'api/b.ts': "import './routes/a'\n" },
    want: '',
  },
]

function selfTest() {
  const problems = askLinter()
  for (const { files, want } of CASES) {
    const root = mkdtempSync(join(tmpdir(), 'crewroom-rooms-'))
    try {
      for (const [file, text] of Object.entries(files)) {
        mkdirSync(join(root, SERVER, dirname(file)), { recursive: true })
        writeFileSync(join(root, SERVER, file), text)
      }
      const found = checkRooms(root).join('\n')
      const isRight = want === '' ? found === '' : found.includes(want)
      if (!isRight)
        problems.push(`${Object.keys(files).join(', ')}: found '${found}', wanted '${want}'`)
    } finally {
      rmSync(root, { recursive: true })
    }
  }
  return problems
}

const problems = process.argv.includes('--self-test') ? selfTest() : checkRooms(ROOT)
for (const problem of problems) console.log(problem)
if (problems.length > 0) process.exitCode = 1
