// `npm run check`: everything that can be said about the code without running it.
// All steps run, two at a time, even when one fails; the output of a failing step is shown below its line.
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
const LANES = 2

const tool = (name, ...args) => [join(ROOT, 'node_modules', '.bin', name), args]
const script = (name, ...args) => [process.execPath, [join(ROOT, 'scripts', name), ...args]]

const STEPS = [
  { name: 'format', command: tool('oxfmt', '--check') },
  { name: 'lint and layers', command: tool('oxlint', '--type-aware', '--deny-warnings') },
  { name: 'types: shared', command: tool('tsc', '--noEmit', '-p', 'packages/shared') },
  { name: 'types: client', command: tool('tsc', '--noEmit', '-p', 'packages/shared/src/client') },
  {
    name: 'types: tests of shared',
    command: tool('tsc', '--noEmit', '-p', 'packages/shared/test'),
  },
  { name: 'types: server', command: tool('tsc', '--noEmit', '-p', 'packages/server') },
  { name: 'types: web', command: tool('tsc', '--noEmit', '-p', 'packages/web') },
  { name: 'dead code', command: tool('knip', '--no-progress') },
  { name: 'spec coverage', command: script('check-spec.mjs') },
  { name: 'sizes and names', command: script('check-sizes.mjs') },
  { name: 'rooms', command: script('check-rooms.mjs') },
  { name: 'styles', command: script('check-styles.mjs') },
  { name: 'routes', command: script('check-routes.mjs') },
  { name: 'words', command: script('check-words.mjs') },
  { name: 'held', command: script('check-held.mjs') },
  { name: 'self-test: spec', command: script('check-spec.mjs', '--self-test') },
  { name: 'self-test: sizes', command: script('check-sizes.mjs', '--self-test') },
  { name: 'self-test: rooms', command: script('check-rooms.mjs', '--self-test') },
  { name: 'self-test: styles', command: script('check-styles.mjs', '--self-test') },
  { name: 'self-test: routes', command: script('check-routes.mjs', '--self-test') },
  { name: 'self-test: words', command: script('check-words.mjs', '--self-test') },
  { name: 'self-test: lint', command: script('check-lint.mjs') },
  { name: 'self-test: mutants', command: script('check-mutants.mjs') },
  { name: 'self-test: held', command: script('check-held.mjs', '--self-test') },
]

function run([command, args]) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    })
    const output = []
    child.stdout.on('data', (chunk) => output.push(chunk))
    child.stderr.on('data', (chunk) => output.push(chunk))
    child.on('error', (error) => resolve({ passed: false, output: `${error.message}\n` }))
    child.on('close', (code) => {
      resolve({ passed: code === 0, output: Buffer.concat(output).toString('utf8') })
    })
  })
}

/** What a passing step may still say: its notes and its summary. */
function remarks(output) {
  return output.split('\n').filter((line) => /^(note|spec): /.test(line))
}

const failed = []
const waiting = [...STEPS]

async function lane() {
  for (let step = waiting.shift(); step; step = waiting.shift()) {
    const started = performance.now()
    const { passed, output } = await run(step.command)
    const ms = Math.round(performance.now() - started)
    console.log(`${passed ? 'ok    ' : 'FAILED'} ${step.name.padEnd(17)} ${ms} ms`)
    const shown = passed ? remarks(output) : output.trimEnd().split('\n')
    for (const line of shown) console.log(`       ${line}`)
    if (!passed) failed.push(step.name)
  }
}

await Promise.all(Array.from({ length: LANES }, lane))

if (failed.length > 0) {
  console.log(`\ncheck failed: ${failed.join(', ')}`)
  process.exitCode = 1
} else {
  console.log('\ncheck passed')
}
