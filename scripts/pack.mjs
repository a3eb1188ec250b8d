// `npm run pack`: the package as it is published, from what is built. `npm run pack -- FOLDER` says where to.
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { filesBelow, layOut, manifestOf } from './package/contents.mjs'
import { notices } from './package/notices.mjs'

const MOST_BYTES = 3_000_000
const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
const SERVER = join(ROOT, 'packages/server')

/** The path of the packed file. */
export async function pack(target) {
  const folder = mkdtempSync(join(tmpdir(), 'crewroom-package-'))
  try {
    await layOut(SERVER, folder)
    const manifest = manifestOf(SERVER)
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
    const { text, count } = notices(ROOT)
    writeFileSync(join(folder, 'THIRD-PARTY-NOTICES'), text)
    cpSync(join(SERVER, 'README.md'), join(folder, 'README.md'))
    for (const name of ['CHANGELOG.md', 'LICENSE']) cpSync(join(ROOT, name), join(folder, name))
    mkdirSync(target, { recursive: true })
    const file = join(target, `crewroom-${manifest.version}.tgz`)
    rmSync(file, { force: true })
    runPnpm(['pack', '--pack-destination', target, '--pack-gzip-level', '9'], folder)
    const bytes = statSync(file).size
    const names = filesBelow(folder)
    const unpacked = names.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
    return { file, bytes, unpacked, files: names.length, notices: count }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** As scripts/ensure.cjs does: pnpm cannot be relied on to be on the PATH. */
function runPnpm(args, cwd) {
  const { packageManager } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const { status, stdout, stderr, error } = spawnSync('npx', ['--yes', packageManager, ...args], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, CI: 'true' },
    shell: process.platform === 'win32',
  })
  if (status !== 0) {
    throw new Error(`pnpm ${args[0]} failed: ${error?.message ?? ''}\n${stdout}${stderr}`)
  }
}

const mb = (bytes) => `${(bytes / 1e6).toFixed(2)} MB`
const packed = await pack(resolve(process.argv[2] ?? join(ROOT, 'dist-package')))
console.log(
  `${packed.file}\n${mb(packed.bytes)} packed, ${mb(packed.unpacked)} unpacked, ${packed.files} files, notices of ${packed.notices} packages`,
)
if (packed.bytes > MOST_BYTES) {
  console.error(
    `The packed file is larger than ${mb(MOST_BYTES)}: see what has become larger, and leave it out or load it later.`,
  )
  process.exitCode = 1
}
