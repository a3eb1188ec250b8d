// Steps of .ci/run that need to run only where what they look at has changed since they last passed.
// `changed NAME` exits with 0 where it has, `note NAME` writes down that the step passed on what is here now.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
const NOTED = join(ROOT, '.ci', 'passed.json')
const SERVER = 'packages/server'

/** Files and folders that decide about a step; a name that ends in `*` stands for all that begins with it. */
const INPUTS = {
  package: [
    'pnpm-lock.yaml',
    'package.json',
    'packages/*/package.json',
    'packaging',
    'scripts/pack.mjs',
    'scripts/package',
    `${SERVER}/build*`,
    `${SERVER}/README.md`,
    `${SERVER}/src/cli*`,
    `${SERVER}/src/embed*`,
    `${SERVER}/src/client-node.ts`,
    `${SERVER}/src/storage/sqlite-package.ts`,
    'packages/shared/src/client',
    `${SERVER}/test/package`,
    `${SERVER}/test/harness/packed`,
  ],
  bench: [
    ...[
      'commands',
      'crew',
      'delivery',
      'groups',
      'intake',
      'journal',
      'live',
      'rounds',
      'scanner',
    ].map((room) => `${SERVER}/src/${room}`),
    `${SERVER}/src/storage`,
    `${SERVER}/src/api/sockets`,
    `${SERVER}/src/app.ts`,
    `${SERVER}/src/core.ts`,
    `${SERVER}/bench/e2e`,
    'pnpm-lock.yaml',
  ],
}

function* filesOf(pattern) {
  const [first, ...rest] = pattern.split('*')
  if (rest.length > 0 && rest[0].startsWith('/')) {
    for (const name of readdirSync(join(ROOT, first))) yield* filesOf(`${first}${name}${rest[0]}`)
    return
  }
  if (rest.length > 0) {
    const folder = dirname(first)
    for (const name of readdirSync(join(ROOT, folder))) {
      if (`${folder}/${name}`.startsWith(first)) yield* filesOf(`${folder}/${name}`)
    }
    return
  }
  const full = join(ROOT, pattern)
  if (!existsSync(full)) return
  if (!statSync(full).isDirectory()) yield pattern
  else for (const name of readdirSync(full)) yield* filesOf(`${pattern}/${name}`)
}

function hashOf(name) {
  const sum = createHash('sha256')
  const files = INPUTS[name].flatMap((pattern) => [...filesOf(pattern)])
  for (const file of [...new Set(files)].toSorted((a, b) => (a < b ? -1 : 1))) {
    sum
      .update(`${file}\0`)
      .update(readFileSync(join(ROOT, file)))
      .update('\0')
  }
  return sum.digest('hex')
}

const noted = existsSync(NOTED) ? JSON.parse(readFileSync(NOTED, 'utf8')) : {}
const [act, name] = process.argv.slice(2)
if (!Object.hasOwn(INPUTS, name ?? '') || !['changed', 'note'].includes(act)) {
  console.error(`Usage: ci-inputs.mjs changed|note ${Object.keys(INPUTS).join('|')}`)
  process.exit(2)
}
if (act === 'note') {
  writeFileSync(NOTED, `${JSON.stringify({ ...noted, [name]: hashOf(name) }, null, 2)}\n`)
} else {
  process.exitCode = noted[name] === hashOf(name) ? 1 : 0
}
