// `npm run mutate -- PATHS`: puts one small bug at a time into the sources named, runs the unit tests of their area, and
// prints the bugs that no test noticed. `--most 40` bugs of all files together; `--tests PATHS` runs these tests as well.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { mutantsOf, spread } from './mutate/mutants.mjs'

const USAGE = `Usage: npm run mutate -- FILE-OR-FOLDER … [--most 40] [--tests FILE-OR-FOLDER,…]
Without a path it takes the sources that differ from HEAD.`
const SLOWEST_MS = 600_000

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    most: { type: 'string', default: '40' },
    tests: { type: 'string', default: '' },
    help: { type: 'boolean', default: false },
  },
})
const most = Number(values.most)
if (values.help || !(most >= 1)) {
  console.log(USAGE)
  process.exit(values.help ? 0 : 2)
}

const isSource = (file) =>
  /^packages\/[a-z]+\/src\/.*\.tsx?$/.test(file) && !/\.(test|contract|d)\.tsx?$/.test(file)

function changed() {
  const { stdout } = spawnSync('git', ['diff', '--name-only', 'HEAD'], { encoding: 'utf8' })
  return stdout.split('\n').filter((file) => existsSync(file))
}

function filesOf(place) {
  if (!existsSync(place)) throw new Error(`There is no ${place}.`)
  if (!statSync(place).isDirectory()) return [place]
  const inside = readdirSync(place, { recursive: true, encoding: 'utf8' })
  return inside.map((file) => path.join(place, file))
}

const areaOf = (file) => file.split('/').slice(0, 4).join('/')

/** Rooms whose files import this one: their tests use it as well. */
function importersOf(file) {
  const name = path.basename(file).replace(/\.tsx?$/, '')
  const imports = new RegExp(`from '[^']*/${name}'`)
  const sources = SOURCES.filter((other) => imports.test(readFileSync(other, 'utf8')))
  return new Set(sources.map(areaOf))
}

/** `packages/server/src/rounds/tally.ts` is tested by `src/rounds` and `test/rounds` of its package, and by those of its importers. */
function testsOf(file) {
  const areas = [areaOf(file), ...importersOf(file)]
  const folders = areas.flatMap((area) => [area, area.replace('/src/', '/test/')])
  if (file.startsWith('packages/shared/')) folders.push('packages/shared/test')
  return [...new Set(folders)].filter((one) => existsSync(one) && statSync(one).isDirectory())
}

function run(tests, mutant, withinMs) {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.mutate.config.ts']
  const begun = performance.now()
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...args, '--bail=1', '--passWithNoTests', ...tests], {
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      env: { ...process.env, CREWROOM_MUTANT: JSON.stringify(mutant), CREWROOM_SLOWNESS: '1' },
    })
    let output = ''
    const take = (chunk) => (output = (output + chunk).slice(-20_000))
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    let isLate = false
    const late = setTimeout(() => {
      isLate = true
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    }, withinMs)
    child.once('close', (code) => {
      clearTimeout(late)
      resolve({ code, isLate, output, ms: performance.now() - begun })
    })
  })
}

function shown({ file, start, end, text }) {
  const source = readFileSync(file, 'utf8')
  const line = source.slice(0, start).split('\n').length
  const short = (code) => code.replace(/\s+/g, ' ').slice(0, 90)
  return `${file}:${line}  ${short(source.slice(start, end))}  →  ${short(text)}`
}

const SOURCES = ['server', 'shared', 'web']
  .flatMap((name) => filesOf(`packages/${name}/src`))
  .filter(isSource)
const files = (positionals.length > 0 ? positionals.flatMap(filesOf) : changed())
  .map((file) => path.relative('.', file))
  .filter(isSource)
if (files.length === 0) {
  console.log(`No source to mutate.\n${USAGE}`)
  process.exit(2)
}
const more = values.tests.split(',').filter(Boolean)
const all = files.flatMap((file) =>
  mutantsOf(readFileSync(file, 'utf8'), file.endsWith('x')).map((mutant) => ({ file, ...mutant })),
)
const mutants = spread(all, most)
const survivors = []
const quiet = new Map()
console.log(`${mutants.length} of ${all.length} mutants of ${files.length} files.`)

// The tests must be green without any, and say how long they take.
for (const file of new Set(mutants.map((mutant) => mutant.file))) {
  const tests = [...testsOf(file), ...more]
  const key = tests.join(' ')
  if (quiet.has(key)) continue
  const { code, output, ms } = await run(tests, null, SLOWEST_MS)
  if (code !== 0) {
    console.log(`${output}\nThe tests in ${key} are red without a mutant.`)
    process.exit(1)
  }
  quiet.set(key, ms)
  console.log(`${key}: green without a mutant in ${Math.round(ms / 1000)} s`)
}

const waiting = [...mutants]
async function lane() {
  for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
    const tests = [...testsOf(mutant.file), ...more]
    const withinMs = 60_000 + 4 * (quiet.get(tests.join(' ')) ?? 0)
    const { code, isLate } = await run(tests, mutant, withinMs)
    const isCaught = code !== 0 || isLate
    if (!isCaught) survivors.push(mutant)
    console.log(`${isCaught ? (isLate ? 'no end  ' : 'caught  ') : 'SURVIVED'} ${shown(mutant)}`)
  }
}
await Promise.all(Array.from({ length: Math.max(1, availableParallelism()) }, lane))

console.log(`\n${mutants.length - survivors.length} of ${mutants.length} mutants were caught.`)
for (const mutant of survivors) console.log(`survived: ${shown(mutant)}`)
